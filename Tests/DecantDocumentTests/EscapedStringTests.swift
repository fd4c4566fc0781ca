import DecantDocument
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

    @Test(arguments: 0..<4) func anyOtherCharacterIsRefused(position: Int) {
        for byte in UInt8.min...UInt8.max {
            var characters = Array("0aF9".utf8)
            characters[position] = byte
            let isDigit = Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80
            #expect((JSONEscape.unit(in: word(characters)) != JSONEscape.invalidUnit) == isDigit, "\(byte)")
        }
    }

    @Test(arguments: 0..<140) func escapesStandAnywhere(length: Int) throws {
        let plain = String(repeating: "x", count: length)
        let escapes = #"\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00"#
        let json = try JSON(parsing: "\"\(plain)\(escapes)\(plain)\"".utf8)
        #expect(json.string == plain + "\"\\/\u{8}\u{C}\n\r\tAé€😀" + plain)
    }
}
