import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import DecantText
import Foundation
import HTTPTypes
import Testing

/// Multipart bodies, whole and as streams.
@Suite struct MultipartTests {
    private struct User: Decodable, Sendable, Equatable { var login: String }

    private static let batch = """
        --b\r
        Content-Type: application/http\r
        \r
        HTTP/1.1 200 OK\r
        Content-Type: application/json\r
        \r
        {"login":"a"}\r
        --b\r
        Content-Type: application/http\r
        \r
        HTTP/1.1 404 Not Found\r
        Content-Type: application/json\r
        \r
        {"message":"no such user"}\r
        --b--\r

        """

    private func parts(
        _ text: String,
        _ type: ResponseMediaType = "multipart/mixed; boundary=b",
        _ serializer: MultipartResponseSerializer = .multipart
    ) throws(ResponseError) -> [BodyPart] {
        try serializer.value(of: text.utf8, for: type)
    }

    private func error(_ text: String, _ type: ResponseMediaType = "multipart/mixed; boundary=b") throws
        -> ResponseError
    {
        do throws(ResponseError) {
            let parts = try parts(text, type)
            Issue.record("\(parts.count) parts")
            return ResponseError(.rejected, "")
        } catch {
            return error
        }
    }

    private func part(_ head: String, _ body: String = "x") throws -> BodyPart {
        try #require(try parts("--b\r\n\(head)\r\n\r\n\(body)\r\n--b--").first)
    }

    // MARK: - Heads

