import DecantCore

/// The entities of a document: their declarations, the open entities, and the size of their expansion.
///
/// An entity replaces the text that the scanner reads, so the scanner is a part of this type.
struct XMLEntities: ~Copyable {
    var scanner: XMLScanner
    /// Whether the document type declares attributes that change tags.
    var declaresAttributes = false
    /// Whether the XML declaration states that external declarations do not affect the document.
    var isStandalone = false
    private let depthLimit: Int
    private let byteLimit: Int
    private let ratioLimit: Int
    private var state = State()
    /// The state before the current token, or nil if the token has not changed it.
    private var previous: State?
    /// The position before the current token, or nil if the token has not moved it.
    private var start: XMLReadingPosition?

    /// The state that a token changes as a whole or not at all.
    private struct State {
        /// The declarations of the document type, or nil until one is read.
        var declarations: XMLDeclarations?
        /// Findings about skipped references; offsets are in the body as received.
        var findings: [Finding] = []
        /// The references that quirks accept.
        var accepted: XMLAcceptedReferences?
        /// The open entities, outermost first.
        var open: [XMLOpenEntity] = []
        /// The number of elements that were open before the innermost entity; they cannot end inside it.
        var elementFloor = 0
        /// The number of bytes of replacement text so far, plus a cost for each reference.
        var expandedBytes = 0
        /// The cost of default attributes so far: the work for each, plus its bytes.
        var defaultCost = 0
    }

    init(_ scanner: consuming XMLScanner, _ limits: Limits) {
        self.scanner = scanner
        depthLimit = limits.xmlEntityDepth
        byteLimit = limits.xmlEntityBytes
        ratioLimit = limits.xmlEntityRatio
    }

    var declarations: XMLDeclarations? { state.declarations }
    var findings: [Finding] { state.findings + (state.accepted?.findings ?? []) }
    /// Whether no entity is open, so the scanner is in the document itself.
    var isEmpty: Bool { state.open.isEmpty }
    var elementFloor: Int { state.elementFloor }
    /// The position in the held text of the first unread byte of the document.
    var documentPosition: Int { state.open.first?.outer.position ?? scanner.position }

    /// Returns whether the attribute declarations of an element change its tags.
    func changesTags(of element: UnsafeXMLBytes) -> Bool {
        _slowPath(declaresAttributes) && declarations?.attributes.find(element: element) != nil
    }

    /// Adjusts `documentPosition` after bytes were dropped from the front of the document.
    mutating func dropFirst(_ length: Int) {
        if !isEmpty { state.open[0].outer.position -= length }
    }

    /// Creates the declarations of a document type.
    mutating func startDeclarations() -> XMLDeclarations {
        willChange()
        let declarations = XMLDeclarations()
        state.declarations = declarations
        return declarations
    }

    /// The name of the innermost entity, for messages, or nil if no entity is open.
    var innermostName: String? {
        guard let entity = state.open.last, let declarations else { return nil }
        return declarations.name(entity.number).string
    }
}

// MARK: - References

extension XMLEntities {
    /// Reads a reference in content or in an attribute value (production 67): appends its character, or enters its
    /// entity.
    ///
    /// `elements` is the number of open elements, or nil in an attribute value.
    mutating func reference(at start: Int, elements: Int?) throws(XMLParseError) {
        if scanner.rules.quirks.contains(.controlCharacters), let end = try scanner.droppedReferenceEnd(at: start) {
            scanner.position = end
            accept(.controlCharacters, at: start)
            return
        }
        if let end = try scanner.characterOrPredefined(scanner.text, at: start) {
            scanner.position = end
            return
        }
        let end = try scanner.entityNameEnd(scanner.text, at: start)
        let name = scanner.text.bytes(from: start + 1, to: end)
        scanner.position = end + 1
        guard let declarations, let number = declarations.general.find(name) else {
            return try skipUndeclared(name, at: start)
        }
        switch declarations[number].kind {
        case .internal: try open(number, from: start, elements: elements ?? elementFloor)
        case .external where elements == nil, .unparsed where elements == nil:
            // No External Entity References (§3.1).
            let message = "the value of an attribute refers to the external entity “\(name.string)”"
            throw scanner.error(message, at: start)
        case .external: try skipExternal("the external entity “\(name.string)” was not read", .warning, at: start)
        case .unparsed:
            let message = "the entity “\(name.string)” is unparsed and cannot be referred to in text"
            throw scanner.error(message, at: start)
        }
    }

