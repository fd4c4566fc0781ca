import Decant

/// Imports an export of many rows in constant memory: the elements of one array, and the document around it.
///
/// Rows that cannot be decoded are skipped and reported. Here a generator supplies the chunks; in a program, a file or
/// a client does.
@main
struct Importer {
    struct Row: Decodable, Sendable {
        var id: Int
        var name: String
    }

    struct Export: Decodable { var next: String? }

    static func main() async {
        let rows = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        var sum = 0
        do throws(ResponseError) {
            let serializer = StreamSerializer.jsonElements(Row.self, at: "/data/items").skippingBadItems()
            let items = try await serializer.stream(of: Chunks(rows: rows), for: head)
            for try await row in items { sum += row.id }
            let export = try items.rest(as: Export.self)
            print(
                "\(items.elementCount) rows of \(items.decodedBytes) bytes, sum \(sum), next: \(export.next ?? "-")"
            )
            for finding in items.findings { print("\(finding.severity): \(finding.message)") }
        } catch {
            print(error)
        }
    }

    /// The chunks of an export of some rows, one of them invalid.
    private struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
        typealias Element = [UInt8]
        let rows: Int
        var next = 0

        func makeAsyncIterator() -> Self { self }

        mutating func next() async throws -> [UInt8]? {
            guard next <= rows else { return nil }
            var text = next == 0 ? "{\"data\":{\"items\":[" : ""
            let end = Swift.min(next + 500, rows)
            for id in next..<end {
                text += (id == 0 ? "" : ",") + (id == 7 ? "{\"id\":null}" : "{\"id\":\(id),\"name\":\"row \(id)\"}")
            }
            next = end == rows ? rows + 1 : end
            if end == rows { text += "]},\"next\":\"page 2\"}" }
            return Array(text.utf8)
        }
    }
}
