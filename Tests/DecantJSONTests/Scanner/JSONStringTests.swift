import DecantCore
import DecantJSON
import Testing

/// Strings, compared with a byte-by-byte reader (RFC 8259 §7).
@Suite struct JSONStringTests {
    /// Returns a string after two spaces.
    ///
    /// Without them, a zero in the first two bytes would mean UTF-16.
    private func text(_ content: [UInt8]) -> [UInt8] {
        Array("  \"".utf8) + content + [UInt8(ascii: "\"")]
    }

    /// Returns the offset of the first invalid byte in or after a string with some content, or nil.
    private func expectedError(_ content: [UInt8]) -> Int? {
        let text = text(content)
        var offset = 3
        while true {
            switch text[offset] {
            case UInt8(ascii: "\""):
                // Only spaces are valid after the string.
                return text[(offset + 1)...].firstIndex { $0 != UInt8(ascii: " ") }
            case UInt8(ascii: "\\"):
                guard offset + 1 < text.count, Array("\"\\/bfnrt".utf8).contains(text[offset + 1]) else {
                    return offset
                }
                offset += 2
                if offset == text.count { return offset }
            case ..<UInt8(ascii: " "): return offset
            default:
                var decoder = UTF8()
                var bytes = text[offset...].makeIterator()
                guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return offset }
                offset += UTF8.width(scalar)
            }
        }
    }

    private func check(_ content: [UInt8]) {
        do throws(ResponseError) {
            let json = try JSON(parsing: text(content))
            #expect(expectedError(content) == nil, "\(content)")
            guard !content.contains(UInt8(ascii: "\\")) else { return }
            #expect(json.string.map { Array($0.utf8) } == content)
        } catch {
            #expect(error.offset == expectedError(content), "\(content)")
        }
    }

    @Test func endAtEveryByteAtEveryOffset() {
        for byte in UInt8.min...UInt8.max {
            for index in 0..<36 {
                var content = [UInt8](repeating: UInt8(ascii: "a"), count: 40)
                content[index] = byte
                check(content)
            }
        }
    }

    @Test func endAtEveryPairOfBytesThatDifferByABit() {
        let delicate: [UInt8] = [
            0x00, 0x01, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF,
        ]
        for first in delicate {
            for second in delicate {
                for index in 0..<34 {
                    var content = [UInt8](repeating: UInt8(ascii: "a"), count: 36)
                    content[index] = first
                    content[index + 1] = second
                    check(content)
                }
            }
        }
    }

    /// A lone surrogate, and each second half after the first one of a pair.
    @Test(arguments: ["D800", "DBFF", "DC00", "DFFF", "D7FF", "E000", "dbff", "D83"])
    func surrogatesComeInPairs(first: String) {
        let isFirst = ["D800", "DBFF", "dbff"].contains(first)
        let isScalar = ["D7FF", "E000"].contains(first)
        for second in ["", "x", "\\n", "\\uDC00", "\\uDFFF", "\\udfff", "\\uDBFF", "\\uE000", "\\uDC0", "uDC00"] {
            let isSecond = ["\\uDC00", "\\uDFFF", "\\udfff"].contains(second)
            let hasOwnError = second.utf8.count > 2 && second.first == "\\" && second != "\\uE000"
            let isValid = isFirst && isSecond || isScalar && !hasOwnError
            let text = "\"\\u\(first)\(second)\""
            #expect(((try? JSON(parsing: text.utf8)) != nil) == isValid, "\(text)")
            // The quirks use the same grammar for escapes.
            var options = JSON.Options()
            options.quirks = .json5
            let quoted = "'\\u\(first)\(second)'"
            #expect(((try? JSON(parsing: quoted.utf8, options: options)) != nil) == isValid, "\(quoted)")
        }
    }

    @Test(arguments: [
        (#""\ud800""#, "\u{FFFD}"), (#""a\udc00b""#, "a\u{FFFD}b"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"),
        (#""\ud800\n\u00e9""#, "\u{FFFD}\n\u{E9}"), (#""\ud800\u0041""#, "\u{FFFD}A"),
    ])
    func aQuirkReplacesLoneSurrogates(text: String, value: String) throws {
        var options = JSON.Options()
        options.quirks = .loneSurrogates
        let json = try JSON(parsing: "[\(text), {\(text): 1}]".utf8, options: options)
        #expect(json[0]?.string == value)
        #expect(json[1]?[value]?.int == 1)
        let response = try JSONResponseSerializer<JSON>(options: options).response(
            of: text.utf8,
            for: ResponseMediaType("application/json")
        )
        #expect(response.findings.map(\.code) == [.quirk])
    }

    @Test(
        "The quirk of lone surrogates accepts nothing else",
        arguments: [#""\ud80""#, #""\ud800"#, #""\ud8zz""#, #""\udc00\x41""#, "\"\\ud800\n\""]
    )
    func theQuirkOfLoneSurrogatesAcceptsNothing(text: String) {
        var options = JSON.Options()
        options.quirks = .loneSurrogates
        #expect(throws: ResponseError.self) { try JSON(parsing: text.utf8, options: options) }
    }
}

@Suite struct LongStringTests {
    /// Returns the offset of the error in a string, or nil.
    ///
    /// The string is an element of an array.
    private func fault(_ content: [UInt8], after plain: Int) -> Int? {
        let start = Array("[\"".utf8) + [UInt8](repeating: 0x61, count: plain)
        let bytes = start + content + [UInt8](repeating: 0x62, count: 140) + Array("\"]".utf8)
        do throws(ResponseError) {
            let json = try JSON(parsing: bytes)
            #expect(json[0]?.string.map { Array($0.utf8) } == Array(bytes[2..<bytes.count - 2]))
            return nil
        } catch {
            return error.offset.map { $0 - start.count }
        }
    }

    @Test("Characters beyond ASCII are validated the same at every offset") func nonASCIICharactersAreValidatedTheSame()
    {
        let edges: [UInt8] = [0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED]
        let more: [UInt8] = [0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF]
        for first in edges + more {
            for second in edges + more {
                for rest in [[], [0x80], [0x80, 0x80], [0xBF, 0x61], [0xC3, 0xA4], [0x80, 0xFF]] as [[UInt8]] {
                    let content = [first, second] + rest
                    let expected = fault(content, after: 0)
                    for plain in [30, 94, 95, 97] {
                        #expect(fault(content, after: plain) == expected, "\(content) after \(plain)")
                    }
                }
            }
        }
    }

    @Test("A long string ends at every offset with and without escapes") func aLongStringEndsAtEveryOffset() throws {
        for length in 0..<300 {
            let text = String(repeating: "é", count: length / 7) + String(repeating: "x", count: length)
            #expect(try JSON(parsing: "[\"\(text)\",1]".utf8)[0]?.string == text)
            #expect(try JSON(parsing: "\"\(text)\\n\(text)\"".utf8).string == text + "\n" + text)
            #expect { try JSON(parsing: "[\"\(text)\u{1}\"]".utf8) } throws: { error in
                (error as? ResponseError)?.offset == 2 + text.utf8.count
            }
            #expect(throws: ResponseError.self) { try JSON(parsing: "[\"\(text)".utf8) }
        }
    }
}
