import DecantCore
import DecantXML
import Testing

@Suite struct UnsafeXMLTextTests {
    @Test func vectorSearchesMatchByteSearches() {
        var bytes: [UInt8] = []
        for byte in UInt8.min...UInt8.max where byte != 0 { bytes += [byte, 0x61, byte, 0x3A] }
        bytes += Array("a:b:c a-b.c_d/e=\"x\"&lt;]]>\r\n<abcdefghijklmnopqrstuvwxyz:0123456789>".utf8)
        bytes += (0..<40).map { UInt8($0 % 7 == 3 ? 0x0B : 0x20 + $0) }
        let body = ResponseBytes(bytes)
        for position in 0..<bytes.count {
            expectSameResults(in: body, at: position)
        }
    }

    /// The first and last character of each length, and invalid sequences that resemble characters.
    static let samples: [[UInt8]] = [
        [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD],
        [0xEF, 0xBC, 0x8C], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xC1, 0xBF], [0xC0, 0x80],
        [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0x80], [0xC3], [0xE4, 0xB8], [0xE4], [0xF0, 0x9F],
        [0x7F], [0x1F], [0x09], [0x0A], [0xC3, 0x28], [0xE4, 0x28, 0x80], [0xE4, 0xB8, 0x28], [0xC3, 0xC3, 0xA9],
    ]

    @Test("Characters are validated the same at every offset", arguments: samples)
    func charactersAreValidatedTheSame(sample: [UInt8]) {
        for around in ["a", "\u{E9}", "\u{6F22}", "\u{1F600}"] {
            for length in 0..<36 {
                let front = Array(String(repeating: around, count: length).utf8)
                let body = ResponseBytes(front + sample + Array("\u{E9}".utf8) + front)
                for position in [0, min(1, front.count), front.count / 2] {
                    expectSameResults(in: body, at: position, "\(around), \(length) times")
                }
            }
        }
    }

    /// Compares the vectorized searches with searches of the bytes one by one.
    private func expectSameResults(in body: ResponseBytes, at position: Int, _ comment: Comment = "") {
        let bytes = Array(body)[position...]
        withExtendedLifetime(body) {
            let text = body.unsafeXMLText
            let name = bytes.prefix { Self.isName($0) }.prefix(16)
            let colons = name.indices.filter { name[$0] == UInt8(ascii: ":") }
            let run = text.nameRun(at: position)
            #expect(run.stop == name.count, "\(comment) at \(position)")
            let colon = colons.isEmpty ? 0 : colons.count > 1 || colons[0] == position ? -1 : colons[0] - position
            #expect(run.colon == colon, "\(comment) at \(position)")
            #expect(text.textEnd(from: position) == end(in: bytes, "<&]\r"), "\(comment) at \(position)")
            let invalid = text.firstInvalid(from: position, to: body.count)
            #expect(invalid == Self.firstInvalid(in: bytes), "\(comment) at \(position)")
            for quote in ["\"", "'"] {
                let end = bytes.firstIndex { $0 < 0x20 || (quote + "<&").utf8.contains($0) } ?? bytes.endIndex
                let found = text.valueEnd(from: position, quote: Array(quote.utf8)[0])
                #expect(found == end, "\(comment) at \(position)")
            }
            for mark in ["-", "]", "?"] {
                let found = text.find(Array(mark.utf8)[0], from: position)
                #expect(found == end(in: bytes, mark + "\r"), "\(comment) at \(position)")
            }
        }
    }

    private func end(in bytes: ArraySlice<UInt8>, _ stops: String) -> Int {
        bytes.firstIndex { stops.utf8.contains($0) } ?? bytes.endIndex
    }

    private static func isName(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII && (scalar.properties.isAlphabetic || "-.:_0123456789".unicodeScalars.contains(scalar))
    }

    /// Returns the end of the characters that the standard library decodes and XML allows.
    private static func firstInvalid(in bytes: ArraySlice<UInt8>) -> Int {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let length = (1...4).first { length in
                let character = bytes[position...].prefix(length)
                return character.count == length && String(validating: character, as: UTF8.self) != nil
            }
            guard let length,
                let scalar = String(decoding: bytes[position..<position + length], as: UTF8.self)
                    .unicodeScalars.first
            else { return position }
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...: position += length
            default: return position
            }
        }
        return position
    }
}
