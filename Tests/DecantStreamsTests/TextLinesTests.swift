import DecantCore
import DecantStreams
import DecantText
import Testing

@Suite struct TextLinesTests {
    struct Reading: Equatable {
        var lines: [String] = []
        var findings: [String] = []
        var error: String?
        var position: SourcePosition?

        init(_ chunks: [ArraySlice<UInt8>], _ mediaType: ResponseMediaType? = nil, itemBytes: Int = 16 << 20) {
            var reader = StreamSerializer.lines.limits { $0.itemBytes = itemBytes }.reader(mediaType: mediaType)
            do throws(ResponseError) {
                for chunk in chunks {
                    reader.append(chunk)
                    while let line = try reader.next() { lines.append(line) }
                }
                reader.finish()
                while let line = try reader.next() { lines.append(line) }
            } catch {
                (self.error, position) = (error.message, error.position)
            }
            findings = reader.findings.map { "\($0)" }
        }
    }

    /// The lines of a text, one by one.
    private func model(_ text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            defer { wasReturn = scalar == "\r" }
            if scalar == "\n", wasReturn { continue }
            if scalar == "\n" || scalar == "\r" {
                lines.append(String(line))
                line = String.UnicodeScalarView()
            } else {
                line.append(scalar)
            }
        }
        return line.isEmpty ? lines : lines + [String(line)]
    }

    @Test func readsAllShortTextsAsTheModel() {
        for bytes in Cuts.strings(over: ["\r", "\n", "a", "é", "\0"].map { Array($0.utf8) }, upTo: 6) {
            let whole = Reading([bytes[...]])
            guard whole.lines == model(String(decoding: bytes, as: UTF8.self)), Reading(Cuts.bytes(bytes)) == whole
            else {
                Issue.record("\(bytes): \(whole.lines)")
                return
            }
        }
    }

    @Test func givesTheSameInEveryCharsetForEveryCut() {
        let text = "eins\r\nzwölf\rdrei\n\nfünf"
        let forms: [([UInt8], ResponseMediaType?)] = [
            (Array(text.utf8), nil), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), nil),
            ([0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }, nil),
            (text.unicodeScalars.map { UInt8($0.value) }, "text/plain; charset=iso-8859-1"),
        ]
        for (bytes, type) in forms {
            let whole = Reading([bytes[...]], type)
            #expect(whole.lines == ["eins", "zwölf", "drei", "", "fünf"])
            for chunks in [Cuts.bytes(bytes)] + Cuts.pairs(bytes) {
                #expect(Reading(chunks, type) == whole)
            }
        }
    }

    @Test("Rejects malformed text and long lines with their positions") func rejectsMalformedTextAndLongLines() {
        let bytes: [UInt8] = Array("ab\nc".utf8) + [0xFF] + Array("d\n".utf8)
        let whole = Reading([bytes[...]])
        #expect(whole.position == SourcePosition(offset: 4, line: 2, column: 2))
        #expect(Reading(Cuts.bytes(bytes)) == whole)
        let long = Array("ab\n0123456789".utf8)
        #expect(Reading([long[...]], itemBytes: 5).position == SourcePosition(offset: 8, line: 2, column: 6))
        #expect(Reading(Cuts.bytes(long), itemBytes: 5) == Reading([long[...]], itemBytes: 5))
    }

    @Test("Locates errors of other charsets in the received bytes") func locatesErrorsOfOtherCharsets() {
        let cut: [UInt8] = [0xFF, 0xFE] + [0xC9, 0x65, 0x0A, 0x00, 0xC9, 0x65, 0x00, 0xD8, 0x61, 0x00]
        let whole = Reading([cut[...]])
        #expect(whole.lines == ["\u{65C9}"])
        #expect(whole.position == SourcePosition(offset: 8, line: 2, column: 2))
        #expect(Reading(Cuts.bytes(cut)) == whole)
        let long: [UInt8] = [0xFF, 0xFE] + (0..<3).flatMap { _ in [0xC9, 0x65] as [UInt8] }
        let limited = Reading([long[...]], itemBytes: 6)
        #expect(limited.position == SourcePosition(offset: 6, line: 1, column: 3))
        #expect(Reading(Cuts.bytes(long), itemBytes: 6) == limited)
    }

    @Test func linesAreReadToTheEndOfTheStream() throws {
        var reader = StreamSerializer.lines.limits { $0.itemBytes = 5 }.reader()
        reader.append("one\ntwo".utf8)
        #expect(try reader.next()?.count == 3)
        #expect(reader.position == SourcePosition(offset: 4, line: 2, column: 1))
        reader.finish()
        reader.append("three".utf8)
        #expect(try reader.next()?.count == 3)
        #expect(try reader.next() == nil)
        var long = StreamSerializer.lines.limits { $0.itemBytes = 5 }.reader()
        long.append("longer\n".utf8)
        #expect(throws: ResponseError.self) { _ = try long.next() }
        #expect(throws: ResponseError.self) { _ = try long.next() }
    }
}
