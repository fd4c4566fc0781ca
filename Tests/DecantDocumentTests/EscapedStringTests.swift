import DecantCore
import DecantJSON
import Testing

/// Escapes of JSON strings (RFC 8259 §7).
@Suite struct EscapedStringTests {
    private func word(_ characters: [UInt8]) -> UInt32 {
        characters.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    @Test func everyUnitIsReadInEitherCase() {
        for unit in UInt32.min..<0x1_0000 {
            let digits = String(unit, radix: 16)
            let text = String(repeating: "0", count: 4 - digits.count) + digits
            let small = JSONEscape.unit(in: word(Array(text.utf8)))
            let large = JSONEscape.unit(in: word(Array(text.uppercased().utf8)))
            if small != unit || large != unit { Issue.record("\(text)") }
        }
    }

    @Test(arguments: 0..<4) func anyOtherCharacterIsRejected(position: Int) {
        for byte in UInt8.min...UInt8.max {
            var characters = Array("0aF9".utf8)
            characters[position] = byte
            let isDigit = Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80
            #expect((JSONEscape.unit(in: word(characters)) != JSONEscape.invalidUnit) == isDigit, "\(byte)")
        }
    }

    @Test(arguments: 0..<140) func escapesOccurAnywhere(length: Int) throws {
        let plain = String(repeating: "x", count: length)
        let escapes = #"\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00"#
        let json = try JSON(parsing: "\"\(plain)\(escapes)\(plain)\"".utf8)
        #expect(json.string == plain + "\"\\/\u{8}\u{C}\n\r\tAé€😀" + plain)
    }

    @Test(arguments: [0, 1, 2, 3, 61, 62, 63, 64, 65, 127])
    func eachEscapeDecodesToItsCharacter(length: Int) throws {
        let plain = String(repeating: "x", count: length)
        let escapes: [(String, String)] = [
            (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"), (#"\n"#, "\n"),
            (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u0000"#, "\0"), (#"\u007f"#, "\u{7F}"), (#"\u0080"#, "\u{80}"),
            (#"\u07ff"#, "\u{7FF}"), (#"\u0800"#, "\u{800}"), (#"\ud7ff"#, "\u{D7FF}"), (#"\ue000"#, "\u{E000}"),
            (#"\uffff"#, "\u{FFFF}"), (#"\ud800\udc00"#, "\u{10000}"), (#"\udbff\udfff"#, "\u{10FFFF}"),
            (#"\ud800\udfff"#, "\u{103FF}"), (#"\udbff\udc00"#, "\u{10FC00}"),
        ]
        for (escape, character) in escapes {
            let json = try JSON(parsing: "\"\(plain)\(escape)\(escape)é\(escape)\"".utf8)
            #expect(json.string == plain + character + character + "é" + character, "\(escape)")
            #expect(try json.decode(String.self) == json.string)
        }
    }
}
