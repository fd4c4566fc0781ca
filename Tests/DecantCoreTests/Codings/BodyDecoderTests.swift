import DecantCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// Content codings that are decoded while a body arrives.
@Suite struct BodyDecoderTests {
    private struct Broken: Error {}

    /// A source of chunks of equal size that counts the chunks requested from it.
    private final class Source: AsyncSequence, Sendable {
        typealias Element = ArraySlice<UInt8>
        typealias Failure = any Error

        let bytes: [UInt8]
        let size: Int
        let end: Int
        let isBroken: Bool
        let asked = Mutex(0)

        init(_ bytes: [UInt8], size: Int, upTo end: Int? = nil, breaking isBroken: Bool = false) {
            (self.bytes, self.size, self.end, self.isBroken) = (bytes, size, end ?? bytes.count, isBroken)
        }

        func makeAsyncIterator() -> Iterator { Iterator(source: self) }

        struct Iterator: AsyncIteratorProtocol {
            let source: Source
            var position = 0

            mutating func next() async throws -> ArraySlice<UInt8>? {
                guard position < source.end else {
                    if source.isBroken { throw Broken() }
                    return nil
                }
                source.asked.withLock { $0 += 1 }
                let start = position
                position = Swift.min(start + source.size, source.end)
                return source.bytes[start..<position]
            }
        }
    }

    private let text = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 % 251) }

    /// The text as gzip data in one stored block (RFC 1951 §3.2.4).
    private func gzip(_ text: [UInt8]) -> [UInt8] {
        let count = [UInt8(truncatingIfNeeded: text.count), UInt8(truncatingIfNeeded: text.count >> 8)]
        return Wrapped.gzip([1] + count + count.map { ~$0 } + text, of: text)
    }

    private func context(_ state: Bool?, _ coding: String = "gzip") -> ResponseContext {
        let fields: HTTPFields = [.contentType: "text/plain", .contentEncoding: coding]
        return ResponseContext(HTTPResponse(status: .ok, headerFields: fields), isDecoded: state)
    }

    private func error(of source: Source, _ context: ResponseContext, limits: Limits = Limits()) async -> ResponseError?
    {
        do throws(ResponseError) {
            _ = try await DataResponseSerializer().limits(limits).value(of: source, for: context)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 7, 63, 64, 65, 4096, 100_000], [false, nil] as [Bool?])
    func givesTheSameResultForAnyChunks(_ size: Int, _ state: Bool?) async throws {
        let coded = gzip(text)
        let whole = try DataResponseSerializer().response(of: coded, for: context(state))
        let response = try await DataResponseSerializer()
            .response(of: Source(coded, size: size), for: context(state))
        #expect(response.value == text)
        #expect(response.findings == whole.findings)
        #expect(response.findings.map(\.message) == ["decoded: gzip, 20,023 -> 20,000 bytes"])
    }

    @Test("Stops requesting chunks once the decoded limit is exceeded") func stopsRequestingChunksOnceTheDecodedLimit()
        async
    {
        var limits = Limits()
        limits.bodyBytes = 500
        let source = Source(gzip(text), size: 100)
        let error = await error(of: source, context(false), limits: limits)
        #expect(error?.limit == .bodyBytes)
        #expect(error?.message == "the decoded body has more than 500 bytes (limit bodyBytes)")
        #expect(error?.bodyCount == 500)
        #expect(source.asked.withLock(\.self) <= 6)
    }

    @Test("Stops requesting chunks once the data is damaged") func stopsRequestingChunksOnceTheData() async {
        var coded = gzip(text)
        coded[12] ^= 1
        let source = Source(coded, size: 100)
        let error = await error(of: source, context(false))
        #expect(error?.code == .malformedBody)
        #expect(error?.codings == [.gzip])
        #expect(source.asked.withLock(\.self) == 1)
    }

    @Test func rejectsTruncatedData() async {
        let error = await error(of: Source(gzip(text), size: 100, upTo: 9000), context(false))
        #expect(error?.code == .truncatedBody)
        #expect(error?.bodyCount == 9000 - 15)
    }

    @Test("Keeps the decoded bytes when the connection is lost") func keepsTheDecodedBytesWhenTheConnection() async {
        let source = Source(gzip(text), size: 100, upTo: 9000, breaking: true)
        let error = await error(of: source, context(false))
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed after 8985 bytes of the body: Broken()")
        #expect(error?.body == ResponseBytes(text[..<(9000 - 15)]))
    }

    @Test func keepsBytesThatTheClientDecoded() async throws {
        let text = Array(String(repeating: "plain ", count: 50).utf8)
        let response = try await DataResponseSerializer()
            .response(of: Source(text, size: 10), for: context(nil))
        #expect(response.value == text)
    }

    @Test func countsCodedBytesAgainstASeparateLimit() async {
        var limits = Limits()
        limits.codedBytes = 1000
        let source = Source(gzip(text), size: 100)
        let error = await error(of: source, context(false), limits: limits)
        #expect(error?.limit == .codedBytes)
        #expect(source.asked.withLock(\.self) == 11)
    }
}
