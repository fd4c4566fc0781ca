package import DecantCore

/// Decides which charset a body is in: the caller's, else that of the byte-order mark, of the head, of the document's
/// own declaration, else UTF-8 (RFC 7303 §3, WHATWG HTML §13.2.3.2).
struct CharsetChoice {
    /// The charset to decode by.
    private(set) var charset = Charset.utf8
    private(set) var source = CharsetSource.standard
    /// The findings: charsets that were overruled, labels that are unknown.
    private(set) var findings: [Finding] = []

    /// Creates the choice of a charset that the context of the body prescribes.
    init(known charset: Charset) { self.charset = charset }

    /// Chooses the charset of a body; an unknown label is an error if nothing stronger names a charset and malformed
    /// text is an error.
    init(_ body: ResponseBytes, label: String?, _ options: TextOptions, _ format: TextFormat) throws(ResponseError) {
        if let charset = options.charset { add(charset, from: .caller) }
        if let charset = Charset.marked(body) ?? Self.markedBefore(body) { add(charset, from: .byteOrderMark) }
        if source == .standard, let charset = format.charset(byZeroBytesOf: body) { add(charset, from: .zeroBytes) }
        if let label { try add(label, isError: !options.replacesMalformed) }
        if charset.isASCIICompatible, let label = format.declaredCharset(in: body) {
            if format.requiresReadableDeclaration, !options.replacesMalformed { try refuse(documentLabel: label) }
            add(documentLabel: label)
        }
    }

    /// A UTF-8 mark that was dropped in an earlier step counts as one.
    private static func markedBefore(_ body: ResponseBytes) -> Charset? {
        body.start >= 3 && body.whole.hasPrefix(Charset.utf8.byteOrderMark) ? .utf8 : nil
    }

    /// Takes the charset of a source unless a stronger one has named another; then adds a finding.
    private mutating func add(_ charset: Charset, from source: CharsetSource) {
        guard self.source != .standard else {
            self.charset = charset
            self.source = source
            return
        }
        guard charset != self.charset else { return }
        let message =
            "\(source.subject) names \(charset), \(self.source.subject) names \(self.charset); "
            + "the text was read as \(self.charset)"
        findings.append(Finding(.conflictingCharset, self.source == .caller ? .note : .warning, message))
    }

    /// Takes the label in the head.
    private mutating func add(_ label: String, isError: Bool) throws(ResponseError) {
        if let charset = Charset(label: label) {
            guard !isVagueUTF16(label) else { return }
            return add(charset, from: .head)
        }
        guard source == .standard, isError, !label.isEmpty else { return pass(over: label, of: .head) }
        let hint = "set the charset, or let malformed text be replaced, in the text options"
        throw ResponseError(.unknownCharset, Charset.complaint(about: label), hint: hint)
    }

    /// The label `utf-16` leaves the byte order to the mark (RFC 2781 §3.3), and contradicts neither.
    private func isVagueUTF16(_ label: String) -> Bool {
        charset == .utf16BigEndian && source < .head && label.lowercased() == "utf-16"
    }

    /// Takes the label in the document.
    ///
    /// It could be read as ASCII, so UTF-16 is not what it is in (WHATWG HTML §13.2.3.2).
    /// Throws if the document's own declaration decides, and names a charset that the document is not readable in.
    private func refuse(documentLabel label: String) throws(ResponseError) {
        guard source == .standard else { return }
        let hint = "set the charset, or let malformed text be replaced, in the text options"
        guard let charset = Charset(label: label) else {
            throw ResponseError(.unknownCharset, Charset.complaint(about: label), hint: hint)
        }
        guard !charset.isASCIICompatible else { return }
        throw ResponseError(.invalidText, "the document declares \(charset), but is not in that charset", hint: hint)
    }

    private mutating func add(documentLabel label: String) {
        guard let charset = Charset(label: label) else { return pass(over: label, of: .document) }
        if charset == .userDefined { return add(.windows1252, from: .document) }
        guard charset.isASCIICompatible else {
            let message =
                "the document declares \(charset), but is not in that charset; the text was read as \(self.charset)"
            return findings.append(Finding(.conflictingCharset, .warning, message))
        }
        add(charset, from: .document)
    }

    /// A hint that names the source of the charset, for text that is not valid in it.
    var hint: String {
        switch source {
        case .standard: "no charset is declared, so the text was read as \(charset)"
        case .zeroBytes: "\(source.subject) indicates \(charset)"
        default: "\(source.subject) declares \(charset)"
        }
    }

    private mutating func pass(over label: String, of source: CharsetSource) {
        let message = "ignored the charset of \(source.subject): \(Charset.complaint(about: label))"
        findings.append(Finding(.unknownCharset, .warning, message))
    }
}

/// A source of the charset of a text, the stronger first.
enum CharsetSource: Int, Comparable, CaseIterable {
    case caller, byteOrderMark, zeroBytes, head, document, standard

