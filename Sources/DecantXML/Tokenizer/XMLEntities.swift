import DecantCore

/// The entities of a document: their declarations, the open entities, and the size of their expansion.
struct XMLEntities: ~Copyable {
    /// The declarations of the document type; nil until one is read.
    private(set) var declarations: XMLDeclarations?
    /// Whether the document type declares attributes, so tags must be compared with the declarations.
    private(set) var declaresAttributes = false
    /// Whether the XML declaration states that external declarations do not affect the document.
    var isStandalone = false
    /// Findings about skipped references; offsets are in the body as received.
    private(set) var findings: [Finding] = []
    private var expansion: XMLEntityExpansion
    /// Whether the current token is the document type, so all declarations belong to it.
    private var isDeclaring = false
    /// Whether the current token has changed this state.
    private(set) var isChanged = false
    /// The number of findings before the current token.
    private var settledFindings = 0
    /// The state before the current token, saved if the token may be incomplete.
    private var checkpoint: Checkpoint?

    init(_ limits: Limits) { expansion = XMLEntityExpansion(limits) }

    var isEmpty: Bool { expansion.isEmpty }
    var elementFloor: Int { expansion.elementFloor }
    var documentPosition: Int? { expansion.documentPosition }

    mutating func dropFirst(_ length: Int) { expansion.dropFirst(length) }

    /// Creates the declarations of a document type.
    mutating func beginDeclarations() -> XMLDeclarations {
        let declarations = XMLDeclarations()
        self.declarations = declarations
        isDeclaring = true
        return declarations
    }

    /// Completes the declarations of the document type.
    mutating func finishDeclarations() {
        isDeclaring = false
        if let declarations { declaresAttributes = !declarations.attributes.isEmpty }
    }

    /// A suffix for error messages that names the innermost entity.
    var location: String {
        guard let source = expansion.innermost, let declarations else { return "" }
        let name =
            source.isParameter ? declarations.parameters.name(source.number) : declarations.general.name(source.number)
        return " (in the entity “\(name.string.printable)”)"
    }
}

// MARK: - References

extension XMLEntities {
    /// Reads a reference in content or in an attribute value (production 67): appends its character, or enters its
    /// entity.
    ///
    /// `elements` is the number of open elements, or nil in an attribute value.
    mutating func reference(_ scanner: inout XMLScanner, at start: Int, elements: Int?) throws(XMLParseError) {
        if let end = try scanner.characterOrPredefined(scanner.text, at: start) {
            scanner.position = end
            return
        }
        let end = try scanner.entityNameEnd(scanner.text, at: start)
        let name = scanner.text.bytes(from: start + 1, to: end)
        scanner.position = end + 1
        guard let declarations, let number = declarations.general.find(name) else {
            try skipUndeclared(name, &scanner, at: start)
            return
        }
        switch declarations.general[number].kind {
        case .internal:
            try open(number, isParameter: false, &scanner, from: start, elements: elements ?? elementFloor)
        case .external where elements == nil, .unparsed where elements == nil:
            // No External Entity References (§3.1).
            let message = "the value of an attribute refers to the external entity “\(name.string)”"
            throw scanner.error(message, at: start)
        case .external:
            try skipExternal("the external entity “\(name.string)” was not read", .warning, &scanner, at: start)
        case .unparsed:
            let message = "the entity “\(name.string)” is unparsed and cannot be referred to in text"
            throw scanner.error(message, at: start)
        }
    }

    /// Enters the replacement text of an entity referenced at a position.
    mutating func open(
        _ number: Int,
        isParameter: Bool,
        _ scanner: inout XMLScanner,
        from start: Int,
        elements: Int
    ) throws(XMLParseError) {
        guard let declarations else { return }
        try count(number, isParameter: isParameter, &scanner, at: start)
        setOpen(true, number, isParameter: isParameter)
        let entity = isParameter ? declarations.parameters[number] : declarations.general[number]
        let outer = scanner.enter(entity.replacement, from: start)
        expansion.open(XMLEntitySource(number, isParameter: isParameter, outer: outer), elements: elements)
    }

