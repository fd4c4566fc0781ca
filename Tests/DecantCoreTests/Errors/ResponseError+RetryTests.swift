import DecantCore
import DecantTesting
import HTTPTypes
import Testing

struct ResponseErrorRetryTests {
    @Test func someStatusesAreTransientForEveryMethod() {
        let transient = (100...599).filter { status in
            LineCount().statuses([]).error(for: ResponseSample(status, "text/plain", "x"))?.isTransient
                == true
        }
        #expect(transient == [408, 425, 429, 502, 503, 504])
    }

    @Test("A connection that fails before the head is transient", arguments: TransferFault.all)
    func aConnectionThatFailsBeforeTheHead(fault: TransferFault) async throws {
        let expected: [TransferFault] = [.timedOut, .noConnection, .connectionLost, .noNetwork]
        let chunks = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: fault) }
        let request = ResponseContext(mediaType: nil, url: "http://127.0.0.1:1/")
        let error = await #expect(throws: ResponseError.self) {
            try await DataResponseSerializer().value(of: chunks, for: request)
        }
        #expect(error?.code == .transportFailed && error?.isTransient == expected.contains(fault))
    }

    @Test("A connection that fails after the head is not transient") func aConnectionThatFailsAfterTheHead()
        async throws
    {
        let chunks = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: TransferFault.connectionLost) }
        let head = HTTPResponse(status: .ok)
        let error = await #expect(throws: ResponseError.self) {
            try await DataResponseSerializer().value(of: chunks, for: head)
        }
        #expect(error?.code == .transportFailed && error?.isTransient == false)
    }

    @Test func aBodyErrorIsNotTransient() {
        #expect(!ResponseError(.malformedBody, "x").isTransient)
        #expect(!ResponseError(.cancelled, "x").isTransient)
    }
}
