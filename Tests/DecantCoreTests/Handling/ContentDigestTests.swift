#if Digests
import DecantCore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The digests of RFC 9530.
struct ContentDigestTests {
    private static let body = Array("{\"hello\": \"world\"}\n".utf8)
    private static let sha256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"

    private static let sha512 =
        "sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:"

    private static func response(
        _ digest: String,
        name: String = "Content-Digest",
        status: Int = 200,
        coding: String? = nil
    ) throws -> HTTPResponse {
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.contentType] = "application/json"
        head.headerFields[.contentEncoding] = coding
        head.headerFields[try #require(HTTPField.Name(name))] = digest
        return head
    }

    /// Converts hexadecimal digits to base64.
    private static func base64(_ digits: String) -> String {
        let starts = stride(from: 0, to: digits.utf8.count, by: 2)
        return Data(starts.compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }).base64EncodedString()
    }

    private static func findings(_ head: HTTPResponse, _ body: [UInt8] = body) throws -> [String] {
        let serializer = DataResponseSerializer().acceptingAnyMediaType().verifyingDigests()
        return try serializer.response(of: body, for: head).findings.filter { $0.code != .contentCoding }.map(\.message)
    }

    @Test(arguments: [
        sha256, "\(sha256);a=1", " \(sha256)\t", "md5=:AAAA:, \(sha256)", "\(sha256), \(sha512)",
        // The last member with a key counts.
        "sha-256=:AAAA:, \(sha256)",
    ])
    func acceptsCorrectDigests(digest: String) throws {
        for name in ["Content-Digest", "repr-digest"] {
            #expect(try Self.findings(Self.response(digest, name: name)) == [])
        }
    }

    @Test(arguments: ["Content-Digest", "Repr-Digest"])
    func rejectsAnotherContent(name: String) throws {
        for body in [Array("{}".utf8), Self.body.dropLast()] {
            let error = #expect(throws: ResponseError.self) {
                try Self.findings(Self.response(Self.sha256, name: name), body)
            }
            #expect(error?.code == .rejected)
            #expect(error?.message == "the SHA-256 of the content differs from \(name)")
            #expect(error?.findings.map(\.code) == [.digestMismatch])
        }
        let serializer = DataResponseSerializer().acceptingAnyMediaType()
        #expect(try serializer.value(of: Array("{}".utf8), for: Self.response(Self.sha256)).count == 2)
    }

    @Test(arguments: [
        ("md5=:AAAA:, x=:AAAA:", "Content-Digest has only unknown algorithms: md5, x"),
        ("sha-256", "ignored Content-Digest, which is malformed"),
        ("sha-256=RK", "ignored Content-Digest, which is malformed"),
        ("sha-256=:R:", "ignored Content-Digest, which is malformed"),
        ("sha-256=:RK", "ignored Content-Digest, which is malformed"),
        ("sha-256=:AAAA:x", "ignored Content-Digest, which is malformed"),
        ("\(sha256),", "ignored Content-Digest, which is malformed"),
        // Keys are lowercase, without whitespace (RFC 9651 §3.1.2).
        ("S\(sha256.dropFirst())", "ignored Content-Digest, which is malformed"),
        ("SHA-256\(sha256.dropFirst(7))", "ignored Content-Digest, which is malformed"),
        ("sha-256 \(sha256.dropFirst(7))", "ignored Content-Digest, which is malformed"),
        ("sha-256\t\(sha256.dropFirst(7))", "ignored Content-Digest, which is malformed"),
        ("\(sha256), SHA-512=:AAAA:", "ignored Content-Digest, which is malformed"),
        ("256-sha=:AAAA:", "ignored Content-Digest, which is malformed"),
        ("=:AAAA:", "ignored Content-Digest, which is malformed"),
        ("sha+256=:AAAA:", "ignored Content-Digest, which is malformed"),
        ("*a_b.c-1=:AAAA:", "Content-Digest has only unknown algorithms: *a_b.c-1"),
    ])
    func reportsDigestsThatItCannotVerify(_ row: (digest: String, message: String)) throws {
        #expect(try Self.findings(Self.response(row.digest)) == [row.message])
    }

    @Test func ignoresTheRepresentationOfAPart() throws {
        var head = try Self.response(Self.sha256, name: "Repr-Digest", status: 206)
        #expect(try Self.findings(head, Array("{}".utf8)) == [])
        head = try Self.response(Self.sha256, status: 206)
        #expect(throws: ResponseError.self) { try Self.findings(head, Array("{}".utf8)) }
    }

    @Test func digestsTheContentBeforeDecoding() async throws {
        let body = Array(String(repeating: "[1, 2, 3]", count: 50).utf8)
        var writer = DeflateWriter()
        writer.putStored(body, isLast: true)
        let coded = Wrapped.gzip(writer.bytes, of: body)
        let head = try Self.response("sha-256=:\(Self.base64(SHA256Digest(coded).description)):", coding: "gzip")
        #expect(try Self.findings(head, coded) == [])
        let other = try Self.response("sha-256=:\(Self.base64(SHA256Digest(body).description)):", coding: "gzip")
        #expect(throws: ResponseError.self) { try Self.findings(other, coded) }
        let serializer = DataResponseSerializer().acceptingAnyMediaType().verifyingDigests()
        for size in [1, 7, coded.count] {
            let chunks = AsyncStream<[UInt8]> { continuation in
                for start in stride(from: 0, to: coded.count, by: size) {
                    continuation.yield(Array(coded[start..<min(coded.count, start + size)]))
                }
                continuation.finish()
            }
            #expect(try await serializer.value(of: chunks, for: head) == body)
        }
        let decoded = ResponseContext(other, isDecoded: true)
        #expect(try serializer.response(of: body, for: decoded).findings.isEmpty)
        let unknown = ResponseContext(head, isDecoded: true)
        let messages = try serializer.response(of: body, for: unknown).findings.map(\.message)
        #expect(messages == ["Content-Digest is not verified, because the client has decoded the content"])
    }
}
#endif
