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
            let list = try PropertyList(parsing: ResponseBody(bytes), options: row.options)
            #expect(row.isAccepted)
            let lines = PropertyListEventLines(list)
            if let digest = row.digest { #expect(lines.digest == digest, "\(lines.text)") }
        } catch {
            #expect(!row.isAccepted, "\(error)")
            #expect(error.offset.map { $0 <= bytes.count } == true)
        }
    }

    @Test func choosesForEveryFileThatMayBeEither() {
        let rows = CorpusFolder("plist")?.rows(of: "expected.tsv") ?? []
        let open = rows.filter { $0["expect"] == "either" }.compactMap { $0["path"] }
        #expect(open.count > 50)
        #expect(open.filter { PropertyListCorpus.choice(for: $0) == nil } == [])
    }

    @Test(arguments: PropertyListCorpus.rows)
    func survivesEveryFileInEveryFormat(row: PropertyListCorpus.Row) throws {
        let body = ResponseBody(try #require(CorpusFolder("plist")).bytes(of: row.path))
        for format in PropertyList.Format.allCases {
            var options = PropertyList.Options()
            options.formats = [format]
            options.quirks = .gnustepValues
            do throws(ResponseError) {
                let list = try PropertyList(parsing: body, options: options)
                #expect(try PropertyList.Value(list) == PropertyList.Value(list))
                #expect(list == list && list.hashValue == list.hashValue)
            } catch {
                #expect(error.offset.map { $0 <= body.count } ?? true, "\(error)")
            }
        }
    }
}
