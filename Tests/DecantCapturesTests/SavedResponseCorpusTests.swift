import DecantCaptures
import DecantCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.enabled(if: SavedResponseCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct SavedResponseCorpusTests {
    @Test func theCorpusIsAvailable() {
        #expect(SavedResponseCorpus.rows.count > 400)
    }

    @Test func everyExplainedDifferenceStillExists() {
        let differing = Set(SavedResponseCorpus.rows.filter { !Self.differences(at: $0).isEmpty }.map(\.path))
        #expect(differing.symmetricDifference(SavedResponseCorpus.explained.keys).sorted() == [])
    }

    @Test(arguments: SavedResponseCorpus.rows.filter { SavedResponseCorpus.explained[$0.path] == nil })
    func everyResponseIsReadAsExpected(row: SavedResponseCorpus.Row) {
        #expect(Self.differences(at: row) == [])
    }

    @Test(arguments: SavedResponseCorpus.rows.filter { $0.expectation == "either" })
    func openCasesAreValuesOrTypedErrors(row: SavedResponseCorpus.Row) {
        do throws(ResponseError) {
            _ = try Self.response(row)
        } catch {
            #expect(!error.message.isEmpty)
        }
    }

    /// The digests of bodies after content decoding, or nil if the body is damaged.
    private static let coded: [(path: String, coding: ContentCoding?, digest: String?)] = [
        ("curl/test221.http", nil, nil),
        ("curl/test223.http", nil, nil),
        ("curl/test230.http", nil, "aa44af05154570a03cb8251eed159fff2141eefdbeb07ed21dd742b22d96301f"),
        ("curl/test2305.http", nil, "c98c24b677eff44860afea6f493bbaec5bb1c4cbb209c6fc2bbb47f66ff2ad31"),
        ("curl/test314.http", .brotli, "aa44af05154570a03cb8251eed159fff2141eefdbeb07ed21dd742b22d96301f"),
        ("curl/test315.http", .brotli, nil),
        ("curl/test397.http", .zstd, "1d1228318b482a4b748c959a0f90e02c83bfb7d210e66bbeca7bb803bcc425e4"),
        ("curl-i/test397.http", nil, "1d1228318b482a4b748c959a0f90e02c83bfb7d210e66bbeca7bb803bcc425e4"),
        ("curl-i/test1618.http", nil, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ]

    @Test("Every content coding of a saved response is decoded if it is still applied", arguments: coded)
    func codings(path: String, coding: ContentCoding?, digest: String?) throws {
        let row = try #require(SavedResponseCorpus.rows.first { $0.path == path })
        let decoded = Result { () throws(ResponseError) in
            let saved = try SavedResponse(ResponseBytes(SavedResponseCorpus.bytes(of: row)))
            return try saved.value(as: DataResponseSerializer())
        }
        if let coding, !coding.isBuiltIn {
            #expect(throws: ResponseError.self) { try decoded.get() }
        } else {
            #expect((try? decoded.get()).map { SHA256Digest(Array($0)).description } == digest)
        }
    }

    private static func response(_ row: SavedResponseCorpus.Row) throws(ResponseError) -> DecodedResponse<ResponseBytes>
    {
        let saved = try SavedResponse(ResponseBytes(SavedResponseCorpus.bytes(of: row)))
        let method = HTTPRequest.Method(row.method)
        return try saved.response(
            as: DataResponseSerializer().statuses(nil),
            method: method,
            isDecoded: true
        )
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
        between response: DecodedResponse<ResponseBytes>,
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
        compare("digest", SHA256Digest(Array(response.value)).description, row.digest)
        return differences
    }
}