    /// Leaves the innermost entity, and continues after the reference to it.
    mutating func close(_ scanner: inout XMLScanner) {
        guard let source = expansion.close() else { return }
        setOpen(false, source.number, isParameter: source.isParameter)
        scanner.move(to: source.outer)
    }

    /// Marks an entity as open or closed.
    private func setOpen(_ isOpen: Bool, _ number: Int, isParameter: Bool = false) {
        if isParameter {
            declarations?.parameters[number].isOpen = isOpen
        } else {
            declarations?.general[number].isOpen = isOpen
        }
    }

    /// The name of the innermost entity, for messages.
    var innermostName: String {
        guard let source = expansion.innermost, let declarations else { return "" }
        return declarations.general.name(source.number).string
    }

    /// Counts a reference to an entity, and throws if it is recursive or exceeds a limit.
    private mutating func count(
        _ number: Int,
        isParameter: Bool,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLParseError) {
        guard let declarations else { return }
        let entity = isParameter ? declarations.parameters[number] : declarations.general[number]
        guard !entity.isOpen else {
            let name = isParameter ? declarations.parameters.name(number) : declarations.general.name(number)
            throw scanner.error("the entity “\(name.string)” refers to itself", at: start)
        }
        if let excess = expansion.excess { throw scanner.error(excess, at: start) }
        willChange(&scanner)
        if let excess = expansion.countReference(bytes: entity.replacement.count, at: scanner.offset(of: start)) {
            throw scanner.error(excess, at: start)
        }
    }

    /// Counts the cost of default attributes, and throws if it exceeds the limit.
    ///
    /// The cost includes the work for each attribute and the bytes of its name and value.
    mutating func countDefaults(_ cost: Int, _ scanner: inout XMLScanner) throws(XMLParseError) {
        willChange(&scanner)
        if let excess = expansion.countDefaults(cost, at: scanner.offset(of: scanner.position)) {
            throw scanner.error(excess, at: scanner.position)
        }
    }

    /// Skips a reference to an undeclared entity, or throws if it had to be declared (XML 1.0 §4.1, Entity Declared).
    private mutating func skipUndeclared(
        _ name: UnsafeXMLBytes,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLParseError) {
        guard let declarations, declarations.mayHaveMore, !isStandalone else {
            throw scanner.error("the entity “\(name.string)” is not declared", at: start)
        }
        let message = "the entity “\(name.string)” is not declared in the internal document type"
        report(message, .warning, &scanner, at: start)
    }

    /// Skips a reference to an external resource, or throws if the options reject external references.
    mutating func skipExternal(
        _ message: String,
        _ severity: Finding.Severity,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLParseError) {
        guard !scanner.rules.refusesExternalReferences else {
            throw scanner.error(message, at: start, reached: scanner.position - 1)
        }
        report(message, severity, &scanner, at: start)
    }

    private mutating func report(
        _ message: String,
        _ severity: Finding.Severity,
        _ scanner: inout XMLScanner,
        at start: Int
    ) {
        willChange(&scanner)
        guard findings.count < Self.mostFindings, !findings.contains(where: { $0.message == message }) else { return }
        let offset = scanner.source.sourceOffset(of: scanner.offset(of: start))
        findings.append(Finding(.externalReference, severity, message, offset: offset))
    }

    private static var mostFindings: Int { 16 }
}

// MARK: - Attribute values

extension XMLEntities {
    /// Reads an attribute value up to its closing quotation mark (production 10), and normalizes it (§3.3.3).
    ///
    /// `stop` is the position of the first byte after `start` that needs special treatment. The result is the value and
    /// the position after the quotation mark.
    @inline(never)
    mutating func longValue(_ scanner: inout XMLScanner, from start: Int, stop: Int, quote: UInt8)
        throws(XMLParseError) -> (XMLSlice, Int)
    {
        willChange(&scanner)
        let (token, depth, first) = (scanner.position, expansion.depth, scanner.assembled.count)
        scanner.position = start
        var stop = stop
        while true {
            try scanner.checkAssembled(stop - scanner.position)
            scanner.assembled.append(scanner.text.bytes(from: scanner.position, to: stop))
            guard scanner.assembled.count - first <= scanner.rules.textLimit else {
                throw scanner.textLimitError(at: start, reached: stop)
            }
            if scanner.text[stop] == quote, expansion.depth == depth { break }
            try valuePart(&scanner, at: stop, quote: quote, isInEntity: expansion.depth > depth)
            stop = scanner.text.valueEnd(from: scanner.position, quote: quote)
        }
        scanner.position = token
        return (scanner.assembledSlice(from: first), stop + 1)
    }

