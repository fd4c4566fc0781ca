// Positions are relative to the text being read: the held part of the document (`documentText`) or, inside an entity,
// the store of declarations. `text` is the current text, and `store` its kind. Each text ends with a zero byte.

import DecantCore
import DecantText

/// The text of a document, the current position, and the stores that slices refer to.
///
/// The text is the whole document or a window on it: the part that has arrived and is still needed.
struct XMLScanner: ~Copyable {
    let rules: XMLRules
    var source: XMLSource
    /// The held part of the document.
    private(set) var documentText: UnsafeXMLText
    /// The text being read: the document, or the store of declarations up to the end of an entity.
    private(set) var text: UnsafeXMLText
    var position = 0
    private(set) var store = XMLSlice.Store.text
    /// Inside an entity, the offset in the whole text of the reference to the outermost entity.
    private(set) var referenceOffset = 0
    var isFinal = true
    /// The end of the part of the document that is known to be valid.
    private(set) var validated = 0
    /// Text and values that are not contiguous in the document.
    var assembled = UnsafeXMLBuffer<UInt8>()
    /// The replacement text of entities, and the default values of attributes.
    private(set) var declared = UnsafeXMLBuffer<UInt8>()
    var window = XMLWindow()

    /// Creates a scanner for a source of at most ``maxBytes``, and keeps the source alive.
    init(_ source: XMLSource, _ rules: XMLRules) {
        self.source = source
        self.rules = rules
        documentText = source.body.unsafeXMLText
        text = documentText
    }

    /// The maximum size of a text; slices store offsets in 32 bits.
    static var maxBytes: Int { Int(UInt32.max) }
}

// MARK: - Slices

extension XMLScanner {
    // The compiler copies the whole scanner if a nonmutating function is inlined and calls one that is not. So this
    // function calls nothing, and functions that do are marked as mutating.

    @inline(__always)
    func view(_ slice: XMLSlice) -> UnsafeXMLBytes {
        if _fastPath(slice.store == .text) {
            return documentText.bytes(from: slice.start, to: slice.start &+ slice.count)
        }
        switch slice.store {
        case .assembled: return assembled.bytes(from: slice.start, count: slice.count)
        case .declared: return declared.bytes(from: slice.start, count: slice.count)
        default: return window.kept.bytes(from: slice.start, count: slice.count)
        }
    }

    /// Returns a slice of the assembled bytes from a position on; an empty slice refers to no store.
    func assembledSlice(from start: Int) -> XMLSlice {
        let count = assembled.count - start
        return count == 0 ? .empty : XMLSlice(.assembled, offset: start, count: count)
    }

    /// Makes the bytes of a slice the last ones of the assembled text, and returns their offset.
    private mutating func moveToEnd(_ slice: XMLSlice) -> Int {
        let first = assembled.count
        if slice.store == .assembled, slice.start + slice.count == first { return slice.start }
        // The slice may be in `assembled` itself. Growing the buffer first keeps it from moving during the copy.
        assembled.grow(to: first + slice.count)
        assembled.append(view(slice))
        return first
    }

    /// Joins two slices; the second one is that of the current token.
    mutating func joined(_ slice: XMLSlice, _ next: XMLSlice) -> XMLSlice {
        if slice.store == .assembled, next.store == .assembled, slice.start + slice.count == next.start {
            return XMLSlice(.assembled, offset: slice.start, count: slice.count + next.count)
        }
        let first = moveToEnd(slice)
        assembled.grow(to: assembled.count + next.count)
        assembled.append(view(next))
        return assembledSlice(from: first)
    }

    /// Removes the text of the current token from the end of the assembled text.
    mutating func discard(_ slice: XMLSlice) {
        if slice.store == .assembled { assembled.truncate(to: slice.start) }
    }

    /// Returns a slice without spaces at both ends, and with one space for each run of them.
    mutating func folded(_ slice: XMLSlice, _ isSpace: (UInt8) -> Bool) -> XMLSlice {
        let bytes = view(slice)
        let last = bytes.count - 1
        let isFolded = (0..<bytes.count).allSatisfy { index in
            guard isSpace(bytes[index]) else { return true }
            return bytes[index] == UInt8(ascii: " ") && index > 0 && index < last && !isSpace(bytes[index - 1])
        }
        guard !isFolded else { return slice }
        let first = moveToEnd(slice)
        foldSpaces(from: first, isSpace)
        return assembledSlice(from: first)
    }

    /// Folds the spaces of the assembled text from `start` on.
    mutating func foldSpaces(from start: Int, _ isSpace: (UInt8) -> Bool) {
        let space = UInt8(ascii: " ")
        var count = start
        for index in start..<assembled.count {
            let byte = isSpace(assembled[index]) ? space : assembled[index]
            if byte == space, count == start || assembled[count - 1] == space { continue }
            assembled[count] = byte
            count += 1
        }
        if count > start, assembled[count - 1] == space { count -= 1 }
        assembled.truncate(to: count)
    }

    /// Returns whether a slice has no characters other than whitespace.
    func isWhitespace(_ slice: XMLSlice) -> Bool {
        let bytes = view(slice)
        return (0..<bytes.count).allSatisfy { XMLCharacters.isWhitespace(bytes[$0]) }
    }