    /// Enters the replacement text of an entity referenced at a position inside a number of open elements.
    mutating func open(_ number: Int, from start: Int, elements: Int) throws(XMLParseError) {
        guard let declarations else { return }
        guard !state.open.contains(where: { $0.number == number }) else {
            throw scanner.error("the entity “\(declarations.name(number).string)” refers to itself", at: start)
        }
        guard state.open.count < depthLimit else {
            let message = "entities are nested more than \(depthLimit) deep"
            throw scanner.error(message, at: start, limit: .xmlEntityDepth)
        }
        willChange()
        let replacement = declarations[number].replacement
        try countReference(bytes: replacement.count, at: start)
        let outer = scanner.enter(replacement, from: start)
        state.open.append(XMLOpenEntity(number: number, outer: outer, outerFloor: elementFloor))
        state.elementFloor = elements
    }

    /// Leaves the innermost entity, and continues after the reference to it.
    mutating func close() {
        willChange()
        guard let entity = state.open.popLast() else { return }
        state.elementFloor = entity.outerFloor
        scanner.move(to: entity.outer)
    }

    /// Reads a reference to an undeclared entity as one of HTML, skips it, or throws if it had to be declared (XML 1.0
    /// §4.1, Entity Declared).
    private mutating func skipUndeclared(_ name: UnsafeXMLBytes, at start: Int) throws(XMLParseError) {
        let character = HTMLEntities.character(named: name)
        if let character, scanner.rules.quirks.contains(.htmlEntities) {
            scanner.assembled.append(character)
            return accept(.htmlEntities, at: start)
        }
        guard let declarations, declarations.mayHaveMore, !isStandalone else {
            let hint = character.map { _ in Hint(nil, .quirk("htmlEntities")) }
            throw scanner.error("the entity “\(name.string)” is not declared", at: start, hint: hint)
        }
        report("the entity “\(name.string)” is not declared in the internal document type", .warning, at: start)
    }

    /// Skips a reference to an external resource, or throws if the options reject external references.
    mutating func skipExternal(
        _ message: String,
        _ severity: Finding.Severity,
        at start: Int
    ) throws(XMLParseError) {
        guard !scanner.rules.refusesExternalReferences else {
            throw scanner.error(message, at: start, reached: scanner.position - 1)
        }
        report(message, severity, at: start)
    }

    /// Records a reference that a quirk accepts.
    private mutating func accept(_ quirk: XML.Quirks, at start: Int) {
        willChange()
        var accepted = state.accepted.take() ?? XMLAcceptedReferences()
        defer { state.accepted = accepted }
        if accepted.counts(quirk) { return }
        let text = scanner.text.bytes(from: start, to: scanner.position).string
        let offset = scanner.source.sourceOffset(of: scanner.offset(of: start))
        accepted.start(quirk, text, at: offset)
    }

    private mutating func report(_ message: String, _ severity: Finding.Severity, at start: Int) {
        willChange()
        guard state.findings.count < Self.maxFindings, !state.findings.contains(where: { $0.message == message }) else {
            return
        }
        let offset = scanner.source.sourceOffset(of: scanner.offset(of: start))
        state.findings.append(Finding(.externalReference, severity, message, offset: offset))
    }

    private static var maxFindings: Int { 16 }
}

// MARK: - Expansion

// A small document can expand to any size: by references to entities, which may refer to further entities, and by
// default attributes, which are declared once and added to every tag. Both are counted here and compared with the
// limits.

extension XMLEntities {
    /// Counts a reference to an entity, and throws if the document expands to too many bytes.
    private mutating func countReference(bytes: Int, at start: Int) throws(XMLParseError) {
        let (sum, isTooLarge) = state.expandedBytes.addingReportingOverflow(bytes + Self.referenceCost)
        state.expandedBytes = sum
        guard !isTooLarge, sum <= byteLimit else {
            let message = "entities expand to more than \(byteLimit.counted("byte"))"
            throw scanner.error(message, at: start, limit: .xmlEntityBytes)
        }
        if sum > Self.freeCost { try checkRatio(sum, of: "entities", at: start) }
    }

    /// Counts the cost of default attributes, and throws if it exceeds the limit.
    ///
    /// The cost includes the work for each attribute and the bytes of its name and value.
    mutating func countDefaults(_ cost: Int) throws(XMLParseError) {
        willChange()
        state.defaultCost += cost
        let excess = state.defaultCost - Self.freeCost
        if excess > 0 { try checkRatio(excess, of: "attribute defaults", at: scanner.position) }
    }

    /// Throws if a cost is too large for the number of bytes read.
    private func checkRatio(_ cost: Int, of what: String, at start: Int) throws(XMLParseError) {
        let (limit, isBoundless) = max(scanner.offset(of: start), 1).multipliedReportingOverflow(by: ratioLimit)
        guard !isBoundless, cost > limit else { return }
        let message = "\(what) expand to more than \(ratioLimit) times the bytes read"
        throw scanner.error(message, at: start, limit: .xmlEntityRatio)
    }

