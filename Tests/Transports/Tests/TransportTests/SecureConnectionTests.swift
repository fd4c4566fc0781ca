import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantFoundation
import DecantTesting
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Errors name the reason why a connection is not secure.
///
/// The tests create their certificates with `openssl`.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: SelfSignedCertificate.canBeMade))
struct SecureConnectionTests {
    private func error(of url: String, trusting certificate: SelfSignedCertificate? = nil) async throws
        -> ResponseError?
    {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        if let certificate {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(certificate.certificate.path)
            configuration.tlsConfiguration = tls
        }
        let client = HTTPClient(configuration: configuration)
        let result = await Task {
            try await client.value(from: url, as: .data)
        }.result
        try await client.shutdown()
        guard case .failure(let error) = result else { return nil }
        return try #require(error as? ResponseError)
    }

    @Test func readsFromAHostWhoseCertificateIsTrusted() async throws {
        let certificate = try SelfSignedCertificate(name: "localhost")
        try await SecureServer.serve(certificate) { port in
            let error = try await error(of: "https://localhost:\(port)/", trusting: certificate)
            #expect(error == nil)
        }
    }

    @Test func namesASelfSignedCertificate() async throws {
        let certificate = try SelfSignedCertificate(name: "localhost")
        try await SecureServer.serve(certificate) { port in
            let error = try await error(of: "https://localhost:\(port)/")
            #expect(error?.code == .transportFailed)
            #expect(error?.message == "the transfer failed: \(TransferFault.untrusted.description)")
            #expect(error?.underlying != nil)
        }
    }

    @Test func namesACertificateOfAnotherHost() async throws {
        let certificate = try SelfSignedCertificate(name: "elsewhere.invalid")
        try await SecureServer.serve(certificate) { port in
            let error = try await error(of: "https://localhost:\(port)/", trusting: certificate)
            #expect(error?.code == .transportFailed)
            #expect(error?.message == "the transfer failed: \(TransferFault.untrusted.description)")
        }
    }

    @Test func namesAHostThatDoesNotSpeakTLS() async throws {
        try await SecureServer.serve(nil) { port in
            let error = try await error(of: "https://localhost:\(port)/")
            #expect(error?.code == .transportFailed)
            #expect(error?.message == "the transfer failed: \(TransferFault.insecure.description)")
        }
    }
}

extension SecureConnectionTests {
    /// On Linux, only libcurl's text distinguishes the errors.
    @Test(arguments: [true, false]) func urlSessionNamesTheSameErrors(hasCertificate: Bool) async throws {
        let certificate = hasCertificate ? try SelfSignedCertificate(name: "localhost") : nil
        try await SecureServer.serve(certificate) { port in
            let url = try #require(URL(string: "https://localhost:\(port)/"))
            let error = await #expect(throws: ResponseError.self) {
                try await URLSession(configuration: .ephemeral).value(from: url, as: .data)
            }
            let fault: TransferFault = hasCertificate ? .untrusted : .insecure
            #expect(error?.message == "the transfer failed: \(fault.description)")
        }
    }
}

/// A self-signed certificate.
///
/// Its files and its key file are deleted with the object.
final class SelfSignedCertificate: Sendable {
    private static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var canBeMade: Bool { openssl != nil }

    private let folder: URL
    let certificate: URL
    let key: URL

    init(name: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "decant-\(UUID().uuidString)")
        certificate = folder.appending(path: "certificate.pem")
        key = folder.appending(path: "key.pem")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.openssl))
        process.arguments =
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
            + ["-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)"]
            + ["-keyout", key.path, "-out", certificate.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A server that answers each request with two bytes over TLS, or a plain HTTP server if it has no certificate.
enum SecureServer {
    static func serve(_ certificate: SelfSignedCertificate?, _ use: (Int) async throws -> Void) async throws {
        let context = try certificate.map { try NIOSSLContext(configuration: configuration($0)) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let context else { return try channel.pipeline.syncOperations.addHandler(Refusal()) }
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Answer())
                }
            }
            .bind(host: "localhost", port: 0).get()
        let result = await Result { () async throws in try await use(try #require(channel.localAddress?.port)) }
        try await channel.close()
        try result.get()
    }

    private static func configuration(_ certificate: SelfSignedCertificate) throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate.certificate.path)
        let key = try NIOSSLPrivateKey(file: certificate.key.path, format: .pem)
        return .makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
    }

    /// Answers any bytes as a plain HTTP server does.
    private final class Refusal: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let answer = ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
    }

    private final class Answer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "2"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "ok")))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        // A client that does not trust the certificate aborts the handshake.
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}

extension Result where Failure == any Error {
    /// Runs a throwing closure.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
