import DecantCore
import DecantText
import Testing

@Suite struct TextDecoderTests {
    @Test(arguments: DecoderCase.all) func oneByteAtATimeGivesTheSameAsTheWholeText(sample: DecoderCase) throws {
        let whole = try Decoding(sample.bytes, sample.charset)
        for chunk in 1...3 { #expect(try Decoding(sample.bytes, sample.charset, chunk: chunk) == whole) }
        let failure = Decoding.strictFailure(sample.bytes, sample.charset, chunk: 1)
        #expect(failure?.offset == sample.malformed)
    }

    @Test(arguments: Charset.allCases) func anyBytesDecodeTheSameInAnyChunks(charset: Charset) throws {
        var generator = ByteGenerator(seed: 1)
        for length in stride(from: 1, to: 200, by: 9) {
            let bytes = generator.bytes(length)
            let whole = try Decoding(bytes, charset)
            for chunk in [1, 2, 5] { #expect(try Decoding(bytes, charset, chunk: chunk) == whole, "\(bytes)") }
            #expect(Decoding.strictFailure(bytes, charset)?.offset == whole.firstReplacement)
        }
    }

    @Test("Characters are decoded as soon as they are complete") func charactersAreDecodedAsSoonAsThey() throws {
        var decoder = TextDecoder(.gb18030)
        #expect(try decoder.decode([0x61, 0x81]) == "a")
        #expect(try decoder.decode([0x30]) == "")
        #expect(try decoder.decode([]) == "")
        #expect(try decoder.decode([0x81]) == "")
        #expect(try decoder.decode([0x30, 0x62]) == "\u{80}b")
        #expect(try decoder.finish() == "")
    }

    @Test func blocksAreSeamless() throws {
        for shift in 0..<4 {
            let bytes = Array("abc".utf8.prefix(shift)) + Array(repeating: [0x83, 0x65], count: 20_000).flatMap(\.self)
            let decoded = try Decoding(bytes, .shiftJIS)
            #expect(decoded.text == String("abc".prefix(shift)) + String(repeating: "テ", count: 20_000))
        }
    }

    @Test func manyMalformedBytesAreCounted() throws {
        let decoded = try Decoding(Array(repeating: 0xFF, count: 100_000), .utf8)
        #expect(decoded.replacements == 100_000)
        #expect(decoded.firstReplacement == 0)
    }

    @Test func aDecoderIsAValue() throws {
        var decoder = TextDecoder(.shiftJIS)
        _ = try decoder.decode([0x83])
        var copy = decoder
        #expect(try copy.decode([0x65]) == "テ")
        #expect(try decoder.decode([0x58]) == "ス")
    }
}
