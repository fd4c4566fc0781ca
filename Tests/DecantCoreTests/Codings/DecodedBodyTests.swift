import DecantCore
import DecantTesting
import HTTPTypes
import Testing

@Suite("Content codings in the path of a response") struct DecodedBodyTests {
    private static let lines = String(repeating: "a line\n", count: 30)

    private static func sample(
        _ bytes: [UInt8],
        _ coding: String = "gzip",
        status: Int = 200,
        type: String = "text/plain",
        state: Bool? = nil
    ) -> ResponseSample {
        var sample = ResponseSample(status, type, bytes: bytes).with(coding, for: .contentEncoding)
        sample.isDecoded = state
        return sample
    }

    private static let coded = CodedSample.gzip(Array(lines.utf8))

    @Test(
        "A body is decoded before all other steps, with a note",
        arguments: [false, nil] as [Bool?]
    )
    func value(state: Bool?) throws {
        let sample = Self.sample(Self.coded, state: state)
        var seen: [Int] = []
        let serializer = LineCount()
        let decoded = try serializer.response(of: sample.body, for: sample.context)
        seen.append(decoded.value)
        #expect(seen == [30])
        #expect(decoded.findings.map(\.message) == ["decoded: gzip, \(Self.coded.count) -> 210 bytes"])
        #expect(decoded.findings.map(\.code) == [Finding.Code.contentCoding])
        let refusing = serializer.validating { _, body in body.count == 210 ? [] : [Finding(.rejected, .failure, "no")]
        }
        #expect(try refusing.value(of: sample.body, for: sample.context) == 30)
    }

    @Test("A body that the client has decoded is unchanged")
    func alreadyDecoded() throws {
        let sample = Self.sample(Array(Self.lines.utf8), state: true)
        #expect(try LineCount().response(of: sample.body, for: sample.context).findings.isEmpty)
        let evident = Self.sample(Array(Self.lines.utf8))
        #expect(try LineCount().response(of: evident.body, for: evident.context).findings.isEmpty)
        let coded = Self.sample(Self.coded, state: true)
        #expect(try DataResponseSerializer().value(of: coded.body, for: coded.context) == coded.body)
    }

