// One struct is the whole state of reading; aspects are in files of their own. It reads a text of which everything is
// there, or a window: the part of a text that has arrived and is still needed.
//
//   advance ─┬─ before the root: the charset and the XML declaration ─ +Declaration, the document type ─ +DocumentType
//            └─ content ─┬─ tags ─ +Tags, +Attributes        names ─ +Names, +Namespaces
//                        └─ text, comments, sections ─ +Text, references ─ +References
//
//   what comes out ─ XMLToken, +Slices, +PlainTokens         errors, positions ─ +Errors
//   a window, an incomplete token ─ +Window
//
// Positions count from the beginning of what is held of the text being read: of the document (`documentText`), or, inside
// an entity, of the store of declarations. `text` is the one that is read, `store` its kind. A zero ends each.
//
// A token is committed whole: until it is complete nothing of what lasts is changed, or `recover` puts it back.

package import DecantCore
package import DecantText

/// Reads an XML document piece by piece (XML 1.0 fifth edition, Namespaces in XML 1.0), without recursion.
///
/// ```swift
/// var tokenizer = XMLTokenizer(text, options: XML.Options(), limits: Limits())
/// while try tokenizer.advance() {
///     switch tokenizer.token.kind { … }
/// }
/// ```
///
/// Slices of the current token and of its attributes are good until the next call of ``advance()``; if assembled text is
/// kept, they are good for ever, also in what ``takeStores()`` gives.
package struct XMLTokenizer: ~Copyable {
    /// The whole text, if it is not read through a window.
    let body: ResponseBytes
    /// The text with its source, if it was transcoded.
    package let decodedText: DecodedText?
    let rules: XMLRules

    // What is read.

    var documentText: UnsafeXMLText
    var text: UnsafeXMLText
    var position = 0
    var store = XMLSlice.Store.text
    var phase = XMLPhase.start
    /// Whether an end without a start tag comes next, that of an element without content.
    var endsEmptyElement = false
    /// The changes of the current token.
    var changes = XMLTokenChanges()
    /// Whether the text is complete.
    var isFinal = true
    /// No byte of the document before this one is malformed.
    var validated = 0
    /// The entities that are being read.
    var expansion: XMLEntityExpansion

    // What comes out.

    package internal(set) var token = XMLToken(kind: .text, name: .none, text: .empty, offset: 0)
    var attributeList = UnsafeXMLBuffer<XMLAttributeRecord>()
    var elements = UnsafeXMLBuffer<XMLOpenElement>()
    var assembled = UnsafeXMLBuffer<UInt8>()
    var declared = UnsafeXMLBuffer<UInt8>()
    var namespaceState = XMLNamespaceState()
    var window = XMLWindow()
    /// The storages of the names of owned events, by the numbers of their namespaces.
    var namespaceStorages: [XMLDocumentStorage?] = []
    /// The last offset whose line and column were asked for.
    var cursor = XMLPositionCursor()
    var documentTypeState = XMLDocumentTypeState()
    /// The XML declaration, if there is one.
    package internal(set) var declaration: XMLDeclarationInfo?
    /// The findings so far; offsets are in the body as received.
    package internal(set) var findings: [Finding] = []
    /// The reasons for which reading ends, or ended.
    var ending = XMLEnding()

    /// Reads a text that may not be validated; with `keepsAssembled`, for a tree, assembled text lasts beyond the next
    /// token.
    package init(_ text: DecodedText, options: XML.Options, limits: Limits, keepsAssembled: Bool = false) {
        self.init(
            text.body,
            text.isInPlace ? nil : text,
            options: options,
            limits: limits,
            keepsAssembled: keepsAssembled
        )
        ending.cut(because: text.failure)
        ending.charsetHint = text.hint
    }

    /// Reads a text in place, or one that was transcoded.
    init(
        _ body: ResponseBytes,
        _ decodedText: DecodedText?,
        options: XML.Options,
        limits: Limits,
        keepsAssembled: Bool
    ) {
        self.body = body
        self.decodedText = decodedText
        rules = XMLRules(options, limits, keepsAssembled: keepsAssembled)
        expansion = XMLEntityExpansion(limits)
        // Slices count in 32 bits.
        let isTooLong = body.count > Int(UInt32.max)
        documentText = isTooLong ? body.prefix(0).unsafeXMLText : body.unsafeXMLText
        if isTooLong { ending.cut(because: Self.tooLong) }
        text = documentText
    }

    /// Finds the next token; false at the end of the document, or if more of it is needed.
    package mutating func advance() throws(ResponseError) -> Bool {
        if _slowPath(phase == .failed) { return try failAgain() }
        if _slowPath(changes.isDirty) { changes.settle() }
        do throws(XMLFault) {
            if _fastPath(phase == .content) { return try nextInContent() }
            return try nextOutside()
        } catch {
            return try recover(from: error)
        }
    }

    @inline(never)
    private mutating func failAgain() throws(ResponseError) -> Bool {
        if let failure = ending.failure { throw failure }
        return false
    }

    /// Finds the next token inside the root element (production 43).
    @inline(__always)
    private mutating func nextInContent() throws(XMLFault) -> Bool {
        if !rules.keepsAssembled { assembled.truncate(to: 0) }
        if endsEmptyElement { return endEmptyElement() }
        while true {
            let text = self.text
            let start = position
            let first = text[start]
            if first == UInt8(ascii: "<") {
                let next = text[start &+ 1]
                if next == UInt8(ascii: "/") { return try endTag(text, at: start) }
                if _fastPath(XMLCharacters.isNameStartASCII(next) || !UTF8.isASCII(next)) {
                    return try startTag(text, at: start)
                }
                return try markup(at: start)
            }
            if try characterData(text, from: start) { return true }
        }
    }

    /// Continues after a token, up to which the text is known to be valid.
    mutating func commit(_ end: Int) throws(XMLFault) {
        if _slowPath(end > validated), store == .text { try validate(upTo: end) }
        position = end
    }

    /// Returns the offset in the whole text of a token that begins at a position.
    func offset(of start: Int) -> Int { _fastPath(store == .text) ? window.start &+ start : expansion.referenceOffset }

    /// Finds the next token before or after the root element (productions 1, 22 and 27).
    @inline(never)
    mutating func nextOutside() throws(XMLFault) -> Bool {
        if phase == .start, try !begin() { return false }
        guard phase != .finished else { return false }
        position = skipSpace(text, at: position)
        let start = position
        switch text[start] {
        case UInt8(ascii: "<"): return try outsideMarkup(at: start)
        case 0 where start == text.count: return try end(at: start)
        default:
            let side = phase == .prolog ? "before" : "after"
            let found = text.described(at: start)
            throw fault("expected nothing but markup \(side) the root element, but found \(found)", at: start)
        }
    }

    private mutating func outsideMarkup(at start: Int) throws(XMLFault) -> Bool {
        if !rules.keepsAssembled { assembled.truncate(to: 0) }
        switch text[start + 1] {
        case UInt8(ascii: "?"): return try processingInstruction(at: start)
        case UInt8(ascii: "!"):
            let isDocumentType = phase == .prolog && declarations == nil && text[start + 2] == UInt8(ascii: "D")
            return try isDocumentType ? documentType(at: start) : comment(at: start)
        default:
            guard phase == .prolog else {
                throw fault("unexpected second root element", at: start, reached: start + 1)
            }
            guard try startTag(text, at: start) else { return false }
            phase = .content
            return true
        }
    }

    /// Ends the document, if it is complete.
    private mutating func end(at start: Int) throws(XMLFault) -> Bool {
        guard isFinal else { return false }
        try validate(upTo: start)
        guard !ending.isCut else { throw fault("the document is truncated", at: start) }
        guard phase == .epilog else { throw fault("the document has no root element", at: start) }
        phase = .finished
        return false
    }

    /// Reads the XML declaration, if there is one; false if too little of the text has arrived.
    private mutating func begin() throws(XMLFault) -> Bool {
        let mismatch = text.mismatch("<?xml", at: 0)
        if mismatch == nil, XMLCharacters.isWhitespace(text[5]) {
            position = try readDeclaration()
        } else if (mismatch ?? 5) >= text.count, !isFinal {
            return false
        }
        phase = .prolog
        return true
    }

    /// Bytes are tested in blocks of this size, ahead of reading them.
    private static var block: Int { 16 << 10 }

    /// Tests that the document is UTF-8 and has only characters of XML up to a position.
    @inline(never)
    mutating func validate(upTo end: Int) throws(XMLFault) {
        while validated < end {
            let block = min(documentText.count, max(end, validated + Self.block))
            let first = documentText.firstInvalid(from: validated, to: block)
            guard first != validated || block == validated else { throw documentCharacterFault(at: first) }
            validated = first
        }
    }
}