    /// Consumes whitespace, a reference, or the end of an entity in an attribute value.
    private mutating func valuePart(_ scanner: inout XMLScanner, at position: Int, quote: UInt8, isInEntity: Bool)
        throws(XMLParseError)
    {
        switch scanner.text[position] {
        case UInt8(ascii: "&"): try reference(&scanner, at: position, elements: nil)
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
            close(&scanner)
        }
    }
}

// MARK: - Incomplete tokens

// A token takes effect as a whole. Its first lasting change saves the previous state. If the token turns out to be
// incomplete, the saved state is restored, and the token is parsed again once more of the text has arrived.

extension XMLEntities {
    /// The state to restore if a token is incomplete.
    private struct Checkpoint {
        let position: XMLReadingPosition
        let expansion: XMLEntityExpansion
    }

    /// Saves the state before the first change by a token, in case the token is incomplete.
    mutating func willChange(_ scanner: inout XMLScanner) {
        guard !isChanged else { return }
        isChanged = true
        settledFindings = findings.count
        guard !scanner.isFinal else { return }
        checkpoint = Checkpoint(position: scanner.readingPosition, expansion: expansion)
    }

    mutating func settle() {
        isChanged = false
        checkpoint = nil
    }

    /// Discards the declarations and findings of the current token.
    mutating func forgetToken() {
        if isDeclaring { declarations = nil }
        isDeclaring = false
        if isChanged { findings.removeLast(findings.count - settledFindings) }
        settledFindings = findings.count
    }

    /// Restores the state before an incomplete token.
    mutating func putBack(_ scanner: inout XMLScanner) {
        forgetToken()
        guard let checkpoint else { return }
        settle()
        markOpen(false)
        expansion = checkpoint.expansion
        markOpen(true)
        scanner.move(to: checkpoint.position)
    }

    /// Marks all open general entities of the current expansion as open or closed.
    private func markOpen(_ isOpen: Bool) {
        for number in expansion.openGeneralEntities { setOpen(isOpen, number) }
    }
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
}

/// The declared entities, by name (XML 1.0 §4.2).
struct XMLEntityTable: ~Copyable {
    private var names = XMLNameTable()
    private var entities: [XMLEntity] = []

    subscript(number: Int) -> XMLEntity {
        get { entities[number] }
        _modify { yield &entities[number] }
    }

    func find(_ name: UnsafeXMLBytes) -> Int? {
        // A name is added before its entity, which follows once its declaration is complete.
        names.find(name).flatMap { $0 < entities.count ? $0 : nil }
    }

    func name(_ number: Int) -> UnsafeXMLBytes { names.name(number) }

    /// Adds a name; returns false if it was declared before, because the first declaration counts (§4.2).
    mutating func add(_ name: UnsafeXMLBytes) -> Bool { names.number(of: name) == entities.count }

    mutating func add(_ entity: XMLEntity) { entities.append(entity) }
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
    var isOpen = false
}

// A small document can expand to any size: by references to entities, which may refer to further entities, and by
// default attributes, which are declared once and added to every tag. Both are counted here and compared with the
// limits.

/// The open entities, and the cost of the entities and default attributes expanded so far.
struct XMLEntityExpansion {
    /// The open entities, outermost first, with the positions to return to.
    private var sources: [XMLEntitySource] = []
    /// The number of elements that were open before the innermost entity; they cannot end inside it.
    private(set) var elementFloor = 0
    /// The number of bytes of replacement text so far, plus a cost for each reference.
    private var expandedBytes = 0
    /// The cost of default attributes so far: the work for each, plus its bytes.
    private var defaultCost = 0
    private let depthLimit: Int
    private let byteLimit: Int
    private let ratioLimit: Int