    /// The cost of a reference in addition to its bytes, which makes references to empty entities count.
    private static var referenceCost: Int { 20 }
    /// The cost of each kind that is allowed for documents of any size.
    private static var freeCost: Int { 64 << 10 }
}

// MARK: - Character data

extension XMLEntities {
    /// Reads character data up to the next markup (production 14); the result is empty if there is none.
    @inline(__always)
    mutating func characterData(
        _ tags: inout XMLTags,
        _ text: UnsafeXMLText,
        from start: Int
    ) throws(XMLParseError) -> XMLSlice {
        let end = text.characterDataEnd(from: start)
        guard _fastPath(text[end] == UInt8(ascii: "<") && end &- start <= scanner.rules.textLimit) else {
            return try assembleText(&tags, from: start, stop: end)
        }
        let slice = XMLSlice(scanner.store, offset: start, count: end &- start)
        try scanner.commit(end)
        return slice
    }

    /// Assembles character data from runs that are separated by references, line ends, or ends of entities.
    @inline(never)
    private mutating func assembleText(
        _ tags: inout XMLTags,
        from start: Int,
        stop: Int
    ) throws(XMLParseError) -> XMLSlice {
        willMove()
        let first = scanner.assembled.count
        let limit = first + scanner.rules.textLimit
        scanner.position = start
        var end = stop
        while true {
            let isSectionEnd = scanner.text[end] == UInt8(ascii: "]")
            guard scanner.assembled.count + end + (isSectionEnd ? 2 : 0) - scanner.position <= limit else {
                // The text was examined up to the limit, so the error stands even if more input follows.
                let reached = scanner.position + limit - scanner.assembled.count
                throw scanner.textLimitError(at: scanner.position, reached: reached)
            }
            if isSectionEnd {
                let hint: Hint = "write its “>” as “&gt;”"
                throw scanner.error("unexpected “]]>” in text", at: end, reached: end + 2, hint: hint)
            }
            try scanner.append(from: scanner.position, to: end)
            if scanner.text[end] == UInt8(ascii: "<") { break }
            try textPart(&tags, at: end)
            guard scanner.assembled.count <= limit else { throw scanner.textLimitError(at: scanner.position) }
            end = scanner.text.characterDataEnd(from: scanner.position)
        }
        try scanner.commit(end)
        return scanner.assembledSlice(from: first)
    }

    /// Consumes a reference, a line end, or the end of an entity in character data.
    private mutating func textPart(_ tags: inout XMLTags, at position: Int) throws(XMLParseError) {
        switch scanner.text[position] {
        case UInt8(ascii: "&"): try reference(at: position, elements: tags.elements.count)
        case UInt8(ascii: "\r"):
            // Line ends of an entity's replacement text were normalized when it was declared (XML 1.0 §2.11).
            let isInText = scanner.store == .text
            scanner.assembled.append(isInText ? UInt8(ascii: "\n") : UInt8(ascii: "\r"))
            scanner.position = position + (isInText && scanner.text[position + 1] == UInt8(ascii: "\n") ? 2 : 1)
        default:
            guard position == scanner.text.count else { throw scanner.characterError(at: position) }
            guard !isEmpty else { throw tags.unfinishedError(&scanner, at: position) }
            guard tags.elements.count == elementFloor else {
                let name = scanner.view(tags.elements[tags.elements.count - 1].name.slice).string
                let entity = innermostName ?? ""
                let message = "the element “\(name)” begins in the entity “\(entity)” and does not end in it"
                throw scanner.error(message, at: position)
            }
            close()
        }
    }
}

// MARK: - Attribute values

extension XMLEntities {
    /// Reads an attribute value up to its closing quotation mark (production 10), and normalizes it (§3.3.3).
    ///
    /// `stop` is the position of the first byte after `start` that needs special treatment. The result is the value and
    /// the position after the quotation mark.
    @inline(never)
    mutating func longValue(from start: Int, stop: Int, quote: UInt8) throws(XMLParseError) -> (XMLSlice, Int) {
        willMove()
        let (token, depth, first) = (scanner.position, state.open.count, scanner.assembled.count)
        scanner.position = start
        var stop = stop
        while true {
            try scanner.checkAssembled(stop - scanner.position)
            scanner.assembled.append(scanner.text.bytes(from: scanner.position, to: stop))
            guard scanner.assembled.count - first <= scanner.rules.textLimit else {
                throw scanner.textLimitError(at: start, reached: stop)
            }
            if scanner.text[stop] == quote, state.open.count == depth { break }
            try valuePart(at: stop, quote: quote, isInEntity: state.open.count > depth)
            stop = scanner.text.valueEnd(from: scanner.position, quote: quote)
        }
        scanner.position = token
        return (scanner.assembledSlice(from: first), stop + 1)
    }

