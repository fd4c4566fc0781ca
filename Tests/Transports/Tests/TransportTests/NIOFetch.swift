import Decant
import DecantNIO
import DecantTesting
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// A fetch with SwiftNIO's HTTP handlers, as in a program without any other client.
struct NIOFetch {
    private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    let url: String
    var method = "GET"

    func response<Serializer: ResponseSerializer>(
        as serializer: Serializer,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Serializer.Output> {
        do {
            guard !Task.isCancelled else { throw CancellationError() }
            return try await exchange { context, chunks in
                try await serializer.response(of: chunks, for: context, progress: progress)
            }
        } catch let error as ResponseError {
            throw error
        } catch {
            return try await serializer.response(of: Self.chunks(failingWith: error), for: headless)
        }
    }

    /// Passes a stream to a closure, and closes the connection when the closure returns.
    func withStream<Element, Result>(
        as serializer: StreamSerializer<Element>,
        _ use: (sending ResponseStream<Element>) async throws(ResponseError) -> Result
    ) async throws(ResponseError) -> Result {
        do {
            guard !Task.isCancelled else { throw CancellationError() }
            return try await exchange { context, chunks in
                try await use(serializer.stream(of: chunks, for: context))
            }
        } catch let error as ResponseError {
            throw error
        } catch {
            return try await use(serializer.stream(of: Self.chunks(failingWith: error), for: headless))
        }
    }

    /// The context of a transfer without a head.
    private var headless: ResponseContext { ResponseContext(mediaType: nil, method: .get, url: url) }

    /// A body without chunks that throws the error.
    private static func chunks(failingWith error: any Error) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { $0.finish(throwing: fault(error)) }
    }

    private func exchange<Result>(
        _ use: (ResponseContext, sending Chunks) async throws -> Result
    ) async throws -> Result {
        let components = URLComponents(string: url)
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
                method: HTTPMethod(rawValue: method),
                uri: components?.path ?? "/",
                headers: ["Host": "127.0.0.1"]
            )
            // Write the whole request in one call: the server may answer and close the connection after the head.
            try await outbound.write(contentsOf: [.head(head), .end(nil)])
            var parts = inbound.makeAsyncIterator()
            guard case .head(let answer)? = try await parts.next() else { throw TransferFault.connectionLost }
            let method = HTTPRequest.Method(rawValue: method)
            let context = try ResponseContext(
                HTTPResponse(answer),
                method: method,
                url: url,
                isDecoded: false
            )
            return try await use(context, Chunks(parts: parts))
        }
    }

    /// Maps the errors of SwiftNIO.
    ///
    /// A custom adapter has a similar list.
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

    /// The body of a response after its head.
    private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
        var parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator

        func makeAsyncIterator() -> Self { self }

        mutating func next() async throws -> ByteBufferView? {
            do {
                switch try await parts.next() {
                case .body(let buffer): return buffer.readableBytesView
                case .end: return nil
                case .head, nil: throw TransferFault.connectionLost
                }
            } catch {
                throw NIOFetch.fault(error)
            }
        }
    }
}
