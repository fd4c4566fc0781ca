#if DecantAsyncHTTPClient
public import AsyncHTTPClient
import DecantCore
import NIOCore
import NIOHTTP1

extension HTTPClient.Configuration {
    /// A configuration for clients that fetch from untrusted servers.
    ///
    /// ```swift
    /// let client = HTTPClient(configuration: .forUntrustedServers)
    /// ```
    ///
    /// AsyncHTTPClient stops the process when a server responds with a status below 100. It has no limit for interim
    /// heads, a reason phrase, chunk extensions, or zeros before a chunk size. The connections of this configuration
    /// end instead, with an error of the code `transportFailed`: at such a status, and when 256 KiB have contained
    /// neither a head nor a part of the body.
    ///
    /// The checks are installed as the configuration's `http1_1ConnectionDebugInitializer`. HTTP/2 is disabled, since
    /// the checks do not support it. The client's decompression is disabled, so the limits of a serializer apply. All
    /// other settings have their default values.
    public static var forUntrustedServers: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.submit { try ResponseGuard.add(to: channel.pipeline.syncOperations) }
        }
        return configuration
    }
}

/// A handler that ends a connection whose response would stop the process, or never end.
///
/// It follows the decoder of a pipeline, and a second handler in front of the decoder counts the bytes.
private final class ResponseGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let counter: ByteCounter

    /// The maximum number of bytes without a head or a part of the body.
    private static let maxBytes = 256 << 10

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
        // An interim head (RFC 9110 §15.2) does not complete the head, so it does not reset the count.
        case .head(let head) where head.status.code < 200 && head.status != .switchingProtocols: break
        case .head, .body, .end: counter.count = 0
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !hasFailed, counter.count > Self.maxBytes {
            let bytes = Self.maxBytes.counted("byte")
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

/// A handler that counts the bytes for a decoder.
private final class ByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The number of bytes since the last part of a response.
    var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }
}
#endif
