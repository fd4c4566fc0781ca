import DecantCore

/// Decides which charset a body is in: the caller's, else that of the byte-order mark, of the head, of the document's
/// own declaration, else UTF-8 (RFC 7303 §3, WHATWG HTML §13.2.3.2).
struct CharsetChoice {
    /// The charset to decode by.
    private(set) var charset = Charset.utf8

    /// Who named it.
    private(set) var source = CharsetSource.standard

    /// What was noticed: charsets that lost, labels that mean nothing.
    private(set) var findings: [Finding] = []

    /// Creates the choice that nobody contradicts: UTF-8.
    private init() {}

    /// Chooses the charset of a body.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - label: The `charset` parameter of the head, if there is one.
    ///   - options: The caller's charset, and whether an unknown label is an error.
    ///   - format: What the format of the body tells.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/unknownCharset`` if the head names a charset
    ///   that is not known, nothing stronger names another, and malformed text is an error.
    init(_ body: ResponseBody, label: String?, _ options: TextOptions, _ format: TextFormat) throws(ResponseError) {
        if let charset = options.charset { add(charset, from: .caller) }
        if let charset = Charset.marked(body) ?? Self.markedBefore(body) { add(charset, from: .byteOrderMark) }
        if source == .standard, let charset = format.charset(byZeroBytesOf: body) { add(charset, from: .zeroBytes) }
        if let label { try add(label, isError: options.malformed == .error) }
        if charset.isASCIICompatible, let label = format.declaredCharset(in: body) {
            if format.requiresReadableDeclaration, options.malformed == .error { try refuse(documentLabel: label) }
            add(documentLabel: label)
        }
    }

    /// A UTF-8 mark that was dropped in an earlier step counts as one.
    private static func markedBefore(_ body: ResponseBody) -> Charset? {
        body.start >= 3 && body.whole.hasPrefix(Charset.utf8.byteOrderMark) ? .utf8 : nil
    }

    /// Takes what a source says if none stronger has spoken; else notes what is contradicted.
    private mutating func add(_ charset: Charset, from source: CharsetSource) {
        guard self.source != .standard else {
            self.charset = charset
            self.source = source
            return
        }
        guard charset != self.charset else { return }
        let message =
            "\(source.subject) says \(charset), \(self.source.subject) says \(self.charset); "
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
        let hint = "name the charset yourself, or ask for malformed text to be replaced"
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
        let hint = "name the charset yourself, or ask for malformed text to be replaced"
        guard let charset = Charset(label: label) else {
            throw ResponseError(.unknownCharset, Charset.complaint(about: label), hint: hint)
        }
        guard !charset.isASCIICompatible else { return }
        throw ResponseError(.invalidText, "the document says \(charset), but is not in it", hint: hint)
    }

    private mutating func add(documentLabel label: String) {
        guard let charset = Charset(label: label) else { return pass(over: label, of: .document) }
        if charset == .userDefined { return add(.windows1252, from: .document) }
        guard charset.isASCIICompatible else {
            let message = "the document says \(charset), but is not in it; the text was read as \(self.charset)"
            return findings.append(Finding(.conflictingCharset, .warning, message))
        }
        add(charset, from: .document)
    }

    /// Where the charset of a text that is not in it came from.
    var hint: String {
        switch source {
        case .standard: "no charset is declared, so the text was taken for \(charset)"
        default: "\(source.subject) says that the text is in \(charset)"
        }
    }

    private mutating func pass(over label: String, of source: CharsetSource) {
        let message = "\(source.subject) names a charset that was passed over: \(Charset.complaint(about: label))"
        findings.append(Finding(.unknownCharset, .warning, message))
    }
}
