import DecantCore
import DecantStreams
import Testing

/// The findings of the event stream reader, each at its offset.
@Suite struct EventReaderTests {
    private func findings(_ text: String, every size: Int) throws -> [String] {
        var reader = StreamSerializer.serverSentEvents.reader()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(bytes[start..<min(start + size, bytes.count)])
            while try reader.next() != nil {}
        }
        reader.finish()
        while try reader.next() != nil {}
        return reader.findings.map { "\($0.code.rawValue) \($0.offset ?? -1)" }
    }

    @Test(arguments: [1, 2, 5, 1000]) func aTruncatedEventIsReported(size: Int) throws {
        #expect(try findings("data: a\n\ndata: b", every: size) == [Finding.Code.incompleteItem.rawValue + " 16"])
        #expect(try findings("data: a\n\nid: 7\n", every: size) == [Finding.Code.incompleteItem.rawValue + " 15"])
        #expect(try findings("data: a\n\n", every: size).isEmpty)
        #expect(try findings("", every: size).isEmpty)
    }

    @Test(arguments: [1, 3, 1000]) func aNonstandardFieldIsReported(size: Int) throws {
        #expect(try findings("data: a\nmood: b\n\n", every: size) == [Finding.Code.unknownField.rawValue + " 8"])
        #expect(try findings(": a comment\nDATA: b\n\n", every: size) == [Finding.Code.unknownField.rawValue + " 12"])
        #expect(try findings("x-A_1.b\n\n", every: size) == [Finding.Code.unknownField.rawValue + " 0"])
        #expect(try findings(": a comment\n\n", every: size).isEmpty)
    }

    private static let lines = [
        #"{"jsonrpc":"2.0","error":{"code":-32603,"message":"filter failed"},"id":1}"#, "[1]", "]", #""error": 1"#,
        "<!DOCTYPE html>", "  <p>x</p>", "Internal Server Error", "502 Bad Gateway: no answer", "(none)", "Überlast",
        "\u{1B}[1m", "\u{FFFD}", #"{"a":"\u202E"}"#,
    ]

    /// The standard drops such a line.
    @Test(arguments: lines, [1, 3, 1000]) func aLineThatIsNotAFieldIsQuoted(line: String, size: Int) throws {
        for (text, offset) in [
            ("data: a\n\n\(line)\n", 9), ("\(line)\n\ndata: a\n\n", 0), ("data: a\n\(line)\ndata: b\n\n", 8),
            // The stream ends inside the line.
            ("data: a\n\n\(line)", 9),
        ] {
            var reader = StreamSerializer.serverSentEvents.reader()
            var events = 0
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                reader.append(bytes[start..<min(start + size, bytes.count)])
                while try reader.next() != nil { events += 1 }
            }
            reader.finish()
            while try reader.next() != nil { events += 1 }
            let message = "ignored a line that is not a field: “\(line.printable)”"
            #expect(reader.findings == [Finding(.ignoredLine, .warning, message, offset: offset)])
            #expect(events == 1)
        }
    }

    @Test func quotesThePrefixOfALongLine() throws {
        var reader = StreamSerializer.serverSentEvents.reader()
        reader.append(("{" + String(repeating: "好", count: 10_000) + "\n").utf8)
        #expect(try reader.next() == nil)
        let quote = "{" + String(repeating: "好", count: 99)
        #expect(reader.findings.map(\.message) == ["ignored a line that is not a field: “\(quote)…”"])
    }

    @Test("An event cut after a line that is not a field is reported") func anEventCutAfterALineThatIsNotAField() throws
    {
        #expect(
            try findings("data: a\n{}", every: 1)
                == [Finding.Code.ignoredLine.rawValue + " 8", Finding.Code.incompleteItem.rawValue + " 10"]
        )
    }

    @Test(arguments: ["mood: b\n", "{}\n", "id: a\0\n", "data: \u{1}\n"])
    func onlyTheFirstHundredOfAKindAreKept(field: String) throws {
        var reader = StreamSerializer.serverSentEvents.reader()
        // The control character represents a byte that is not UTF-8.
        let bytes = field.utf8.map { $0 == 1 ? 0xFF : $0 }
        for _ in 0..<1000 { reader.append(bytes) }
        while try reader.next() != nil {}
        #expect(reader.findings.count == 101)
        #expect(reader.findings.last?.message.hasPrefix("omitted 900 more findings of the kind") == true)
        #expect(Set(reader.findings.map(\.offset)).count == 101)
    }

    @Test(arguments: [1, 3, 1000]) func aValueThatIsIgnoredIsReported(size: Int) throws {
        #expect(try findings("retry: soon\n\n", every: size) == [Finding.Code.ignoredField.rawValue + " 7"])
        #expect(try findings("id: a\0b\n\n", every: size) == [Finding.Code.ignoredField.rawValue + " 4"])
        #expect(try findings("retry: 10\nid: a\n\n", every: size).isEmpty)
    }
}
