import DecantCore
import DecantPropertyList
import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("plist") != nil, "DECANT_CORPORA is not set"))
struct PropertyListCorpusTests {
    @Test(arguments: PropertyListCorpus.rows)
    func givesTheVerdictAndTheValueOfTheCorpus(row: PropertyListCorpus.Row) throws {
        let bytes = try #require(CorpusFolder("plist")).bytes(of: row.path)
        do throws(ResponseError) {
            let list = try PropertyListDocument(parsing: ResponseBody(bytes), options: row.options).root
            #expect(row.isAccepted)
            let lines = PropertyListEventLines(list)
            if let digest = row.digest { #expect(lines.digest == digest, "\(lines.text)") }
        } catch {
            #expect(!row.isAccepted, "\(error)")
            #expect(error.offset.map { $0 <= bytes.count } == true)
        }
    }
}