    /// Throws if slices could not address the assembled text after it grows by `length` bytes.
    func checkAssembled(_ length: Int) throws(XMLParseError) {
        guard assembled.count + length <= Int(UInt32.max) else { throw textLimitError(at: position) }
    }

    /// Appends a range of the current text to the assembled text.
    mutating func append(from start: Int, to end: Int) throws(XMLParseError) {
        guard end > start else { return }
        // The replacement text of an entity was validated when the document type was read.
        if end > validated, store == .text { try validate(upTo: end) }
        try checkAssembled(end - start)
        assembled.append(text.bytes(from: start, to: end))
    }

    /// Moves the assembled bytes from an offset on to the store of declarations, followed by a zero byte.
    mutating func declare(from start: Int) -> XMLSlice {
        let count = assembled.count - start
        let first = declared.count
        if count > 0 { declared.append(assembled.bytes(from: start, count: count)) }
        assembled.truncate(to: start)
        declared.append(0)
        declared.terminate()
        // The store may have been reallocated.
        if store == .declared { text = declared.text(to: text.count) }
        return XMLSlice(.declared, offset: first, count: count)
    }
}

// MARK: - Position

extension XMLScanner {
    var next: UInt8 { text[position] }

    /// Continues after a token, and validates the text up to there if necessary.
    mutating func commit(_ end: Int) throws(XMLParseError) {
        if _slowPath(end > validated), store == .text { try validate(upTo: end) }
        position = end
    }

    /// Returns the offset in the whole text of a token that begins at a position.
    func offset(of start: Int) -> Int { _fastPath(store == .text) ? window.start &+ start : referenceOffset }

    /// The size of the blocks that are validated ahead of reading them.
    private static var block: Int { 16 << 10 }

    /// Validates the document up to a position: UTF-8, and only characters that XML allows.
    @inline(never)
    mutating func validate(upTo end: Int) throws(XMLParseError) {
        while validated < end {
            let block = min(documentText.count, max(end, validated + Self.block))
            let first = documentText.firstInvalid(from: validated, to: block)
            guard first != validated || block == validated else { throw documentCharacterError(at: first) }
            validated = first
        }
    }

    /// Enters the replacement text of an entity, and returns the position to return to after it.
    mutating func enter(_ replacement: XMLSlice, from reference: Int) -> XMLReadingPosition {
        let outer = readingPosition
        if store == .text { referenceOffset = window.start + reference }
        store = .declared
        text = declared.text(to: replacement.start + replacement.count)
        position = replacement.start
        return outer
    }

    /// The current position with the text it belongs to.
    var readingPosition: XMLReadingPosition {
        XMLReadingPosition(position: position, end: text.count, store: store, referenceOffset: referenceOffset)
    }

    mutating func move(to other: XMLReadingPosition) {
        position = other.position
        store = other.store
        referenceOffset = other.referenceOffset
        text = store == .text ? documentText : declared.text(to: other.end)
    }

    /// Updates the document after the window has received more bytes and dropped `length` bytes from its front.
    mutating func holdWindow(dropping length: Int) {
        documentText = window.bytes.text(to: window.bytes.count)
        // Whitespace between markup is consumed without being validated, so more may be dropped than was validated.
        validated = max(validated - length, 0)
        guard store == .text else { return }
        position -= length
        text = documentText
    }
}

// MARK: - Lines and columns

extension XMLScanner {
    /// Returns the site of an error at an offset in the text; `received` is the offset in the body as received, if
    /// known.
    func site(of offset: Int, received: Int? = nil) -> ErrorSite {
        guard source.stream != nil else { return .text(offset, source.text) }
        let held = offset - window.start
        let start = SourcePosition(
            offset: (received ?? source.sourceOffset(of: offset)) - held,
            line: window.lines.line,
            column: window.lines.column
        )
        return .text(held, SourceText(heldText, at: 0, position: start))
    }

    /// Returns the source position of an offset in the text, counting lines from the previous query if possible.
    mutating func position(at offset: Int) -> SourcePosition {
        source.position(at: counted(on: source.lines(before: offset, in: window), to: offset))
    }

    /// Returns the line of an element's start tag.
    func line(of element: XMLOpenElement) -> Int {
        guard element.line == 0 else { return Int(element.line) }
        return counted(on: window.lines, to: element.offset).line
    }

    // MARK: - Unsafe
    //
    // Bound: the text does not change while a function uses a span of it.

    /// Returns a line counter that was advanced to an offset in the text.
    func counted(on lines: LineCounter, to offset: Int) -> LineCounter {
        var lines = lines
        unsafe lines.move(to: offset, in: documentText.all, from: window.start)
        return lines
    }

    /// A copy of the held text.
    private var heldText: ResponseBytes { unsafe ResponseBytes(documentText.all) }
}

/// The part of a streamed text that has arrived and is still needed.
struct XMLWindow: ~Copyable {
    /// The number of bytes that are held after being read, for display in errors.
    static var context: Int { 256 }
    var bytes = UnsafeXMLBuffer<UInt8>()
    /// The offset of the held bytes in the whole text.
    var start = 0
    /// The line and column of the first held byte.
    var lines = LineCounter()
    /// The names of open elements whose start tags are no longer held.
    var kept = UnsafeXMLBuffer<UInt8>()
}

