import DecantCore
import DecantText
import Testing

@Suite struct CharsetChoiceTests {
    /// A body with four possible charset sources, each with a different charset or none.
    struct Sources: Sendable, CustomTestStringConvertible {
        var caller: Charset?
        var hasMark: Bool
        var head: String?
        var document: String?

        static let all = [nil, Charset.windows1250].flatMap { caller in
            [false, true].flatMap { hasMark in
                [nil, "windows-1251"].flatMap { head in
                    [nil, "koi8-r"].map { Sources(caller: caller, hasMark: hasMark, head: head, document: $0) }
                }
            }
        }

        /// The named charsets, strongest first.
        var named: [Charset] {
            let document = document.map { _ in Charset.koi8R }
            return [caller, hasMark ? .utf8 : nil, head.map { _ in .windows1251 }, document].compactMap(\.self)
        }

        var testDescription: String { "\(named)" }
    }

    @Test("The strongest source wins, and each other one is a conflict", arguments: Sources.all)
    func theStrongestSourceWins(sources: Sources) throws {
        let declaration = sources.document.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? "<?xml version='1.0'?>"
        let mark: [UInt8] = sources.hasMark ? [0xEF, 0xBB, 0xBF] : []
        let charset = sources.head.map { ";charset=\($0)" } ?? ""
        var context = try Self.context("text/xml\(charset)")
        let text = try DecodedText.decode(
            ResponseBytes(mark + Array("\(declaration)<a/>".utf8)),
            in: &context,
            options: TextOptions(charset: sources.caller),
            format: .xml
        )
        #expect(text.charset == sources.named.first ?? .utf8)
        let conflicts = context.findings.filter { $0.code == .conflictingCharset }
        #expect(conflicts.count == max(0, sources.named.count - 1))
        #expect(conflicts.allSatisfy { $0.severity == (sources.caller == nil ? .warning : .note) })
        #expect(context.findings.contains { $0.code == .transcoded } == (text.charset != .utf8))
        #expect(context.findings.contains { $0.code == .byteOrderMark } == (sources.hasMark && text.charset == .utf8))
    }

    @Test func matchingSourcesAreNotAConflict() throws {
        var context = try Self.context("text/xml;charset=koi8-r")
        let body = ResponseBytes("<?xml version='1.0' encoding='KOI8-R'?>".utf8)
        #expect(try DecodedText.decode(body, in: &context, format: .xml).charset == .koi8R)
        #expect(context.findings.map(\.code) == [.transcoded])
    }

