package import DecantCore

/// The choice of a body's charset (RFC 7303 §3, WHATWG HTML §13.2.3.2).
///
/// The charset comes from the caller, the byte-order mark, the head, or the document's declaration, in this order; the
/// default is UTF-8.
struct CharsetChoice {
    /// The charset for decoding.
    private(set) var charset = Charset.utf8
    private(set) var source = CharsetSource.standard
    /// The findings about overridden charsets and unknown labels.
    private(set) var findings: [Finding] = []
    /// The first label that names no charset, and its source.
    private var unknown: (label: String, source: CharsetSource)?

    /// Creates a choice for a charset that is known from the context of the body.
    init(known charset: Charset) { self.charset = charset }

    /// Chooses the charset of a body.
    ///
    /// An unknown label counts as no label. The label of a charset that must not be decoded is an error unless a
    /// stronger source names a charset or malformed text is replaced.
    init(_ body: ResponseBytes, label: String?, _ options: TextOptions, _ format: TextFormat) throws(ResponseError) {
        if let charset = options.charset { add(charset, from: .caller) }
        if let charset = Charset.marked(body) ?? Self.markedBefore(body) { add(charset, from: .byteOrderMark) }
        if source == .standard, let charset = format.charset(byZeroBytesOf: body) { add(charset, from: .zeroBytes) }
        if let label { try add(label, of: body, options, format) }
        if charset.isASCIICompatible, let label = format.declaredCharset(in: body) { add(documentLabel: label) }
    }

    /// Returns UTF-8 if an earlier step dropped a UTF-8 byte-order mark.
    private static func markedBefore(_ body: ResponseBytes) -> Charset? {
        body.start >= 3 && body.whole.hasPrefix(Charset.utf8.byteOrderMark) ? .utf8 : nil
    }

    /// Uses the charset of a source unless a stronger source names another.
    ///
    /// A conflict is reported as a finding.
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

    /// Evaluates the label in the head.
    private mutating func add(
        _ label: String,
        of body: ResponseBytes,
        _ options: TextOptions,
        _ format: TextFormat
    ) throws(ResponseError) {
        guard let charset = Charset(label: label) else {
            let isError = source == .standard && !options.replacesMalformed && Charset.isForbidden(label: label)
            guard isError, !isUTF8(body, format) else { return ignore(label, of: .head) }
            throw ResponseError(.unknownCharset, Charset.complaint(about: label), remedy: .charset)
        }
        guard !isVagueUTF16(label) else { return }
        guard charset != .utf8, isUTF8(body, format), !charset.needsEscapes(of: body) else {
            return add(charset, from: .head)
        }
        guard !charset.isASCIICompatible || !body.allSatisfy(UTF8.isASCII) else { return }
        let name = "“\(label.excerpt(64))”"
        let message = "\(CharsetSource.head.subject) names \(name); the text is UTF-8, and was read as UTF-8"
        findings.append(Finding(.conflictingCharset, .warning, message))
    }

    /// Returns whether the bytes prove that the text is UTF-8, and no stronger source names another charset.
    private func isUTF8(_ body: ResponseBytes, _ format: TextFormat) -> Bool {
        source == .standard && format.isUTF8IfValid && UTF8Validator.firstMalformed(in: body.span) == nil
    }

    /// Returns whether the label is `utf-16` and a stronger source specifies UTF-16BE.
    ///
    /// The label leaves the byte order to the byte-order mark (RFC 2781 §3.3), so the two do not conflict.
    private func isVagueUTF16(_ label: String) -> Bool {
        charset == .utf16BigEndian && source < .head && label.lowercased() == "utf-16"
    }

    /// Evaluates the label in the document.
    ///
    /// The declaration was readable as ASCII, so the document is not in UTF-16 (WHATWG HTML §13.2.3.2).
    private mutating func add(documentLabel label: String) {
        guard let charset = Charset(label: label) else { return ignore(label, of: .document) }
        if charset == .userDefined { return add(.windows1252, from: .document) }
        guard charset.isASCIICompatible else {
            let message =
                "the document declares \(charset), but is not in that charset; the text was read as \(self.charset)"
            return findings.append(Finding(.conflictingCharset, .warning, message))
        }
        add(charset, from: .document)
    }

    private mutating func ignore(_ label: String, of source: CharsetSource) {
        unknown = unknown ?? (label, source)
        let message = "ignored the charset of \(source.subject): \(Charset.complaint(about: label))"
        findings.append(Finding(.unknownCharset, .warning, message))
    }

    /// Whether a label was ignored, and no other source names a charset.
    var ignoresLabel: Bool { source == .standard && unknown != nil }

    /// A hint that names the source of the charset, for errors about malformed text.
    var hint: Hint {
        guard source == .standard, let unknown else { return source.hint(charset) }
        let cause = "\(unknown.source.subject) declares the unknown charset “\(unknown.label.excerpt(64))”"
        return Hint("\(cause), so the text was read as \(charset)", .charset)
    }
}

