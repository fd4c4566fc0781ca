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

    @Test(arguments: samples)
    func charactersAreValidatedTheSameAtEveryOffset(sample: [UInt8]) {
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

    /// Compares the vectorized searches with the byte-by-byte searches at every position.
    private func expectSameResults(in body: ResponseBytes, at position: Int, _ comment: Comment = "") {
        withExtendedLifetime(body) {
            let text = body.unsafeXMLText
            #expect(text.nameRun(at: position) == text.portableNameRun(at: position), "\(comment) at \(position)")
            #expect(text.textEnd(from: position) == text.portableTextEnd(from: position), "\(comment) at \(position)")
            let invalid = text.firstInvalid(from: position, to: body.count)
            let portableInvalid = text.portableFirstInvalid(from: position, to: body.count)
            #expect(invalid == portableInvalid, "\(comment) at \(position)")
            for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] {
                let end = text.valueEnd(from: position, quote: quote)
                #expect(end == text.portableValueEnd(from: position, quote: quote), "\(comment) at \(position)")
            }
            for mark in [UInt8(ascii: "-"), UInt8(ascii: "]"), UInt8(ascii: "?")] {
                let end = text.find(mark, from: position)
                #expect(end == text.portableFind(mark, from: position), "\(comment) at \(position)")
            }
        }
    }
}
