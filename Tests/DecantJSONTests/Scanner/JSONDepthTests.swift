import DecantCore
import DecantJSON
import Foundation
import Testing

/// Documents as deep as they like, on a thread of 512 kB: nothing that is done with them recurses.
@Suite struct JSONDepthTests {
    private func onASmallThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    static let depth = 100_000
    static let texts = [
        String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth),
        String(repeating: "{\"b\":null,\"a\":", count: depth) + "1" + String(repeating: "}", count: depth),
        String(repeating: "[{\"b\":[],\"a\":", count: depth / 2) + "{}" + String(repeating: "}]", count: depth / 2),
    ]

    @Test(arguments: texts)
    func readsPrintsComparesAndReleasesDeepDocuments(text: String) async throws {
        let isDone = try await onASmallThread {
            let body = ResponseBody(text.utf8)
            let json = try JSON(parsing: body, limits: .unlimited)
            let other = try JSON(parsing: body, limits: .unlimited)
            #expect(json == other)
            #expect(json.hashValue == other.hashValue)
            #expect(json.description == text)
            #expect(json.bytes(.canonical).count <= text.utf8.count)
            #expect(json.bytes(JSON.Format(indentation: 0)).count > text.utf8.count)
            #expect(json.removingNulls(elements: true) == json.removingNulls(elements: true))
            let error = #expect(throws: ResponseError.self) { try JSON.Value(json) }
            #expect(error?.limit == .jsonDepth)
            return true
        }
        #expect(isDone)
    }

    @Test(arguments: texts)
    func saysWhereADeepDocumentIsWrong(text: String) async throws {
        let cut = text.dropLast(10)
        let error = try await onASmallThread {
            #expect(throws: ResponseError.self) { try JSON(parsing: ResponseBody(cut.utf8), limits: .unlimited) }
        }
        #expect(error?.offset == cut.utf8.count)
        #expect((error?.path.count ?? 0) < 20)
    }

    @Test func ownsValuesAsDeepAsItSays() async throws {
        let depth = JSON.Value.depthLimit
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let count = try await onASmallThread {
            let value = try JSON.Value(parsing: ResponseBody(text.utf8))
            #expect(value == (try JSON.Value(parsing: ResponseBody(text.utf8))))
            var count = 1
            var rest = value
            while case .array(let elements) = rest, let first = elements.first { (rest, count) = (first, count + 1) }
            return count
        }
        #expect(count == depth)
    }
}
