import DecantCore
import HTTPTypes
import Synchronization
import Testing

@Suite struct ResponseContextConvertibleTests {
    /// The head of a client that allows any number as the status.
    private struct ClientHead: ResponseContextConvertible {
        var status: Int

        var responseContext: ResponseContext {
            get throws(ResponseError) {
                guard (0...999).contains(status) else {
                    throw ResponseError(.malformedHead, "the status \(status) is none")
                }
                return ResponseContext(HTTPResponse(status: HTTPResponse.Status(code: status)))
            }
        }
    }

    @Test func aSerializerAcceptsAnyHead() throws {
        let serializer = DataResponseSerializer().acceptingAnyMediaType()
        let head = HTTPResponse(status: .ok)
        #expect(try serializer.value(of: [1, 2], for: head).count == 2)
        #expect(try serializer.value(of: [1, 2], for: ResponseContext(head)).count == 2)
        #expect(try serializer.value(of: [1, 2], for: ClientHead(status: 200)).count == 2)
        let type = try #require(ResponseMediaType(parsing: "text/plain"))
        #expect(try serializer.response(of: [1, 2], for: type).context.mediaType == type)
    }

    @Test func anInvalidHeadIsAnObservedError() async throws {
        let codes = Mutex<[ResponseError.Code?]>([])
        let observer: ResponseHandling.Observer = { outcome in codes.withLock { $0.append(outcome.error?.code) } }
        let serializer = DataResponseSerializer().observed(by: observer)
        let error = #expect(throws: ResponseError.self) { try serializer.value(of: [1], for: ClientHead(status: 1000)) }
        #expect(error?.code == .malformedHead)
        #expect(error?.message == "the status 1000 is none")
        let second = await #expect(throws: ResponseError.self) {
            try await serializer.value(of: Chunks(), for: ClientHead(status: -1))
        }
        #expect(second?.code == .malformedHead)
        #expect(codes.withLock(\.self) == [.malformedHead, .malformedHead])
    }

    private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
        mutating func next() async -> [UInt8]? { nil }
        func makeAsyncIterator() -> Chunks { self }
    }
}
