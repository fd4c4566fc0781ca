import DecantCore
import DecantJSON
import DecantPropertyList
import Foundation
import Testing

/// Recursive types as deep as the default limits, on a small stack.
@Suite struct DecodingStateTests {
    final class Link: Decodable, Sendable {
        let next: Link?
    }

    final class Knot: Decodable, Sendable {
        let list: [Knot]
    }

    /// The frames of unoptimised code, most of them in the types that are decoded and in the standard library, are larger.
    #if DEBUG
    static let stack = 1 << 20
    #else
    static let stack = 512 << 10
    #endif

    private func onASmallThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = Self.stack
            thread.start()
        }
    }

    private func text(_ opening: String, _ innermost: String, _ closing: String, _ depth: Int) -> String {
        String(repeating: opening, count: depth) + innermost + String(repeating: closing, count: depth)
    }

    @Test(arguments: DocumentFormat.allCases)
    func aChainOfObjectsIsDecodedAsDeepAsTheLimit(format: DocumentFormat) async throws {
        let depth = min(Limits().jsonDepth, Limits().propertyListDepth)
        let body = try format.body(text("{\"next\":", "{}", "}", depth - 1))
        let count = try await onASmallThread {
            var link: Link? = try format.decode(Link.self, body: body)
            var count = 0
            while let current = link { (link, count) = (current.next, count + 1) }
            return count
        }
        #expect(count == depth)
    }

    @Test(arguments: DocumentFormat.allCases)
    func objectsInArraysAreDecodedAsDeepAsTheLimit(format: DocumentFormat) async throws {
        let depth = min(Limits().jsonDepth, Limits().propertyListDepth) / 2
        let body = try format.body(text("{\"list\":[", "{\"list\":[]}", "]}", depth - 1))
        let count = try await onASmallThread {
            var knot: Knot? = try format.decode(Knot.self, body: body)
            var count = 0
            while let current = knot { (knot, count) = (current.list.first, count + 1) }
            return count
        }
        #expect(count == depth)
    }
}
