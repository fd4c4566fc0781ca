import DecantCore
import DecantTesting
import HTTPTypes
import Testing

@Suite struct EmptyBodiesTests {
    struct OptionalLineCount: ResponseSerializer {
        var handling = ResponseHandling(accepting: ["text/plain"])

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int? {
            try LineCount().decode(body, in: &context)
        }
    }

    /// Responses that count as empty regardless of their bytes.
    static let alwaysEmpty: [ResponseSample] = [
        ResponseSample(204, nil), ResponseSample(205, nil), ResponseSample(204, "text/html"),
        ResponseSample(204, "text/plain", "ignored"), ResponseSample(200, "text/plain", "ignored", method: .head),
    ]

    @Test("J02, J12, K06: for a type without an empty value, an empty body is an error", arguments: alwaysEmpty)
    func isAnError(sample: ResponseSample) throws {
        let error = try #require(LineCount().error(for: sample))
        #expect(error.code == .emptyBody)
        #expect(error.hint == "wrap the serializer in `.optional(…)` to decode an empty body as nil")
    }

    @Test("J02, U05: an optional output is nil, with any acceptable status", arguments: alwaysEmpty)
    func optional(sample: ResponseSample) throws {
        let decoded = try sample.response(as: OptionalLineCount())
        #expect(decoded.value == nil)
        #expect(decoded.isEmpty)
    }

    @Test("G08: data is empty, and an empty type has its value", arguments: alwaysEmpty + [ResponseSample(200, nil)])
    func dataAndEmpty(sample: ResponseSample) throws {
        #expect(try sample.value(as: DataResponseSerializer()).isEmpty)
        #expect(try sample.response(as: .empty).isEmpty)
    }

    @Test func anEmptyTypeIgnoresABody() throws {
        let decoded = try ResponseSample(200, "text/html", "x").response(as: .empty)
        #expect(decoded.value == EmptyResponse())
        #expect(!decoded.isEmpty)
    }

    @Test("J03, J04: in text formats, a body of whitespace is empty")
    func whitespace() {
        struct Text: ResponseSerializer {
            var handling = ResponseHandling(accepting: ["text/plain"], treatsWhitespaceAsEmpty: true)
            func decode(_ body: ResponseBytes, in context: inout DecodingContext) -> Int { body.count }
        }
        for text in [" ", "\n", "  ", "\r\n\t ", "\u{FEFF}", "\u{FEFF} \n"] {
            #expect(Text().error(for: ResponseSample(200, "text/plain", text))?.code == .emptyBody, "\(text)")
        }
        for bytes in [[0xFF, 0xFE, 0x20, 0], [0, 0x0A], [0, 0, 0, 0x20], [0x20, 0, 0, 0], [0xFF, 0xFE]] as [[UInt8]] {
            #expect(Text().error(for: ResponseSample(200, "text/plain", bytes: bytes))?.code == .emptyBody, "\(bytes)")
        }
        for bytes in [[0], [0, 0], [0x20, 0, 0], [0x20, 0x41], [0xFF, 0xFE, 0, 0x20]] as [[UInt8]] {
            #expect(Text().error(for: ResponseSample(200, "text/plain", bytes: bytes)) == nil, "\(bytes)")
        }
        #expect(Text().error(for: ResponseSample(200, "text/plain", " x")) == nil)
        #expect(LineCount().error(for: ResponseSample(200, "text/plain", " ")) == nil)
    }

    @Test func aBodyThatPreparationEmptiesIsEmpty() throws {
        let sample = ResponseSample(200, "text/plain", ")]}'\n")
        #expect(LineCount().removingXSSIPrefix().error(for: sample)?.code == .emptyBody)
        let emptying = OptionalLineCount().preparing { _, _ in ResponseBytes() }
        let decoded = try sample.response(as: emptying)
        #expect(decoded.value == nil)
        #expect(decoded.isEmpty)
    }

    @Test func aMapMayRejectTheValueOfAnEmptyBody() {
        struct Mine: Error {}
        let error = OptionalLineCount().map { _ -> Int? in throw Mine() }.error(for: ResponseSample(204, nil))
        #expect(error?.code == .dataCorrupted)
        #expect(error?.underlying is Mine)
    }

    @Test("304 is empty if its status is accepted")
    func notModified() throws {
        let decoded = try ResponseSample(304, nil).response(as: DataResponseSerializer().statuses([304]))
        #expect(decoded.isEmpty)
    }

    @Test func unexpectedBytesAreAFinding() throws {
        let decoded = try ResponseSample(204, "text/plain", "abc").response(as: DataResponseSerializer())
        #expect(decoded.value.isEmpty)
        #expect(decoded.findings.map(\.code) == [.unexpectedBody])
    }

    @Test("J11: an empty body does not replace a bad status")
    func badStatus() {
        #expect(LineCount().error(for: ResponseSample(500, nil))?.code == .unacceptableStatus)
        #expect(LineCount().error(for: ResponseSample(404, nil, method: .head))?.code == .unacceptableStatus)
    }

    @Test func theTypesOfTheStandardLibraryHaveValues() {
        #expect(Int?.emptyBodyValue == nil)
        #expect(String.emptyBodyValue == "")
        #expect([UInt8].emptyBodyValue == [])
        #expect(LineCount().emptyValue() == nil)
    }
}