    @Test(
        "A charset that must not be decoded is an error that names it",
        arguments: ["hz-gb-2312", "iso-2022-kr", "replacement"]
    )
    func aCharsetThatMustNotBeDecodedIsAnError(label: String) throws {
        var context = try Self.context("text/plain;charset=\(label)")
        let error = #expect(throws: ResponseError.self) {
            try DecodedText.decode(ResponseBytes("a".utf8), in: &context)
        }
        #expect(error?.code == .unknownCharset)
        #expect(error?.message.contains("“\(label)”") == true)
    }

    /// The label counts as no label (WHATWG Encoding §4.2).
    @Test(arguments: ["martian", "utf-32", "cp65001", "utf-8-sig", "Optional(utf-8)", "utf_8", "ANSI", "\"a b\""])
    func anUnknownCharsetInTheHeadIsAWarning(label: String) throws {
        var context = try Self.context("text/html;charset=\(label)")
        let body = ResponseBytes([0x3C, 0x70, 0x3E, 0xC3, 0xBC])
        #expect(try DecodedText.decode(body, in: &context, format: .html).string() == "<p>ü")
        #expect(context.findings.map(\.code) == [.unknownCharset])
        let declared = ResponseBytes(Array("<meta charset=koi8-r>".utf8) + [0xC1])
        #expect(try DecodedText.decode(declared, in: &context, format: .html).charset == .koi8R)
    }

    @Test(
        "Malformed text names the unknown label as the cause",
        arguments: ["text/plain;charset=martian", "application/json; charset=cp65001"]
    )
    func malformedTextNamesTheUnknownLabel(contentType: String) throws {
        let context = try Self.context(contentType)
        let body = ResponseBytes([0x22, 0xFC, 0x22])
        let error = #expect(throws: ResponseError.self) {
            try StringResponseSerializer().value(of: body, for: context.response)
        }
        #expect(error?.code == .invalidText)
        #expect(error?.hint?.contains("declares the unknown charset “") == true)
    }

    @Test(arguments: ["'utf-8'", "'UTF-8'", "\"'utf-8'\""]) func apostrophesAroundALabelAreRemoved(label: String) throws
    {
        var context = try Self.context("text/xml; charset=\(label)")
        #expect(try DecodedText.decode(ResponseBytes("<p>ü</p>".utf8), in: &context).string() == "<p>ü</p>")
        #expect(context.findings.isEmpty)
        var other = try Self.context("text/plain; charset='latin1'")
        #expect(try DecodedText.decode(ResponseBytes([0xFC]), in: &other).string() == "ü")
        for label in ["'", "''", "'latin1"] {
            var broken = try Self.context("text/plain; charset=\(label)")
            #expect(try DecodedText.decode(ResponseBytes("ü".utf8), in: &broken).string() == "ü")
            #expect(broken.findings.map(\.code) == [.unknownCharset])
        }
    }

    /// A `charset` parameter has no effect on JSON (RFC 8259 §11).
    @Test(arguments: ["iso-8859-1", "windows-1252", "unicode", "utf-16", "shift_jis", "us-ascii", "koi8-r"])
    func validUTF8OverridesTheLabelOfJSON(label: String) throws {
        var context = try Self.context("application/json; charset=\(label)")
        let body = ResponseBytes(#"{"a":"ü"}"#.utf8)
        let text = try DecodedText.decode(body, in: &context, format: .json)
        #expect(try text.string() == #"{"a":"ü"}"#)
        #expect(text.isUnchanged)
        #expect(context.findings.map(\.code) == [.conflictingCharset])
        #expect(context.findings.map(\.severity) == [.warning])
    }

    @Test func aLabelWithTheSameTextIsNoConflict() throws {
        for (label, count) in [("iso-8859-1", 0), ("shift_jis", 0), ("utf-16", 1), ("hz-gb-2312", 1)] {
            var context = try Self.context("application/json; charset=\(label)")
            let text = try DecodedText.decode(ResponseBytes("[1]".utf8), in: &context, format: .json)
            #expect(text.charset == .utf8)
            #expect(context.findings.count == count)
        }
    }

    @Test func theLabelOfJSONDecidesIfTheTextIsNotUTF8() throws {
        let escape: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]
        for (label, bytes, expected) in [
            ("iso-8859-1", [0xFC], "ü"), ("koi8-r", [0xC1], "а"), ("iso-2022-jp", escape, "日"),
            ("gbk", [0xC4, 0xE3], "你"),
        ] as [(String, [UInt8], String)] {
            var context = try Self.context("application/json; charset=\(label)")
            let text = try DecodedText.decode(ResponseBytes([0x22] + bytes + [0x22]), in: &context, format: .json)
            #expect(try text.string() == "\"\(expected)\"")
            #expect(context.findings.map(\.code) == [.transcoded])
        }
    }

    @Test func theCallerAndTheMarkOverrideValidUTF8() throws {
        let body = ResponseBytes("\"ü\"".utf8)
        var context = try Self.context("application/json; charset=koi8-r")
        let options = TextOptions(charset: .windows1252)
        #expect(try DecodedText.decode(body, in: &context, options: options, format: .json).string() == "\"Ã¼\"")
    }

    @Test("A forbidden charset in the head is ignored if a stronger source decides")
    func aForbiddenCharsetInTheHeadIsIgnored() throws {
        for (bytes, options) in [
            ([0xEF, 0xBB, 0xBF, 0x61], TextOptions()), ([0x61], TextOptions(charset: .utf8)),
            ([0x61], TextOptions(replacesMalformed: true)),
        ] as [([UInt8], TextOptions)] {
            var context = try Self.context("text/plain;charset=hz-gb-2312")
            #expect(try DecodedText.decode(ResponseBytes(bytes), in: &context, options: options).string() == "a")
            #expect(context.findings.first?.code == .unknownCharset)
            #expect(context.findings.first?.severity == .warning)
        }
    }

    @Test func anUnknownCharsetInTheDocumentIsAWarning() throws {
        var context = try Self.context("text/html")
        let text = try DecodedText.decode(ResponseBytes("<meta charset=martian>".utf8), in: &context, format: .html)
        #expect(text.charset == .utf8)
        #expect(context.findings.map(\.code) == [.unknownCharset])
    }

    @Test func anEmptyParameterIsIgnored() throws {
        var context = try Self.context("text/plain;charset=\"\"")
        #expect(try DecodedText.decode(ResponseBytes("a".utf8), in: &context).charset == .utf8)
        #expect(context.findings.map(\.code) == [.unknownCharset])
    }

    @Test(
        arguments: [
            ([0xEF, 0xBB, 0xBF], Charset.utf8), ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
            ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
        ] as [([UInt8], Charset)]
    )
    func everyMarkIsKnownAndDropped(mark: [UInt8], charset: Charset) throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let text = try DecodedText.decode(ResponseBytes(mark), in: &context)
        #expect(text.charset == charset)
        #expect(text.body.isEmpty)
        #expect(context.findings.first?.code == .byteOrderMark)
        #expect(context.findings.first?.offset == 0)
    }

    @Test func theLabelUTF16LeavesTheByteOrderToTheMark() throws {
        var context = try Self.context("text/plain;charset=utf-16")
        #expect(try DecodedText.decode(ResponseBytes([0xFE, 0xFF, 0, 0x61]), in: &context).string() == "a")
        #expect(context.findings.map(\.code) == [.byteOrderMark, .transcoded])
    }

    @Test func aMarkThatAPreparationDroppedStillDecides() throws {
        let text = try StringResponseSerializer().removingByteOrderMark().response(
            of: ResponseBytes([0xEF, 0xBB, 0xBF] + Array("é".utf8)),
            for: ResponseContext(mediaType: "text/plain;charset=windows-1252")
        )
        #expect(text.value == "é")
        #expect(text.findings.map(\.code) == [.byteOrderMark, .conflictingCharset])
    }

    @Test func ignoresADeclarationOfUTF16InASCII() throws {
        var context = try Self.context("text/xml")
        let body = ResponseBytes("<?xml version='1.0' encoding='UTF-16'?><a>é</a>".utf8)
        #expect(try DecodedText.decode(body, in: &context, format: .xml).charset == .utf8)
        #expect(context.findings.map(\.code) == [.conflictingCharset])
    }

    @Test(
        "An unknown label of any length in the document is a warning",
        arguments: [100, 128, 129, 1000, 2000, 5000, 100_000]
    )
    func anUnknownLabelOfAnyLengthInTheDocument(length: Int) throws {
        let label = String(repeating: "x", count: length)
        for attributes in ["encoding='\(label)'", "version='\(label)' encoding='martian'"] {
            let body = ResponseBytes("<?xml version='1.0' \(attributes)?><a/>".utf8)
            for beginning in [body, body.prefix(TextStream.reach)] {
                var context = try Self.context("text/xml")
                #expect(try DecodedText.decode(beginning, in: &context, format: .xml).charset == .utf8)
                #expect(context.findings.map(\.code) == [.unknownCharset])
            }
        }
    }

    private static func context(_ contentType: String) throws -> DecodingContext {
        let mediaType = try #require(ResponseMediaType(parsing: contentType))
        return DecodingContext(ResponseContext(mediaType: mediaType))
    }
}
