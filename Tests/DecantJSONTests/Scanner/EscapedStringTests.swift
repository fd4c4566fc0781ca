import DecantCore
import DecantJSON
import Testing

/// Strings with many escapes, which are read in blocks of 64 bytes.
@Suite struct EscapedStringTests {
    /// As many escapes as turn on reading in blocks.
    private static let many = String(repeating: #"\""#, count: 5)

    private static func json(_ content: String) throws(ResponseError) -> JSON {
        try JSON(parsing: ResponseBytes("\"\(content)\"".utf8))
    }

    @Test(arguments: [
        (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"), (#"\n"#, "\n"),
        (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u00e9"#, "é"), (#"\ud83d\ude00"#, "😀"), ("é", "é"), ("😀", "😀"),
    ])
    func resolvesAnEscapeAtEveryOffset(escape: String, character: String) throws {
        for length in 0..<140 {
            let run = String(repeating: "x", count: length)
            for gap in [0, 1, 61, 62, 63, 64, 130] {
                let end = String(repeating: "y", count: gap)
                let json = try Self.json(Self.many + run + escape + escape + end + escape)
                #expect(json.string == "\"\"\"\"\"" + run + character + character + end + character)
            }
        }
    }

    @Test(arguments: 1..<140) func resolvesARunOfBackslashes(count: Int) throws {
        let run = String(repeating: #"\\"#, count: count)
        for shift in ["", "x"] {
            #expect(try Self.json(shift + run).string == shift + String(repeating: "\\", count: count))
            #expect(throws: ResponseError.self) { try Self.json(shift + run + "\\") }
        }
    }

    @Test(arguments: [#"\x"#, "\u{1}", #"\u12g4"#, #"\ud800x"#, #"\é"#, "\"x"])
    func reportsTheFirstErrorAtEveryOffset(invalid: String) throws {
        let end = String(repeating: #"y\n"#, count: 40)
        let offset = try #require(Self.offset(ofErrorIn: invalid + end))
        for length in 0..<140 {
            let start = Self.many + String(repeating: "x", count: length)
            #expect(Self.offset(ofErrorIn: start + invalid + end) == start.utf8.count + offset)
        }
    }

    private static func offset(ofErrorIn content: String) -> Int? {
        do throws(ResponseError) {
            _ = try json(content)
            return nil
        } catch {
            return error.offset
        }
    }
}
