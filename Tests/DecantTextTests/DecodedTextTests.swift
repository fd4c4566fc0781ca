import DecantCore
import DecantText
import Testing

@Suite struct DecodedTextTests {
    @Test func aUTF8BodyIsNotCopied() throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let body = ResponseBytes([0xEF, 0xBB, 0xBF] + Array("é".utf8))
        let text = try DecodedText.decode(body, in: &context)
        #expect(text.body.storage === body.storage)
        #expect(text.body.start == 3)
        #expect(text.sourceText.sourceOffset(of: 2) == 5)
    }

    @Test func aValidatingCallerSkipsTheValidationPass() throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let body = ResponseBytes([0x61, 0xFF])
        #expect(try DecodedText.decode(body, in: &context, validatesUTF8: false).body == body)
        #expect(throws: ResponseError.self) { try DecodedText.decode(body, in: &context) }
    }

    @Test func transcodedTextHasSlackAfterIt() throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let text = try DecodedText.decode(
            ResponseBytes([0x83, 0x65]),
            in: &context,
            options: TextOptions(charset: .shiftJIS)
        )
        #expect(text.body.storage.count == 3)
        #expect((3..<3 + ResponseBytes.slack).allSatisfy { text.body.storage[$0] == 0 })
    }

    @Test(arguments: DecoderCase.all) func textPositionsMapBackToTheBytes(sample: DecoderCase) throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let options = TextOptions(charset: sample.charset, replacesMalformed: true)
        // A dropped prefix counts.
        let body = ResponseBytes([0x21, 0x21] + sample.bytes).dropFirst(2)
        let text = try DecodedText.decode(body, in: &context, options: options)
        var last = 0
        for offset in 0...text.body.count {
            let source = text.sourceText.sourceOffset(of: offset)
            #expect(source >= last && source >= 2)
            last = source
        }
        #expect(last == body.start + sample.bytes.count || text.charset == .utf8)
    }

    @Test func aPositionIsTheStartOfTheCharacter() throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let body = ResponseBytes([0x61, 0x83, 0x65, 0x83, 0x58, 0x62])
        let text = try DecodedText.decode(body, in: &context, options: TextOptions(charset: .shiftJIS))
        #expect((0...8).map { text.sourceText.sourceOffset(of: $0) } == [0, 1, 1, 1, 3, 3, 3, 5, 6])
    }

    @Test("An error found in the text is located in both texts") func anErrorFoundInTheTextIsLocatedInBoth() throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let body = ResponseBytes([0x61, 0x0A, 0x83, 0x65, 0x83, 0x58, 0x21])
        let text = try DecodedText.decode(body, in: &context, options: TextOptions(charset: .shiftJIS))
        let error = ResponseError(.malformedBody, "no", at: .text(8, text.sourceText))
        #expect(error.position == SourcePosition(offset: 6, line: 2, column: 3))
        #expect(error.snippet?.text == "テス!")
    }

    @Test("Malformed bytes are shown in the text around them") func malformedBytesAreShownInTheTextAround() throws {
        let error = #expect(throws: ResponseError.self) {
            try StringResponseSerializer().charset(.shiftJIS).value(
                of: [0x0A, 0x83, 0x65, 0xA0, 0x83, 0x58, 0x0A, 0x61],
                for: ResponseContext(mediaType: nil)
            )
        }
        #expect(error?.position == SourcePosition(offset: 3, line: 2, column: 2))
        #expect(error?.snippet?.text == "テ\u{FFFD}ス")
        #expect(error?.hint?.hasPrefix("the caller declares Shift_JIS; ") == true)
        #expect(error?.message == "the text is not valid Shift_JIS at offset 3")
    }

    @Test func offsetsCountADroppedMark() throws {
        for (bytes, offset) in [
            ([0xFF, 0xFE, 0x61, 0x00, 0x00, 0xD8], 4), ([0xEF, 0xBB, 0xBF, 0x61, 0x80], 4),
        ] as [([UInt8], Int)] {
            let error = #expect(throws: ResponseError.self) {
                try StringResponseSerializer().value(of: bytes, for: ResponseContext(mediaType: nil))
            }
            #expect(error?.offset == offset)
            #expect(error?.message.hasSuffix("offset \(offset)") == true)
            let response = try StringResponseSerializer().replacingMalformed().response(
                of: ResponseBytes(bytes),
                for: ResponseContext(mediaType: nil)
            )
            #expect(response.value == "a\u{FFFD}")
            #expect(response.findings.last?.code == .replacedBytes)
            #expect(response.findings.last?.offset == offset)
        }
    }

    @Test func replacementsAreCounted() throws {
        let response = try StringResponseSerializer().replacingMalformed().response(
            of: ResponseBytes([0x61, 0xFF, 0x62, 0xFE]),
            for: ResponseContext(mediaType: "text/plain")
        )
        #expect(response.value == "a\u{FFFD}b\u{FFFD}")
        #expect(
            response.findings == [
                Finding(.replacedBytes, .warning, "malformed UTF-8 was replaced by U+FFFD 2 times", offset: 1)
            ]
        )
    }

    @Test("Bytes after an error in ISO-2022-JP are decoded in their mode") func bytesAfterAnErrorInISO2022JPAreDecoded()
    {
        let error = #expect(throws: ResponseError.self) {
            try StringResponseSerializer().charset(.iso2022JP).value(
                of: [0x1B, 0x24, 0x42, 0x25, 0x46, 0x29, 0x21, 0x25, 0x39],
                for: ResponseContext(mediaType: nil)
            )
        }
        #expect(error?.snippet?.text == "テ\u{FFFD}ス")
        #expect(error?.offset == 5)
    }
}
