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

    @Test(arguments: Sources.all) func theStrongestSourceWinsAndEachOtherIsAConflict(sources: Sources) throws {
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

    @Test(arguments: ["martian", "hz-gb-2312", "utf-32", "iso-2022-kr"])
    func anUnknownCharsetInTheHeadIsAnErrorThatNamesIt(label: String) throws {
        var context = try Self.context("text/plain;charset=\(label)")
        let error = #expect(throws: ResponseError.self) {
            try DecodedText.decode(ResponseBytes("a".utf8), in: &context)
        }
        #expect(error?.code == .unknownCharset)
        #expect(error?.message.contains("“\(label)”") == true)
    }

    @Test func anUnknownCharsetInTheHeadIsIgnoredIfAStrongerSourceDecides() throws {
        for (bytes, options) in [
            ([0xEF, 0xBB, 0xBF, 0x61], TextOptions()), ([0x61], TextOptions(charset: .utf8)),
            ([0x61], TextOptions(replacesMalformed: true)),
        ] as [([UInt8], TextOptions)] {
            var context = try Self.context("text/plain;charset=martian")
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
        let text = try StringResponseSerializer().preparing(.byteOrderMark).response(
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

    @Test(arguments: [100, 128, 129, 1000, 2000, 5000, 100_000])
    func anUnknownLabelOfAnyLengthIsRejectedIfTheDocumentDecides(length: Int) throws {
        let label = String(repeating: "x", count: length)
        for attributes in ["encoding='\(label)'", "version='\(label)' encoding='martian'"] {
            let body = ResponseBytes("<?xml version='1.0' \(attributes)?><a/>".utf8)
            for beginning in [body, body.prefix(TextStream.reach)] {
                var context = try Self.context("text/xml")
                let error = #expect(throws: ResponseError.self) {
                    try DecodedText.decode(beginning, in: &context, format: .parsedXML)
                }
                #expect(error?.code == .unknownCharset)
            }
        }
    }

    private static func context(_ contentType: String) throws -> DecodingContext {
        let mediaType = try #require(ResponseMediaType(parsing: contentType))
        return DecodingContext(ResponseContext(mediaType: mediaType))
    }
}
