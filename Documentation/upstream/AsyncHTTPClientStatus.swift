// The shortest program in which a server stops the process of AsyncHTTPClient 1.37.0, by a status below 100.
//
// It needs the products AsyncHTTPClient (async-http-client), NIOCore, and NIOPosix (swift-nio), and prints
//
//     AsyncHTTPClient/HTTPRequestStateMachine.swift: Fatal error: How can we receive a response body, if we haven't
//     received a head. Invalid state: running(…, …waitingForHead)
//
// `HTTPRequestStateMachine.receivedHTTPResponseHead` ignores every head whose status is below 200, except 101, as an
// interim one. The decoder of SwiftNIO passes a status from 000 to 099 on as a final head, so a body or an end follows
// it, for which `receivedHTTPResponseBodyPart` and `receivedHTTPResponseEnd` have a precondition. RFC 9110 §15 has such
// a status treated as a 5xx one; an error would be as good. A condition `(100..<200).contains(head.status.code)` in the
// first of them is enough.

import AsyncHTTPClient
import NIOCore
import NIOPosix

/// Answers whatever comes with a status below 100.
final class Answer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let response = ByteBuffer(string: "HTTP/1.1 099 X\r\nContent-Length: 5\r\n\r\nhello")
        context.writeAndFlush(wrapOutboundOut(response), promise: nil)
    }
}

@main
enum AsyncHTTPClientStatus {
    static func main() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Answer()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = server.localAddress?.port ?? 0
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/")
        print(try await HTTPClient.shared.execute(request, timeout: .seconds(10)).status)
    }
}