/// A source of a text's charset, in order of descending strength.
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

    /// A hint that this source determined a charset, for errors about malformed text.
    func hint(_ charset: Charset) -> Hint {
        switch self {
        case .standard: Hint("no charset is declared, so the text was read as \(charset)", .charset)
        case .zeroBytes: Hint("\(subject) indicates \(charset)", .replacement)
        default: Hint("\(subject) declares \(charset)", .replacement)
        }
    }
}

extension Remedy {
    /// Sets the charset of the text.
    package static var charset: Remedy {
        Remedy(.option, "charset", text: "set the charset in the text options")
    }

    /// Replaces malformed text.
    package static var replacement: Remedy {
        Remedy(.option, "replacesMalformed", text: "let malformed text be replaced in the text options")
    }
}

/// The charset rules of a text format.
package struct TextFormat: Sendable, Hashable {
    /// The syntax of charset declarations in documents.
    package var declaration: DeclarationSyntax

    /// Whether the zero bytes among the first four distinguish UTF-16 and UTF-32 from UTF-8 (RFC 4627 §3).
    ///
    /// This applies to formats whose texts begin with two ASCII characters, or never contain a zero byte.
    package var detectsUTF16AndUTF32ByZeroBytes: Bool

    /// Whether a text that is valid UTF-8 is UTF-8, and the label in the head has no effect.
    var isUTF8IfValid: Bool

    package init(
        declaration: DeclarationSyntax = .none,
        detectsUTF16AndUTF32ByZeroBytes: Bool = false,
        isUTF8IfValid: Bool = false
    ) {
        self.declaration = declaration
        self.detectsUTF16AndUTF32ByZeroBytes = detectsUTF16AndUTF32ByZeroBytes
        self.isUTF8IfValid = isUTF8IfValid
    }

    /// A text format without declarations.
    package static let plain = TextFormat()
    /// JSON, which has no declaration.
    ///
    /// No JSON text contains a zero byte. A `charset` parameter has no effect (RFC 8259 §8.1, §11); it only decides if
    /// a text is not UTF-8.
    package static let json = TextFormat(detectsUTF16AndUTF32ByZeroBytes: true, isUTF8IfValid: true)
    /// XML, which has a declaration.
    ///
    /// A document begins with `<` and another ASCII character.
    package static let xml = TextFormat(declaration: .xml)
    /// HTML, which may declare its charset in a `meta` element.
    package static let html = TextFormat(declaration: .html)

    /// Creates the charset rules of a media type.
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

/// A syntax of charset declarations.
package enum DeclarationSyntax: Sendable, Hashable {
    case none
    /// The XML declaration: `<?xml version="1.0" encoding="…"?>`.
    case xml
    /// A `meta` element of HTML.
    case html
}

/// Detects UTF-16 and UTF-32 by the zero bytes in the encoded forms of ASCII characters.
private enum ZeroBytePattern {
    /// Returns the charset of a JSON text without a byte-order mark (RFC 4627 §3).
    ///
    /// The first two characters are ASCII, but the second character of a top-level string may be any. No text contains a
    /// zero byte. A single character in UTF-16 is not whitespace.
    static func charset(of body: ResponseBytes) -> Charset? {
        // Nearly all bodies begin with two other bytes.
        guard body.count > 1, body[0] == 0 || body[1] == 0 else { return nil }
        let isZero = (0..<4).map { $0 < body.count && body[$0] == 0 }
        func begins(with first: UInt8, isASCIINext: Bool) -> Bool {
            body.count < 4 ? first > UInt8(ascii: " ") : isASCIINext || first == UInt8(ascii: "\"")
        }
        switch (isZero[0], isZero[1], isZero[2], isZero[3]) {
        case (true, true, true, false) where body.count >= 4: return .utf32BigEndian
        case (false, true, true, true): return .utf32LittleEndian
        case (true, false, let second, _) where begins(with: body[1], isASCIINext: second): return .utf16BigEndian
        case (false, true, _, let second) where begins(with: body[0], isASCIINext: second): return .utf16LittleEndian
        default: return nil
        }
    }

    /// Returns the charset of a document without a byte-order mark that begins with `<` (XML 1.0 appendix F.1).
    static func charset(ofMarkup body: ResponseBytes) -> Charset? {
        let tag = UInt8(ascii: "<")
        if body.hasPrefix([0, tag, 0]) { return .utf16BigEndian }
        if body.hasPrefix([tag, 0, 0, 0]) { return .utf32LittleEndian }
        if body.hasPrefix([0, 0, 0, tag]) { return .utf32BigEndian }
        return body.count >= 4 && body.hasPrefix([tag, 0]) && body[3] == 0 ? .utf16LittleEndian : nil
    }
}
