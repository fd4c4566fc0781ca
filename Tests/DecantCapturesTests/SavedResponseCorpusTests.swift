import DecantCaptures
import DecantCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.enabled(if: SavedResponseCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct SavedResponseCorpusTests {
    @Test func theCorpusIsThere() {
        #expect(SavedResponseCorpus.rows.count > 400)
    }

    @Test func everyExplainedDifferenceIsStillOne() {
        let differing = Set(SavedResponseCorpus.rows.filter { !Self.differences(at: $0).isEmpty }.map(\.path))
        #expect(differing.symmetricDifference(SavedResponseCorpus.explained.keys).sorted() == [])
    }

    @Test(arguments: SavedResponseCorpus.rows.filter { SavedResponseCorpus.explained[$0.path] == nil })
    func everyResponseIsReadAsExpected(row: SavedResponseCorpus.Row) {
        #expect(Self.differences(at: row) == [])
    }

    @Test(arguments: SavedResponseCorpus.rows.filter { $0.expectation == "either" })
    func whatMayGoEitherWayIsAValueOrATypedError(row: SavedResponseCorpus.Row) {
        do throws(ResponseError) {
            _ = try Self.response(row)
        } catch {
            #expect(!error.message.isEmpty)
        }
    }

    private static func response(_ row: SavedResponseCorpus.Row) throws(ResponseError) -> DecodedResponse<ResponseBody>
    {
        let saved = try SavedResponse(ResponseBody(SavedResponseCorpus.bytes(of: row)))
        let method = HTTPRequest.Method(row.method)
        return try DataResponseSerializer().accepting(statuses: nil).decodedResponse(saved, method: method)
    }

    private static func differences(at row: SavedResponseCorpus.Row) -> [String] {
        do throws(ResponseError) {
            let response = try response(row)
            switch row.expectation {
            case "accept": return differences(between: response, row)
            case "reject": return ["accepted"]
            default: return []
            }
        } catch {
            return row.expectation == "accept" ? ["\(error.code) \(error.message)"] : []
        }
    }

    private static func differences(
        between response: DecodedResponse<ResponseBody>,
        _ row: SavedResponseCorpus.Row
    ) -> [String] {
        let fields = response.context.head?.headerFields ?? [:]
        let contentType = fields[values: .contentType].joined(separator: ", ")
        var differences: [String] = []
        func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value?) {
            if let expected, value != expected { differences.append("\(name) \(value), expected \(expected)") }
        }
        compare("status", response.context.head?.status.code ?? 0, row.status)
        compare("fields", fields.count, row.fieldCount)
        compare("type", contentType, row.fieldCount == nil ? nil : row.contentType ?? "")
        compare("bytes", response.value.count, row.bodyCount)
        compare("digest", SHA256Digest(Array(response.value.bytes)).description, row.digest)
        return differences
    }
}