/// The options and limits that hold for all of a document.
struct XMLRules {
    let processesNamespaces: Bool
    let refusesExternalReferences: Bool
    /// Whether assembled text lasts beyond the next token.
    let keepsAssembled: Bool
    let depthLimit: Int
    let attributeLimit: Int
    let nameLimit: Int
    let textLimit: Int

    init(_ options: borrowing XML.Options, _ limits: borrowing Limits, keepsAssembled: Bool) {
        processesNamespaces = options.processesNamespaces
        refusesExternalReferences = options.refusesExternalReferences
        self.keepsAssembled = keepsAssembled
        depthLimit = limits.xmlDepth
        attributeLimit = limits.xmlAttributes
        nameLimit = min(limits.xmlNameBytes, Int(UInt16.max))
        textLimit = min(limits.xmlTextBytes, XMLSlice.longest)
    }
}

/// The part of a document that is read (XML 1.0 production 1).
enum XMLPhase: UInt8 {
    /// Before any markup.
    case start
    /// The part before the root element.
    case prolog
    case content
    case epilog
    case finished
    case failed
}

/// An element whose end was not reached.
struct XMLOpenElement: BitwiseCopyable {
    var name: XMLName
    /// The number of namespace changes in force before it.
    var bindings: UInt32
    /// The line on which it begins; 0 if that was not needed yet.
    var line: UInt32 = 0
    /// The offset of its start tag in the whole text; for a tag from an entity, the offset of the reference.
    var offset: Int

    /// Records that the text its name is in has lost bytes in front.
    mutating func shiftName(by length: Int) {
        let slice = name.slice
        guard slice.store == .text else { return }
        name.slice = XMLSlice(offset: slice.start - length, count: slice.count)
    }
}

extension UnsafeXMLBuffer where Element == XMLOpenElement {
    /// The index of the first element from which on no line is known.
    var firstWithoutLine: Int {
        var index = count
        while index > 0, self[index - 1].line == 0 { index -= 1 }
        return index
    }
}
