import Decant
import DecantCaptures
import DecantTesting
import Testing

/// Every truncated or bit-flipped response decodes to a value or to a typed error with a location in the bytes.
@Suite struct DamageTests {
    private enum Answer: Sendable {
        case user(User)
        case json(JSON)
        case text(String)
        case bytes(ResponseBytes)
    }

    private struct User: Decodable, Sendable {
        var id: Int
        var name: String
        var tags: [String]?
    }

    private let serializer = CompoundResponseSerializer<Answer>([
        JSONResponseSerializer(User.self).removingXSSIPrefix().failure(.problemDetails).map(Answer.user),
        JSONResponseSerializer().removingNulls().map(Answer.json),
        StringResponseSerializer().map(Answer.text),
        DataResponseSerializer().accepting("image/png").map(Answer.bytes),
    ])

    /// Decodes damaged bytes.
    ///
    /// A trap ends the test run.
    private func check(_ bytes: [UInt8]) {
        let file = ResponseBytes(bytes)
        do throws(ResponseError) {
            let saved = try SavedResponse(file)
            do throws(ResponseError) {
                _ = try serializer.response(of: saved.body, for: saved.entry().context)
            } catch {
                check(error, in: saved.body)
            }
        } catch {
            check(error, in: file)
        }
    }

    private func check(_ error: ResponseError, in body: ResponseBytes) {
        for error in [error] + error.attempts {
            if let offset = error.offset { #expect(offset >= 0 && offset <= body.count, "\(error)") }
            if let position = error.position { #expect(position.line >= 1 && position.column >= 1) }
            #expect(!error.message.isEmpty)
            #expect(error.description.utf8.count < 16_384)
        }
    }

    @Test func twentyFixturesDecodeUnchanged() throws {
        #expect(DamageFixture.all.count == 20)
        for fixture in DamageFixture.all {
            let saved = try SavedResponse(ResponseBytes(fixture.bytes))
            let error = serializer.error(for: saved)
            #expect(error == nil || error?.code == .unacceptableStatus || error?.code == .emptyBody, "\(fixture.name)")
        }
    }

    @Test(arguments: DamageFixture.all)
    func everyPrefixIsAValueOrATypedError(fixture: DamageFixture) {
        for length in fixture.bytes.indices { check(Array(fixture.bytes[..<length])) }
    }

    @Test(arguments: DamageFixture.all.filter { ["object", "escapes", "utf16", "text", "chunked"].contains($0.name) })
    func everyFlippedBitIsAValueOrATypedError(fixture: DamageFixture) {
        for index in fixture.bytes.indices {
            for bit in 0..<8 {
                var bytes = fixture.bytes
                bytes[index] ^= 1 << bit
                check(bytes)
            }
        }
    }
}

extension CompoundResponseSerializer {
    fileprivate func error(for saved: SavedResponse) -> ResponseError? {
        do throws(ResponseError) {
            _ = try response(of: saved.body, for: saved.entry().context)
            return nil
        } catch {
            return error
        }
    }
}

/// A saved response with every cut and every changed bit.
struct DamageFixture: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]

    var testDescription: String { name }

    private init(_ name: String, _ head: String, _ body: [UInt8]) {
        self.name = name
        bytes =
            Array(
                (head.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\r\n") + "\r\n\r\n")
                    .utf8
            ) + body
    }

    private init(_ name: String, _ head: String, _ body: String) {
        self.init(name, head, Array(body.utf8))
    }

    private static let json = "HTTP/1.1 200 OK|Content-Type: application/json"

    static let all: [DamageFixture] = [
        DamageFixture("object", json, #"{"id": 7, "name": "Ada", "tags": ["a", "b"], "boss": null}"#),
        DamageFixture("numbers", json, "[0, -1, 1.5e-7, 12345678901234567890, 0.1, 1E400, 9007199254740993]"),
        DamageFixture("escapes", json, #"["\u00e9\ud83d\ude00\n\t\"\\\/", "\u0000", "Grüße 日本語 😀"]"#),
        DamageFixture(
            "nested",
            json,
            String(repeating: "[{\"a\":", count: 20) + "1" + String(repeating: "}]", count: 20)
        ),
        DamageFixture("pretty", json, "{\n  \"a\" : [ 1 , 2 ],\r\n\t\"b\" : { }\n}\n"),
        DamageFixture("prefix", json, ")]}',\n{\"id\": 7, \"name\": \"Ada\"}"),
        DamageFixture("mark", json, "\u{FEFF}{\"id\": 7, \"name\": \"Ada\"}"),
        DamageFixture("utf16", json, "{\"ä\": 1}".utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }),
        DamageFixture(
            "utf32",
            json,
            "[\"😀\"]".unicodeScalars.flatMap {
                [0, UInt8($0.value >> 16), UInt8($0.value >> 8 & 255), UInt8($0.value & 255)]
            }
        ),
        DamageFixture(
            "gbk",
            "HTTP/1.1 200 OK|Content-Type: application/json;charset=gbk",
            Array("[\"".utf8) + [0xC4, 0xE3, 0xBA, 0xC3] + Array("\"]".utf8)
        ),
        DamageFixture(
            "problem",
            "HTTP/2 404|content-type: application/problem+json",
            #"{"title":"No such user","status":404,"detail":"x"}"#
        ),
        DamageFixture(
            "login",
            "HTTP/1.1 200 OK|Content-Type: text/html; charset=utf-8",
            "<!DOCTYPE html><title>Sign in</title><p>x</p>"
        ),
        DamageFixture("text", "HTTP/3 200|content-type: text/plain; charset=\"utf-8\"", "Grüße, 日本語 and 😀\n"),
        DamageFixture(
            "shiftjis",
            "HTTP/1.1 200 OK|Content-Type: text/plain; charset=Shift_JIS",
            [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x0A]
        ),
        DamageFixture(
            "iso2022jp",
            "HTTP/1.1 200 OK|Content-Type: text/plain; charset=iso-2022-jp",
            [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x21]
        ),
        DamageFixture(
            "gb18030",
            "HTTP/1.1 200 OK|Content-Type: text/plain; charset=gb18030",
            [0x81, 0x30, 0x81, 0x30, 0x41, 0xFE, 0xFE]
        ),
        DamageFixture(
            "chunked",
            "HTTP/1.1 200 OK|Content-Type: text/plain|Transfer-Encoding: chunked",
            "5\r\nhello\r\n1;a=b\r\n!\r\n0\r\nX: y\r\n\r\n"
        ),
        DamageFixture("lengths", "HTTP/1.1 200 OK|Content-Type: text/plain|Content-Length: 5, 5", "hello"),
        DamageFixture("redirect", "HTTP/1.1 302 Found|Location: /b||HTTP/1.1 204 No Content|Set-Cookie: a=b", ""),
        DamageFixture(
            "interim",
            "HTTP/1.1 100 Continue||HTTP/1.0 200|content-type: image/png",
            [0x89, 0x50, 0x4E, 0x47]
        ),
    ]
}
