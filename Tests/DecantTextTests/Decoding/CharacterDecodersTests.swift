import DecantText
import Testing

@Suite struct CharacterDecodersTests {
    @Test("Units are decoded like the standard library does") func unitsAreDecodedLikeTheStandardLibrary() throws {
        let telling: [UInt16] = [
            0x0041, 0x00E9, 0x20AC, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xE000,
        ]
        var generator = ByteGenerator(seed: 3)
        for length in 0..<300 {
            let units = (0..<length).map { _ in telling[Int(generator.byte()) % telling.count] }
            let expected = String(decoding: units, as: UTF16.self)
            let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            #expect(try Decoding(big, .utf16BigEndian).text.utf8.elementsEqual(expected.utf8))
            #expect(try Decoding(little, .utf16LittleEndian).text.utf8.elementsEqual(expected.utf8))
        }
    }

    @Test("Every scalar survives UTF-32 and the four bytes of GB18030") func everyScalarSurvivesUTF32AndGB18030sFour()
        throws
    {
        for value in stride(from: UInt32(0x10000), through: 0x10FFFF, by: 97) {
            let scalar = try #require(Unicode.Scalar(value))
            let utf32 = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
            #expect(try Decoding(utf32, .utf32BigEndian).text == String(scalar))
            #expect(try Decoding(utf32.reversed(), .utf32LittleEndian).text == String(scalar))
            #expect(try Decoding(Self.fourBytes(value), .gb18030).text == String(scalar))
        }
    }

    /// The pointer of a supplementary character is linear from 189000 on.
    private static func fourBytes(_ value: UInt32) -> [UInt8] {
        let pointer = Int(value) - 0x10000 + 189_000
        return [
            UInt8(pointer / 12600 + 0x81), UInt8(pointer / 1260 % 10 + 0x30), UInt8(pointer / 10 % 126 + 0x81),
            UInt8(pointer % 10 + 0x30),
        ]
    }
}
