import Decant
import DecantNIO
import DecantTesting
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

/// The table of the kit by the entry for any client: a client of SwiftNIO alone, which follows no redirection.
@Suite(.timeLimit(.minutes(10)))
struct GenericEntryTests {
    private static let noRedirections = TransportException(.notOffered, because: "the client follows no redirection")
    private static let noTimeout = TransportException(.notOffered, because: "the client has no timeout")

    static let contract = TransportContract(
        exceptions: [
            "redirect": noRedirections, "redirect-loop": noRedirections,
            "silent": noTimeout, "silent-body": noTimeout, "dripping": noTimeout,
            "low-status": TransportException(
                .becomes(.failure(.unacceptableStatus, "expected status 200-299, but received 99", bodyCount: 5)),
                because: "SwiftNIO passes the head on"
            ),
        ]
    ) { (request, line) throws(ResponseError) in
        try await NIOFetch(request).lines(line)
    } fetch: { (request) throws(ResponseError) in
        try await NIOFetch(request).decodedResponse()
    }

    @Test(arguments: TransportContract.rows)
    func keepsTheContract(_ row: TransportRow) async {
        let violation = await Self.contract.violation(of: row)
        #expect(violation == nil)
    }

    @Test func lendsTheReadableBytesOfABuffer() {
        var buffer = ByteBuffer(bytes: [1, 2, 3, 4])
        buffer.moveReaderIndex(forwardBy: 1)
        #expect(buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } } == [2, 3, 4])
        #expect(ResponseBody(buffer) == ResponseBody([2, 3, 4]))
        #expect(ByteBuffer(ResponseBody([1, 2])) == ByteBuffer(bytes: [1, 2]))
        #expect(buffer.readableBytes == 3)
    }

    @Test func takesAHeadOfNIO() throws {
        let head = HTTPResponseHead(
            version: .http1_1,
            status: .custom(code: 299, reasonPhrase: "Fine"),
            headers: ["X-A": "1", "x-a": "2", "X B": "3"]
        )
        let received = try NIOReceivedHead(head)
        #expect(received.response.status.code == 299)
        #expect(received.response.headerFields.map(\.value) == ["1", "2"])
        #expect(received.findings.map(\.code) == [.irregularHead])
        #expect(throws: ResponseError.self) {
            try HTTPResponse(HTTPResponseHead(version: .http1_1, status: .custom(code: 1000, reasonPhrase: "")))
        }
    }
}

/// A fetch by SwiftNIO's own HTTP handlers, as a program without any other client would write it.
private struct NIOFetch {
    private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private let request: TransportRequest

    init(_ request: TransportRequest) {
        self.request = request
    }

    func decodedResponse() async throws(ResponseError) -> DecodedResponse<ResponseBody> {
        do {
            guard !Task.isCancelled else { throw CancellationError() }
            return try await exchange { context, pieces in
                try await request.serializer.decodedResponse(of: pieces, for: context, progress: request.progress)
            }
        } catch let error as ResponseError {
            throw error
        } catch {
            // The head did not come: there are no pieces, only the error.
            let pieces = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Self.fault(error)) }
            return try await request.serializer.decodedResponse(
                of: pieces,
                for: ResponseContext(mediaType: nil, method: .get, url: request.url)
            )
        }
    }

    func lines(_ line: (String) -> Void) async throws(ResponseError) {
        do {
            try await exchange { context, pieces in
                let stream = try await StreamSerializer.lines.limits { $0 = request.limits }
                    .stream(of: pieces, for: context)
                for try await text in stream { line(text) }
            }
        } catch let error as ResponseError {
            throw error
        } catch {
            throw ResponseError(.transportFailed, "\(error)", underlying: error)
        }
    }

    private func exchange<Result>(
        _ use: (ResponseContext, sending Pieces) async throws -> Result
    ) async throws -> Result {
        let components = URLComponents(string: request.url)
        let (host, port) = (components?.host ?? "", components?.port ?? 80)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers(leftOverBytesStrategy: .dropBytes)
                    return try Channel(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let head = HTTPRequestHead(
                version: .http1_1,
                method: HTTPMethod(rawValue: request.method),
                uri: "/start",
                headers: ["Host": "127.0.0.1"]
            )
            // At once: the server may answer and close the connection after the head.
            try await outbound.write(contentsOf: [.head(head), .end(nil)])
            var parts = inbound.makeAsyncIterator()
            guard case .head(let answer)? = try await parts.next() else { throw TransferFault.connectionLost }
            let method = HTTPRequest.Method(rawValue: request.method)
            let context = try ResponseContext(
                HTTPResponse(answer),
                method: method,
                url: request.url,
                codings: .asReceived
            )
            return try await use(context, Pieces(parts: parts))
        }
    }

    /// The words for the errors of SwiftNIO; an adapter of your own has such a list.
    fileprivate static func fault(_ error: any Error) -> any Error {
        switch error {
        case is TransferFault, is CancellationError: error
        case let error as NIOConnectionError:
            error.connectionErrors.isEmpty ? TransferFault.hostNotFound : TransferFault.noConnection
        case HTTPParserError.invalidEOFState, is IOError: TransferFault.connectionLost
        case HTTPParserError.invalidChunkSize: TransferFault.malformedFraming
        case is HTTPParserError: TransferFault.malformedHead
        default: error
        }
    }

    /// The body of an answer, whose head was read.
    private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
        var parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator

        func makeAsyncIterator() -> Self { self }

        mutating func next() async throws -> ByteBuffer? {
            do {
                switch try await parts.next() {
                case .body(let buffer): return buffer
                case .end: return nil
                case .head, nil: throw TransferFault.connectionLost
                }
            } catch {
                throw NIOFetch.fault(error)
            }
        }
    }
}