    init(_ limits: Limits) {
        depthLimit = limits.xmlEntityDepth
        byteLimit = limits.xmlEntityBytes
        ratioLimit = limits.xmlEntityRatio
    }

    /// Whether no entity is open, so the scanner is in the document itself.
    var isEmpty: Bool { sources.isEmpty }
    var depth: Int { sources.count }
    var innermost: XMLEntitySource? { sources.last }
    /// The position in the document after the reference to the outermost open entity.
    var documentPosition: Int? { sources.first?.outer.position }
    /// The numbers of the open general entities.
    var openGeneralEntities: [Int] { sources.filter { !$0.isParameter }.map(\.number) }

    /// Opens an entity inside a number of open elements.
    mutating func open(_ source: XMLEntitySource, elements: Int) {
        sources.append(source)
        sources[sources.count - 1].outerFloor = elementFloor
        elementFloor = elements
    }

    /// Closes the innermost entity.
    mutating func close() -> XMLEntitySource? {
        guard let source = sources.popLast() else { return nil }
        elementFloor = source.outerFloor
        return source
    }

    /// Adjusts `documentPosition` after bytes were dropped from the front of the document.
    mutating func dropFirst(_ length: Int) {
        guard !sources.isEmpty else { return }
        sources[0].outer.position -= length
    }

    /// The limit that one more open entity exceeds, or nil.
    var excess: XMLExcess? {
        guard sources.count >= depthLimit else { return nil }
        return XMLExcess(limit: .xmlEntityDepth, message: "entities are nested more than \(depthLimit) deep")
    }

    /// Counts a reference to an entity, and returns the limit it exceeds, or nil.
    mutating func countReference(bytes: Int, at offset: Int) -> XMLExcess? {
        let (sum, isTooLarge) = expandedBytes.addingReportingOverflow(bytes + Self.referenceCost)
        expandedBytes = sum
        guard !isTooLarge, sum <= byteLimit else {
            let message = "entities expand to more than \(byteLimit.counted("byte"))"
            return XMLExcess(limit: .xmlEntityBytes, message: message)
        }
        guard sum > Self.freeCost, exceedsRatio(sum, at: offset) else { return nil }
        let message = "entities expand to more than \(ratioLimit) times the bytes read"
        return XMLExcess(limit: .xmlEntityRatio, message: message)
    }

    /// Counts a cost of default attributes, and returns the limit it exceeds, or nil.
    mutating func countDefaults(_ cost: Int, at offset: Int) -> XMLExcess? {
        defaultCost += cost
        guard defaultCost > Self.freeCost, exceedsRatio(defaultCost - Self.freeCost, at: offset) else { return nil }
        let message = "attribute defaults expand to more than \(ratioLimit) times the bytes read"
        return XMLExcess(limit: .xmlEntityRatio, message: message)
    }

    /// Returns whether a cost is too large for the number of bytes read.
    private func exceedsRatio(_ cost: Int, at offset: Int) -> Bool {
        let (most, isBoundless) = max(offset, 1).multipliedReportingOverflow(by: ratioLimit)
        return !isBoundless && cost > most
    }

    /// The cost of a reference in addition to its bytes, which makes references to empty entities count.
    private static var referenceCost: Int { 20 }
    /// The cost of each kind that is allowed for documents of any size.
    private static var freeCost: Int { 64 << 10 }
}

/// An exceeded limit and its message.
struct XMLExcess {
    let limit: Limits.Name
    let message: String
}

/// An open entity.
struct XMLEntitySource {
    let number: Int
    /// Whether the entity is a parameter entity; these are numbered separately.
    let isParameter: Bool
    /// The position after the reference, in the surrounding text.
    var outer: XMLReadingPosition
    /// The element floor of the surrounding entity.
    fileprivate var outerFloor = 0

    init(_ number: Int, isParameter: Bool, outer: XMLReadingPosition) {
        self.number = number
        self.isParameter = isParameter
        self.outer = outer
    }
}