    @Test(
        arguments: [
            (#"form-data; name="a b""#, "a b", nil), ("form-data; name=a; filename=b.txt", "a", "b.txt"),
            (#"form-data; name="a%22b%0D%0A"; filename="c\"d.txt""#, "a\"b\r\n", "c\"d.txt"),
            (#"form-data; filename="C:\dir\a.txt""#, nil, #"C:\dir\a.txt"#),
            ("form-data; NAME=\"é\"; filename=\"naïve.txt\"", "é", "naïve.txt"),
            ("attachment; filename=\"a.txt\"; filename*=UTF-8''%e2%82%ac.txt", nil, "€.txt"),
            ("attachment; filename*=iso-8859-1'en'%A3.txt", nil, "£.txt"),
            ("attachment; filename*=UTF-8''%ff; filename=a.txt", nil, "a.txt"),
            ("attachment; filename*=latin2''%ff; filename=a.txt", nil, "a.txt"),
            ("form-data; x; =; name", nil, nil), ("form-data; name=\"unterminated", "unterminated", nil),
            ("form-data; name = \"a\" junk ; filename = b", "a", "b"),
        ] as [(String, String?, String?)]
    )
    func aHeadHasNames(disposition: String, name: String?, fileName: String?) throws {
        let head = try part("Content-Disposition: \(disposition)").head
        #expect(head.name == name && head.fileName == fileName)
    }

    @Test func aHeadHasFieldsAndAMediaType() throws {
        let head = try part("X-A: 1\r\n  2\r\nCONTENT-TYPE: Text/HTML; charset=latin1\r\nx-a: 3").head
        #expect(head.fields.count == 3 && head.fields[values: HTTPField.Name("x-a")!] == ["1 2", "3"])
        #expect(head.mediaType?.essence == "text/html" && head.mediaType?.charset == "latin1")
        let empty = try #require(try parts("--b\r\n\r\nx\r\n--b--").first).head
        #expect(empty.fields.isEmpty && empty.mediaType == nil && empty.name == nil && empty.fileName == nil)
    }

    // MARK: - Bodies

    @Test func aPartIsDecodedByAnySerializer() throws {
        let json = try part("Content-Type: application/json", #"{"login":"a"}"#)
        #expect(try json.value(as: .json(User.self)) == User(login: "a"))
        #expect(try json.response(as: .json(User.self)).value == User(login: "a"))
        #expect(try part("X: 1", #"{"login":"a"}"#).value(as: .json(User.self)) == User(login: "a"))
        let text = try part("Content-Type: text/plain; charset=latin1", "a")
        #expect(try text.value(as: .string) == "a")
        let error = #expect(throws: ResponseError.self) { try text.value(as: .json(User.self)) }
        #expect(error?.code == .unacceptableMediaType)
        let malformed = #expect(throws: ResponseError.self) {
            try self.part("Content-Type: application/json", "{\"login\":}").value(as: .json(User.self))
        }
        #expect(malformed?.offset == 9)
    }

    @Test func transferEncodingsAreDecodedOrNamed() throws {
        let base64 = try part("Content-Transfer-Encoding: BASE64", "eyJsb2dpbiI6\r\nImEifQ==")
        #expect(try base64.value(as: .json(User.self)) == User(login: "a"))
        #expect(base64.body.count == 22)
        let invalid = try part("Content-Transfer-Encoding: base64", "?")
        #expect(throws: ResponseError.self) { try invalid.value(as: .data) }
        let printable = try part("Content-Transfer-Encoding: quoted-printable", "=41")
        let error = #expect(throws: ResponseError.self) { try printable.value(as: .data) }
        #expect(error?.code == .unsupportedFormat)
    }

    @Test func thePartsOfABatchAreResponses() throws {
        let parts = try parts(Self.batch)
        #expect(try parts[0].value(as: .json(User.self)) == User(login: "a"))
        #expect(try parts[0].response(as: .json(User.self)).context.status?.code == 200)
        let error = #expect(throws: ResponseError.self) { try parts[1].value(as: .json(User.self)) }
        #expect(error?.code == .unacceptableStatus && error?.serverMessage == "no such user")
        let request = try part("Content-Type: application/http", "GET / HTTP/1.1\r\n\r\n")
        let malformed = #expect(throws: ResponseError.self) { try request.value(as: .data) }
        #expect(malformed?.code == .malformedHead)
        let bodyless = try part("Content-Type: application/http", "HTTP/1.1 204 No Content")
        #expect(try bodyless.value(as: .json(User.self).optional) == nil)
        let irregular = try part("Content-Type: application/http", "HTTP/1.1 200 OK\r\nA\r\nB C: 1\r\nD: 1\r\n\r\nx")
        let response = try irregular.response(as: .data)
        #expect(Array(response.value) == Array("x".utf8))
        let finding = response.findings.first { $0.code == .irregularMultipart }
        #expect(finding?.message == "ignored 2 lines of the head that are not fields")
        let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
        let chunked = try part("Content-Type: application/http", chunks)
        let unsupported = #expect(throws: ResponseError.self) { try chunked.value(as: .data) }
        #expect(unsupported?.code == .unsupportedFormat)
        #expect(unsupported?.message == "the response in the part has a transfer coding")
    }

    @Test("A part that is multipart is read by the same serializer") func aPartThatIsMultipartIsReadByTheSame() throws {
        var (text, boundary) = ("x", "b")
        for depth in (0..<6).reversed() {
            boundary = depth == 0 ? "b" : "b\(depth)"
            let type = "Content-Type: multipart/mixed; boundary=b\(depth + 1)"
            text = "--\(boundary)\r\n\(type)\r\n\r\n\(text)\r\n--\(boundary)--"
        }
        var part = try #require(try parts(text).first)
        for _ in 0..<3 { part = try #require(try part.value(as: .multipart).first) }
        let error = #expect(throws: ResponseError.self) { try part.value(as: .multipart) }
        #expect(error?.code == .limitExceeded && error?.limit == .partNesting)
        let wide = MultipartResponseSerializer().limits { $0.partNesting = 5 }
        #expect(try part.value(as: wide.map(\.count)) == 1)
    }

    // MARK: - Bodies that deviate

    @Test(arguments: [
        ("--b\r\nX: 1\r\n\r\nx", ResponseError.Code.truncatedBody, "the body ends inside part 1"),
        ("--b\r\nX: 1", .truncatedBody, "the body ends inside the head of part 1"),
        ("--b\r\nX 1\r\n\r\nx\r\n--b--", .malformedBody, "expected “:” after the name of a field"),
        ("--b\r\n: 1\r\n\r\nx\r\n--b--", .malformedBody, "expected the name of a field"),
        ("--b\r\n X: 1\r\n\r\nx\r\n--b--", .malformedBody, "the first line is folded"),
        ("--b\r\nX: \0\r\n\r\nx\r\n--b--", .malformedBody, "a field has a zero byte"),
        ("--b\r\nX: 1\n\r\n\r\nx\r\n--b--", .malformedBody, "expected CR before LF"),
        ("--b\r\nX: 1\r2\r\n\r\nx\r\n--b--", .malformedBody, "expected LF after CR"),
        ("x", .malformedBody, "no line of the body is the delimiter “--b”"),
    ])
    func aMalformedBodyIsRejected(text: String, code: ResponseError.Code, message: String) throws {
        let error = try error(text)
        #expect(error.code == code && error.message.contains(message), "\(error)")
    }

    @Test(arguments: ["multipart/mixed; boundary=c", "multipart/mixed", "multipart/x-mixed-replace; boundary=--b"])
    func theErrorOfAWrongBoundaryNamesTheOption(type: String) throws {
        let text = "--b\r\nX: 1\r\n\r\nx\r\n--b--"
        let error = try error(text, try #require(ResponseMediaType(parsing: type)))
        #expect(error.code == (type.contains("=") ? .malformedBody : .malformedMediaType))
        #expect(error.remedies.first?.name == "boundary")
        #expect(error.hint?.contains(".multipart(options: MultipartOptions(boundary: \"b\"))") == true)
        let options = MultipartOptions(boundary: "b")
        #expect(try parts(text, "multipart/mixed", .multipart(options: options)).count == 1)
        var reader = StreamSerializer.multipart(options: options).reader()
        reader.append((text + "\r\n").utf8)
        #expect(try reader.next()?.body == ResponseBytes("x".utf8))
    }

    @Test func deviationsAreFindings() throws {
        func findings(_ text: String, _ type: ResponseMediaType = "multipart/mixed; boundary=b") throws -> [Finding] {
            try MultipartResponseSerializer().response(of: text.utf8, for: type).findings
        }
        #expect(try findings("--b\nX: 1\n\nx\n--b--\n").map(\.code) == [.irregularMultipart])
        #expect(try findings("--b\r\nContent-Length: 9\r\n\r\nx\r\n--b--").map(\.code) == [.truncatedBody])
        #expect(try findings("--b\r\ncontent-length: 0\r\n\r\nx\r\n--b--").map(\.code) == [.surplusBytes])
        #expect(try findings("preamble\r\n--b\r\n\r\nx\r\n--b--\r\nepilogue").isEmpty)
        let long = String(repeating: "b", count: 71)
        let type = try #require(ResponseMediaType(parsing: "multipart/mixed; boundary=\(long)"))
        #expect(try findings("--\(long)--", type).map(\.code) == [.irregularMultipart])
        let endless: ResponseMediaType = "multipart/x-mixed-replace; boundary=b"
        #expect(try findings("--b\r\n\r\nx\r\n--b\r\n\r\ny", endless).map(\.code) == [.incompleteItem])
        #expect(try parts("--b\r\n\r\nx\r\n--b\r\n\r\ny", endless).count == 1)
        #expect(try findings("--b\r\n\r\nx\r\n--b\r\n", endless).isEmpty)
    }

    @Test func partsWithAMalformedHeadAreSkipped() throws {
        let text = "--b\r\nX 1\r\n\r\nx\r\n--b\r\n--b\r\n\r\ny\r\n--b--"
        var reader = StreamSerializer.multipart.skippingBadItems().reader(mediaType: "multipart/mixed; boundary=b")
        reader.append(text.utf8)
        reader.finish()
        #expect(try reader.next()?.body == ResponseBytes("y".utf8))
        #expect(try reader.next() == nil)
        #expect(reader.findings.map(\.code) == [.skippedItem, .skippedItem])
    }

    // MARK: - Limits

    @Test(arguments: [
        (Limits.Name.parts, 1), (.partHeadBytes, 20), (.boundaryBytes, 0), (.partNesting, 0), (.itemBytes, 30),
    ])
    func aLimitIsNamed(name: Limits.Name, value: Int) throws {
        let text = "--b\r\n\r\nx\r\n--b\r\nX-Long: 0123456789\r\n\r\n0123456789\r\n--b--"
        let type: ResponseMediaType = "multipart/mixed; boundary=b"
        func error(_ chunks: [ArraySlice<UInt8>]) -> ResponseError? {
            var reader = StreamSerializer.multipart.limits { $0[name] = value }.reader(mediaType: type)
            do throws(ResponseError) {
                for chunk in chunks {
                    reader.append(chunk)
                    while try reader.next() != nil {}
                }
                reader.finish()
                while try reader.next() != nil {}
                return nil
            } catch {
                return error
            }
        }
        if name == .partNesting {
            let serializer = MultipartResponseSerializer().limits { $0.partNesting = 0 }
            let error = #expect(throws: ResponseError.self) { try self.parts(text, type, serializer) }
            #expect(error?.limit == .partNesting)
            return
        }
        let bytes = Array(text.utf8)
        let whole = try #require(error([bytes[...]]))
        #expect(whole.code == .limitExceeded && whole.limit == name)
        for cut in Cuts.single(bytes) + [Cuts.bytes(bytes)] { #expect(error(cut)?.description == whole.description) }
    }

    @Test func anEndlessStreamHasNoLimitOfParts() throws {
        let text = String(repeating: "--b\r\n\r\nx\r\n", count: 20)
        let type: ResponseMediaType = "multipart/x-mixed-replace; boundary=b"
        #expect(try parts(text, type, MultipartResponseSerializer().limits { $0.parts = 1 }).count == 19)
        var limited = StreamSerializer.multipartChunks.limits { $0.itemBytes = 1 }.reader(mediaType: type)
        limited.append(text.utf8)
        #expect(try limited.next() != nil)
    }

    // MARK: - Streams

    @Test func aStreamHasPartsAsTheyArrive() async throws {
        let chunks = AsyncStream<[UInt8]> { continuation in
            for byte in Self.batch.utf8 { continuation.yield([byte]) }
            continuation.finish()
        }
        let head = HTTPResponse(
            status: .ok,
            headerFields: [.contentType: "multipart/mixed; boundary=\"b\""]
        )
        let stream = try await StreamSerializer.multipart.stream(of: chunks, for: head)
        var users: [User?] = []
        for try await part in stream { users.append(try? part.value(as: .json(User.self))) }
        #expect(users == [User(login: "a"), nil])
    }

    @Test func aStreamChecksItsMediaType() async throws {
        let chunks = AsyncStream<[UInt8]> { $0.finish() }
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])
        let error = await #expect(throws: ResponseError.self) {
            try await StreamSerializer.multipart.stream(of: chunks, for: head)
        }
        #expect(error?.code == .unacceptableMediaType)
    }

    @Test func aResponseWithoutABodyHasNoParts() async throws {
        let chunks = AsyncStream<[UInt8]> { $0.finish() }
        let head = HTTPResponse(
            status: .noContent,
            headerFields: [.contentType: "multipart/mixed; boundary=b"]
        )
        for try await part in try await StreamSerializer.multipart.stream(of: chunks, for: head) {
            Issue.record("\(part)")
        }
    }

    @Test func optionsAreStored() throws {
        let serializer = MultipartResponseSerializer(options: MultipartOptions(boundary: "b"))
        let encoded = try JSONEncoder().encode(serializer.options)
        #expect(String(decoding: encoded, as: UTF8.self) == #"{"boundary":"b"}"#)
        #expect(try JSONDecoder().decode(MultipartOptions.self, from: encoded) == serializer.options)
        #expect(try JSONEncoder().encode(MultipartOptions()) == Data("{}".utf8))
    }
}