    static func < (left: CharsetSource, right: CharsetSource) -> Bool { left.rawValue < right.rawValue }

    /// The source as the subject of a sentence.
    var subject: String {
        switch self {
        case .caller: "the caller"
        case .byteOrderMark: "the byte-order mark"
        case .zeroBytes: "the pattern of zero bytes"
        case .head: "the Content-Type field"
        case .document: "the document"
        case .standard: "the default"
        }
    }
}

/// The rules of a format for the charset of its text.
package struct TextFormat: Sendable, Hashable {
    /// The syntax in which a document declares its charset.
    package var declaration: DeclarationSyntax

    /// Whether the zero bytes among the first four distinguish UTF-16 and UTF-32 from UTF-8 (RFC 4627 §3): true of formats
    /// that begin with two ASCII characters, or of which no text has a zero byte.
    package var detectsUTF16AndUTF32ByZeroBytes: Bool
    /// Whether a text is refused whose own declaration, if that decides, names a charset that it cannot be read in.
    package var requiresReadableDeclaration = false

    package init(declaration: DeclarationSyntax = .none, detectsUTF16AndUTF32ByZeroBytes: Bool = false) {
        self.declaration = declaration
        self.detectsUTF16AndUTF32ByZeroBytes = detectsUTF16AndUTF32ByZeroBytes
    }

    /// A text format without declarations.
    package static let plain = TextFormat()
    /// JSON, which has no declaration, and of which no text has a zero byte.
    package static let json = TextFormat(detectsUTF16AndUTF32ByZeroBytes: true)
    /// XML, which has a declaration, and begins with `<` and another ASCII character.
    package static let xml = TextFormat(declaration: .xml)

    /// XML that is going to be parsed: a declared charset that cannot be right is a fatal error (XML 1.0 §4.3.3).
    package static let parsedXML: TextFormat = {
        var format = TextFormat.xml
        format.requiresReadableDeclaration = true
        return format
    }()

    /// HTML, which may have a `meta` element.
    package static let html = TextFormat(declaration: .html)

    /// The charset rules of a media type.
    package init(_ mediaType: ResponseMediaType?) {
        guard let mediaType = mediaType?.canonical else {
            self = .plain
            return
        }
        switch mediaType.essence {
        case "text/html": self = .html
        case "text/xml", "application/xml": self = .xml
        case "application/json": self = .json
        default: self = mediaType.suffix == "xml" ? .xml : mediaType.suffix == "json" ? .json : .plain
        }
    }

    func charset(byZeroBytesOf body: ResponseBytes) -> Charset? {
        if detectsUTF16AndUTF32ByZeroBytes { return ZeroBytePattern.charset(of: body) }
        return declaration == .none ? nil : ZeroBytePattern.charset(ofMarkup: body)
    }

    func declaredCharset(in body: ResponseBytes) -> String? {
        switch declaration {
        case .none: nil
        case .xml: XMLDeclaration.encoding(in: body)
        case .html: HTMLPrescan.charset(in: body) ?? XMLDeclaration.encoding(in: body)
        }
    }
}

/// A syntax in which documents of a format declare their charset.
package enum DeclarationSyntax: Sendable, Hashable {
    case none
    /// By the XML declaration: `<?xml version="1.0" encoding="…"?>`.
    case xml
    /// By a `meta` element of HTML.
    case html
}

/// Distinguishes UTF-16 and UTF-32 from UTF-8 by the zero bytes of ASCII characters.
private enum ZeroBytePattern {
    /// The charset of a JSON text without a mark (RFC 4627 §3): its first character is ASCII, and no text has a zero
    /// byte.
    ///
    /// The second character of a string at the top need not be ASCII, so two bytes decide on UTF-16 where four do not
    /// decide on UTF-32.
    static func charset(of body: ResponseBytes) -> Charset? {
        let isZero = (0..<4).map { $0 < body.count && body[$0] == 0 }
        switch (isZero[0], isZero[1], isZero[2], isZero[3]) {
        case (true, true, true, false) where body.count >= 4: return .utf32BigEndian
        case (false, true, true, true): return .utf32LittleEndian
        case (true, false, _, _) where body.count >= 2: return .utf16BigEndian
        case (false, true, _, _): return .utf16LittleEndian
        default: return nil
        }
    }

    /// The charset of a document without a mark that begins with `<` (XML 1.0 appendix F.1).
    static func charset(ofMarkup body: ResponseBytes) -> Charset? {
        let tag = UInt8(ascii: "<")
        if body.hasPrefix([0, tag, 0]) { return .utf16BigEndian }
        if body.hasPrefix([tag, 0, 0, 0]) { return .utf32LittleEndian }
        if body.hasPrefix([0, 0, 0, tag]) { return .utf32BigEndian }
        return body.count >= 4 && body.hasPrefix([tag, 0]) && body[3] == 0 ? .utf16LittleEndian : nil
    }
}
