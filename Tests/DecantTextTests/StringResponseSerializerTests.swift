import DecantCore
import DecantTesting
import DecantText
import Foundation
import Testing

@Suite struct StringResponseSerializerTests {
    @Test func keepsTheContract() {
        let sample = ResponseSample(200, "text/plain", "text")
        #expect(SerializerContract(StringResponseSerializer(), accepted: sample).violations() == [])
        #expect(SerializerContract(.string, accepted: sample).violations() == [])
    }

    @Test(arguments: [
        "text/plain", "text/html", "text/csv", "application/json", "application/problem+json", "application/xml",
        "image/svg+xml", "application/javascript", "application/x-www-form-urlencoded", "application/yaml",
    ])
    func acceptsText(mediaType: String) throws {
        let sample = ResponseSample(200, mediaType, "a")
        #expect(try StringResponseSerializer().value(of: sample.body, for: sample.context) == "a")
    }

    @Test(arguments: ["image/png", "application/octet-stream", "application/pdf", "application/zip"])
    func rejectsOtherContent(mediaType: String) throws {
        let sample = ResponseSample(200, mediaType, "a")
        let error = #expect(throws: ResponseError.self) {
            try StringResponseSerializer().value(of: sample.body, for: sample.context)
        }
        #expect(error?.code == .unacceptableMediaType)
        let any = StringResponseSerializer().acceptingAnyMediaType()
        #expect(try any.value(of: sample.body, for: sample.context) == "a")
    }

    @Test("An empty body is the empty string, and whitespace is text") func anEmptyBodyIsTheEmptyStringAndWhitespace()
        throws
    {
        #expect(try StringResponseSerializer().value(of: [], for: ResponseContext(mediaType: nil)) == "")
        #expect(try StringResponseSerializer().value(of: " \r\n".utf8, for: ResponseContext(mediaType: nil)) == " \r\n")
        let sample = ResponseSample(204, nil, "")
        #expect(try StringResponseSerializer().value(of: sample.body, for: sample.context) == "")
        #expect(
            try StringResponseSerializer().value(of: [0xEF, 0xBB, 0xBF], for: ResponseContext(mediaType: nil)) == ""
        )
    }

    @Test func theHeadNamesTheCharset() throws {
        for contentType in [
            "text/plain; charset=Shift_JIS", "text/plain;Charset=\"x-sjis\"", "TEXT/PLAIN; CHARSET=SJIS",
        ] {
            let sample = ResponseSample(200, contentType, bytes: [0x83, 0x65])
            #expect(try StringResponseSerializer().value(of: sample.body, for: sample.context) == "テ")
        }
    }

    @Test("C06: the caller's charset overrides the one that the server declares")
    func callersCharset() throws {
        // A GBK character missing from GB 2312 proper, and the euro sign of windows-1252.
        let sample = ResponseSample(200, "text/plain; charset=utf-8", bytes: [0x80])
        let text = try StringResponseSerializer().charset(.windows1252).value(of: sample.body, for: sample.context)
        #expect(text == "€")
    }

    @Test("C03, U07: bytes that are invalid in the charset are an error, never nil or Latin-1")
    func undecodableText() {
        let sample = ResponseSample(200, "text/plain", bytes: Array("caf".utf8) + [0xE9])
        let error = #expect(throws: ResponseError.self) {
            try StringResponseSerializer().value(of: sample.body, for: sample.context)
        }
        #expect(error?.code == .invalidText)
        #expect(error?.message == "the text is not valid UTF-8 at offset 3")
        #expect(error?.position == SourcePosition(offset: 3, line: 1, column: 4))
        #expect(error?.hint?.hasPrefix("no charset is declared, so the text was read as UTF-8; ") == true)
    }

    @Test func theBodyOfABadStatusIsKeptAsText() {
        let sample = ResponseSample(500, "text/html", "<title>Out of order</title>")
        let error = #expect(throws: ResponseError.self) {
            try StringResponseSerializer().value(of: sample.body, for: sample.context)
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.errorBody(as: String.self) == "<title>Out of order</title>")
    }

    @Test("Every option survives coding with a value that is not its default")
    func everyOptionSurvivesCodingWithANondefault() throws {
        var serializer = StringResponseSerializer(options: TextOptions(charset: .shiftJIS, replacesMalformed: true))
        serializer.handling.configuration.treatsWhitespaceAsEmpty = true
        serializer.handling.configuration.statuses = [404]
        let restored = try StringResponseSerializer().restoring(serializer.storedConfiguration())
        #expect(restored.options == serializer.options)
        #expect(restored.options.hashValue == serializer.options.hashValue)
        #expect(restored.handling.configuration == serializer.handling.configuration)
        #expect(restored.options != TextOptions())
    }

    @Test("An unknown charset is an error that names the known ones") func anUnknownCharsetIsAnErrorThatNames() throws {
        let error = #expect(throws: DecodingError.self) {
            try StringResponseSerializer().restoring(#"{"options":{"charset":"klingon"}}"#)
        }
        let message = "“klingon” is not a charset for “options.charset”; expected UTF-8, IBM866, "
        #expect(String(describing: error).contains(message))
    }

    @Test func modifiersAreInTheConfiguration() {
        let serializer = StringResponseSerializer().charset(.big5).replacingMalformed().accepting("image/png")
        #expect(serializer.options == TextOptions(charset: .big5, replacesMalformed: true))
        #expect(serializer.charset(nil).options.charset == nil)
        #expect(serializer.handling.configuration.mediaTypes?.last == "image/png")
        #expect(
            TextOptions.mediaTypes.count + 1
                == serializer.handling.configuration.mediaTypes?.count
        )
    }
}