    /// Consumes whitespace, a reference, or the end of an entity in an attribute value.
    private mutating func valuePart(at position: Int, quote: UInt8, isInEntity: Bool) throws(XMLParseError) {
        switch scanner.text[position] {
        case UInt8(ascii: "&"): try reference(at: position, elements: nil)
        case quote:
            scanner.assembled.append(quote)
            scanner.position = position + 1
        case UInt8(ascii: "<"):
            guard !isInEntity else {
                let message = "the value of an attribute refers to an entity that contains “<”"
                throw scanner.error(message, at: position)
            }
            throw scanner.error("unexpected “<” in the value of an attribute", at: position, hint: "write it as “&lt;”")
        case let byte where XMLCharacters.isWhitespace(byte):
            scanner.assembled.append(UInt8(ascii: " "))
            let isPair = byte == UInt8(ascii: "\r") && scanner.text[position + 1] == UInt8(ascii: "\n")
            scanner.position = position + (isPair && scanner.store == .text ? 2 : 1)
        default:
            guard position >= scanner.text.count else { throw scanner.characterError(at: position) }
            guard isInEntity else {
                throw scanner.error("the document ends inside the value of an attribute", at: position)
            }
            close()
        }
    }
}

// MARK: - Incomplete tokens

// A token takes effect as a whole. The position and the state before its first change are saved. If the token turns out
// to be incomplete, they are restored, and the token is parsed again once more of the text has arrived.

extension XMLEntities {
    /// Whether the current token has moved the position or changed the state.
    var isChanged: Bool { start != nil }

    /// Saves the position before the current token moves it.
    mutating func willMove() {
        if start == nil { start = scanner.readingPosition }
    }

    /// Saves the position and the state before the current token changes them.
    private mutating func willChange() {
        willMove()
        if previous == nil { previous = state }
    }

    /// Makes the changes of the current token permanent.
    mutating func settle() {
        start = nil
        previous = nil
    }

    /// Restores the position and the state before the current token.
    mutating func revertToken() {
        if let previous { state = previous }
        if let start { scanner.move(to: start) }
        settle()
    }
}

/// An open entity.
struct XMLOpenEntity {
    let number: Int
    /// The position after the reference, in the surrounding text.
    var outer: XMLReadingPosition
    /// The element floor of the surrounding entity.
    let outerFloor: Int
}

// MARK: - Declarations

/// The declarations of a document type that affect parsing.
///
/// This is a class because most documents have no document type.
final class XMLDeclarations {
    var general = XMLEntityTable()
    var parameters = XMLEntityTable()
    var attributes = XMLAttributeTable()
    var notations = XMLNameTable()
    var documentType = XML.DocumentType(name: "")
    /// Whether declarations may be missing, because an external subset or a parameter entity was referenced.
    var mayHaveMore = false
    /// Whether a parameter entity was not read, which voids the declarations after it (XML 1.0 §5.1).
    var isIncomplete = false

    /// The entity with a number; the numbers of parameter entities are bitwise complements.
    subscript(number: Int) -> XMLEntity { number < 0 ? parameters[~number] : general[number] }

    func name(_ number: Int) -> UnsafeXMLBytes { number < 0 ? parameters.name(~number) : general.name(number) }
}

/// The declared entities, by name (XML 1.0 §4.2).
struct XMLEntityTable: ~Copyable {
    private var names = XMLNameTable()
    private var entities: [XMLEntity] = []

    subscript(number: Int) -> XMLEntity { entities[number] }

    func find(_ name: UnsafeXMLBytes) -> Int? { names.find(name) }
    func name(_ number: Int) -> UnsafeXMLBytes { names.name(number) }

    /// Adds an entity, unless its name was declared before, because the first declaration counts (§4.2).
    mutating func add(_ entity: XMLEntity, _ name: UnsafeXMLBytes) {
        if names.number(of: name) == entities.count { entities.append(entity) }
    }
}

/// A declared entity (XML 1.0 §4.2).
struct XMLEntity {
    enum Kind {
        /// The replacement text is in the document.
        case `internal`
        case external
        /// The entity is external and not XML.
        case unparsed
    }

    var kind: Kind
    /// The replacement text, followed by a zero byte in the store of declarations.
    var replacement = XMLSlice.empty
}