    @Test("Plain text of the announced length was never coded, which is a warning")
    func labeled() throws {
        let bytes = Array(Self.lines.utf8)
        let sample = Self.sample(bytes).with("\(bytes.count)", for: .contentLength)
        let decoded = try LineCount().response(of: sample.body, for: sample.context)
        #expect(decoded.value == 30 && decoded.findings.map(\.severity) == [.warning])
        let received = Self.sample(bytes, state: false)
        #expect(
            try LineCount().response(of: received.body, for: received.context).findings.map(\.severity) == [.warning]
        )
    }

    @Test("A compressed file is unchanged, unless its length shows that the coding is still applied")
    func compressedFile() throws {
        let sample = Self.sample(Self.coded, type: "application/gzip")
        #expect(try DataResponseSerializer().value(of: sample.body, for: sample.context) == sample.body)
        let sent = sample.with("\(Self.coded.count)", for: .contentLength)
        #expect(try DataResponseSerializer().value(of: sent.body, for: sent.context).count == 210)
        let chunked = sent.with("chunked", for: .transferEncoding)
        #expect(try DataResponseSerializer().value(of: chunked.body, for: chunked.context) == sample.body)
    }

    @Test("Raw deflate without other evidence is decoded if possible, and otherwise unchanged with a warning")
    func attempt() throws {
        let raw = Self.sample(CodedSample.deflate(Array(Self.lines.utf8)), "deflate")
        let decoded = try LineCount().response(of: raw.body, for: raw.context)
        #expect(decoded.value == 30 && decoded.findings.map(\.severity) == [.note, .note])
        let other = Self.sample([0xE9, 0x0A, 0xE8, 0x0A], "deflate")
        let left = try LineCount().response(of: other.body, for: other.context)
        #expect(left.value == 2 && left.findings.map(\.severity) == [.warning])
        #expect(LineCount().error(for: other.with("4", for: .contentLength))?.codedBodyCount == 4)
    }

    @Test("Damaged data is an error with both offsets, the coded body, and the decoded bytes")
    func damage() throws {
        var bytes = Self.coded
        bytes[bytes.count - 7] ^= 1
        let error = try #require(LineCount().error(for: Self.sample(bytes)))
        #expect(error.code == .malformedBody && error.message.hasPrefix("gzip: expected the checksum"))
        #expect(error.body == Array(Self.lines.utf8) && error.offset == 210 && error.bodyCount == 210)
        #expect(error.codedBody == ResponseBytes(bytes) && error.codings == [.gzip])
        #expect(error.codedOffset == bytes.count - 8 && error.codedBodyCount == bytes.count)
        #expect(error.position == nil)
        #expect(error.description.contains("  codings: gzip, \(bytes.count) bytes"))
    }

    @Test("An error after decoding has its position in the text, and the coded body")
    func position() throws {
        let coded = CodedSample.gzip(Array("one\ntwo\0".utf8))
        let error = try #require(LineCount().error(for: Self.sample(coded)))
        #expect(error.position == SourcePosition(offset: 7, line: 2, column: 4))
        #expect(error.codedBody == ResponseBytes(coded) && error.codedOffset == nil)
        var limits = Limits()
        limits.errorBodyBytes = 4
        let capped = LineCount().limits(limits).error(for: Self.sample(coded))
        #expect(capped?.codedBody?.count == 4 && capped?.body.count == 4)
    }

    @Test("A bad status is the primary reason, with its decoded body or the error of decoding it")
    func badStatus() throws {
        let error = try #require(LineCount().error(for: Self.sample(Self.coded, status: 500)))
        #expect(error.code == .unacceptableStatus && error.errorBody(as: Int.self) == 30)
        let cut = try #require(LineCount().error(for: Self.sample(Array(Self.coded.dropLast(9)), status: 500)))
        #expect(cut.code == .unacceptableStatus && cut.errorBody == nil)
        #expect(cut.errorBodyFailure?.code == .truncatedBody)
    }

    @Test("No bytes in a coding are an empty body, even if the head forbids a body")
    func empty() throws {
        for state in [false, nil, true] as [Bool?] {
            let sample = Self.sample([], state: state)
            #expect(try DataResponseSerializer().response(of: sample.body, for: sample.context).isEmpty)
            #expect(LineCount().error(for: sample)?.code == .emptyBody)
        }
        let unmodified = Self.sample([1, 2], "br", status: 304)
        let serializer = DataResponseSerializer().statuses(nil)
        #expect(try serializer.response(of: unmodified.body, for: unmodified.context).isEmpty)
    }

    @Test("A coded body without content follows the rule for empty bodies")
    func emptyOutput() throws {
        #expect(LineCount().error(for: Self.sample(CodedSample.gzip([])))?.code == .emptyBody)
    }

    @Test("A compound decodes the codings once for all members")
    func compound() throws {
        let twice = Self.sample(CodedSample.gzip(Self.coded))
        let compound = CompoundResponseSerializer([
            LineCount().accepting("text/csv").validating { _, _ in [Finding(.rejected, .failure, "no")] }.map { _ in
                ResponseBytes()
            },
            DataResponseSerializer(),
        ])
        let decoded = try compound.response(of: twice.body, for: twice.context)
        #expect(decoded.value == Self.coded)
        #expect(decoded.findings.filter { $0.code == .contentCoding }.count == 1)
    }

    @Test("An unknown coding is rejected by name, unless the bytes are plain")
    func unknown() throws {
        let refused = LineCount().error(for: Self.sample([0x80, 0x81], "dcb"))
        #expect(refused?.code == .unsupportedFormat && refused?.message.contains("“dcb”") == true)
        let plain = Self.sample(Array(Self.lines.utf8), "dcb")
        #expect(try LineCount().value(of: plain.body, for: plain.context) == 30)
        let other = Self.sample([0x80, 0x81], "dcb", type: "application/octet-stream")
        let left = try DataResponseSerializer().response(of: other.body, for: other.context)
        #expect(left.value == other.body && left.findings.map(\.severity) == [.warning])
    }

    @Test("A plain body of the announced length with an unknown coding is unchanged, with a warning")
    func plainBodyUnderAnUnknownCoding() throws {
        let bytes = Array("[1]".utf8)
        for (length, severities) in [("3", [Finding.Severity.warning]), ("9", [])] {
            let sample = Self.sample(bytes, "bogus").with(length, for: .contentLength)
            let decoded = try DataResponseSerializer().response(of: sample.body, for: sample.context)
            #expect(decoded.value == bytes)
            #expect(decoded.findings.filter { $0.code == .contentCoding }.map(\.severity) == severities)
        }
    }

    @Test("Limits apply to responses, and a bad status is the primary reason")
    func limits() {
        let (sample, refused) = (Self.sample(Self.coded), Self.sample(Self.coded, status: 500))
        for (name, least) in [(Limits.Name.bodyBytes, 210), (.codedBytes, Self.coded.count), (.codingLayers, 1)] {
            for value in [-1, 0, 1, least - 1] where value < least {
                let error = LineCount().limits { $0[name] = value }.error(for: sample)
                #expect(error?.limit == name && error?.code == .limitExceeded)
                #expect((error?.body.count ?? 0) <= max(0, value) || name != .bodyBytes)
                let status = LineCount().limits { $0[name] = value }.error(for: refused)
                #expect(status?.code == .unacceptableStatus && status?.errorBodyFailure?.limit == name)
            }
            for value in [least, .max] {
                #expect(LineCount().limits { $0[name] = value }.error(for: sample) == nil)
            }
        }
    }
}