/// A position and the text it belongs to.
struct XMLReadingPosition {
    var position: Int
    let end: Int
    let store: XMLSlice.Store
    let referenceOffset: Int
}

struct XMLRules {
    let processesNamespaces: Bool
    let refusesExternalReferences: Bool
    let quirks: XML.Quirks
    /// Whether assembled text remains valid after the next token.
    let keepsAssembled: Bool
    let depthLimit: Int
    let attributeLimit: Int
    let nameLimit: Int
    let textLimit: Int

    init(_ options: borrowing XML.Options, _ limits: borrowing Limits, keepsAssembled: Bool) {
        processesNamespaces = options.processesNamespaces
        refusesExternalReferences = options.refusesExternalReferences
        quirks = options.quirks
        self.keepsAssembled = keepsAssembled
        depthLimit = limits.xmlDepth
        attributeLimit = limits.xmlAttributes
        nameLimit = min(limits.xmlNameBytes, Int(UInt16.max))
        textLimit = min(limits.xmlTextBytes, XMLSlice.maxCount)
    }
}

extension XMLScanner {
    /// Reads a name (production 5), or a qualified name if namespaces are processed (Namespaces in XML production 7).
    @inline(__always)
    mutating func name(_ text: UnsafeXMLText, at start: Int) throws(XMLParseError) -> XMLNameEnd {
        let run = text.nameRun(at: start)
        let end = start &+ run.stop
        guard
            _fastPath(
                run.stop < 16 && UTF8.isASCII(text[end]) && XMLCharacters.isNameStartASCII(text[start])
                    && run.stop <= rules.nameLimit
            )
        else { return try longName(text, at: start) }
        if run.colon == 0 || !rules.processesNamespaces { return XMLNameEnd(start: start, end: end, colon: 0) }
        guard _fastPath(run.colon > 0 && XMLCharacters.isNameStartASCII(text[start &+ run.colon &+ 1])) else {
            return try longName(text, at: start)
        }
        return XMLNameEnd(start: start, end: end, colon: run.colon)
    }

    /// Reads a name of any length with any characters, or throws if there is no valid name.
    @inline(never)
    mutating func longName(_ text: UnsafeXMLText, at start: Int) throws(XMLParseError) -> XMLNameEnd {
        let end = try plainName(text, at: start)
        guard rules.processesNamespaces else { return XMLNameEnd(start: start, end: end, colon: 0) }
        var colon = 0
        for position in start..<end where text[position] == UInt8(ascii: ":") {
            guard colon == 0, position > start else { throw qualifiedNameError(from: start, to: end) }
            colon = position - start
        }
        guard colon > 0 else { return XMLNameEnd(start: start, end: end, colon: 0) }
        guard let first = text.scalar(at: start + colon + 1), XMLCharacters.isNameStart(first.scalar) else {
            throw qualifiedNameError(from: start, to: end)
        }
        return XMLNameEnd(start: start, end: end, colon: colon)
    }

    /// Reads a name without checking its colons, and returns its end.
    mutating func plainName(_ text: UnsafeXMLText, at start: Int) throws(XMLParseError) -> Int {
        guard let first = text.scalar(at: start), XMLCharacters.isNameStart(first.scalar) else {
            throw expected("a name", text, at: start)
        }
        let end = text.endOfNameCharacters(from: start + first.length)
        guard end - start <= rules.nameLimit else { throw nameLimitError(at: start) }
        return end
    }

    /// Reads a name that must not contain a colon if namespaces are processed (Namespaces in XML §7).
    ///
    /// The rule applies to the names of entities and notations, and to the targets of processing instructions.
    mutating func uncolonizedName(_ text: UnsafeXMLText, at start: Int, of what: String) throws(XMLParseError) -> Int {
        let end = try plainName(text, at: start)
        guard rules.processesNamespaces else { return end }
        for position in start..<end where text[position] == UInt8(ascii: ":") {
            let name = text.bytes(from: start, to: end).string
            throw error("the name “\(name)” of \(what) has a colon", at: start, reached: end)
        }
        return end
    }

    @discardableResult
    mutating func consumeSpace() -> Bool {
        let start = position
        position = skipSpace(text, at: start)
        return position > start
    }

    /// Skips whitespace (production 3), and returns the position after it.
    @inline(__always)
    func skipSpace(_ text: UnsafeXMLText, at start: Int) -> Int {
        var position = start
        while XMLCharacters.isWhitespace(text[position]) { position &+= 1 }
        return position
    }
}

/// The range of a name in the current text.
struct XMLNameEnd {
    var start: Int
    var end: Int
    /// The number of bytes of the prefix; 0 for a name without a prefix, or if namespaces are not processed.
    var colon: Int
    var length: Int { end &- start }
}

/// The XML declaration at the beginning of a document (XML 1.0 §2.8).
struct XMLDeclarationInfo {
    var hasEncoding = false
    var isStandalone = false
}
