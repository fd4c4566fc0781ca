#if DecantAsyncHTTPClient
public import AsyncHTTPClient
import DecantCore
import NIOCore
import NIOHTTP1

extension HTTPClient.Configuration {
    /// A configuration for clients that fetch from servers which are not trusted.
    ///
    /// ```swift
    /// let client = HTTPClient(configuration: .forUntrustedServers)
    /// ```
    ///
    /// AsyncHTTPClient stops the process when a server answers with a status below 100, and reads interim heads, a reason
    /// phrase, chunk extensions, and zeros before a chunk size for as long as a server sends them. The connections of this
    /// configuration end instead, which is an error with the code `transportFailed`: at such a status, and when 256 KiB
    /// have brought neither a head nor a part of the body.
    ///
    /// The checks are set as the configuration's `http1_1ConnectionDebugInitializer`. HTTP/2 is off, since they cannot be
    /// made for it, and so is the client's own decompression, so that the limits of a serializer apply. All other settings
    /// are those of a new configuration.
    public static var forUntrustedServers: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.submit { try ResponseGuard.add(to: channel.pipeline.syncOperations) }
        }
        return configuration
    }
}

/// Ends a connection whose response the client would not survive, or would read forever.
///
/// It follows the decoder of a pipeline. The number of bytes that the decoder has received is counted before it.
private final class ResponseGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let counter: ByteCounter

    /// The bytes that may come without a head or a part of the body, before the client is stopped.
    private static let mostBytes = 256 << 10

    private var hasFailed = false

    private init(_ counter: ByteCounter) {
        self.counter = counter
    }

    static func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        let counter = ByteCounter()
        try pipeline.addHandler(counter, position: .before(decoder))
        try pipeline.addHandler(ResponseGuard(counter), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        switch unwrapInboundIn(data) {
        case .head(let head) where head.status.code < 100:
            return fail(TransferFault.malformedHead, context)
        // An interim head (RFC 9110 §15.2) is not what the request waits for.
        case .head(let head) where head.status.code < 200 && head.status != .switchingProtocols: break
        case .head, .body, .end: counter.count = 0
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !hasFailed, counter.count > Self.mostBytes {
            let bytes = Self.mostBytes.counted("byte")
            let message = "more than \(bytes) came without a head or a part of the body"
            fail(ResponseError(.transportFailed, message), context)
        }
        context.fireChannelReadComplete()
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        hasFailed = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }
}

/// Counts the bytes for a decoder.
private final class ByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The bytes since the last part of a response.
    var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }
}
#endif
