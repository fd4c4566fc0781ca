import DecantCore

/// The entities of a document: their declarations, those that are being read, and what they may bring in.
struct XMLEntities: ~Copyable {
    /// The declarations, once there is a document type.
    private(set) var declarations: XMLDeclarations?
    /// Whether the document type declares attributes, which tags have to be compared with.
    private(set) var declaresAttributes = false
    /// Whether no external declaration changes the document, as its XML declaration says.
    var isStandalone = false
    /// The findings about references that were ignored; offsets are in the body as received.
    private(set) var findings: [Finding] = []
    private var expansion: XMLEntityExpansion
    /// Whether the document type is being read, so that all declarations come from the current token.
    private var isDeclaring = false
    /// Whether the current token has changed anything here.
    private(set) var isChanged = false
    /// The number of findings before the current token.
    private var settledFindings = 0
    /// The state before the current token, if that may be incomplete.
    private var checkpoint: Checkpoint?

    init(_ limits: Limits) { expansion = XMLEntityExpansion(limits) }

    /// Whether no entity is being read, so that the text is that of the document.
    var isEmpty: Bool { expansion.isEmpty }
    /// The number of elements open before the innermost entity; those cannot end in it.
    var elementFloor: Int { expansion.elementFloor }
    /// The position in the document after the reference to the outermost entity.
    var documentPosition: Int? { expansion.documentPosition }

    /// Records that the document has lost bytes before the position after the reference to the outermost entity.
    mutating func dropFirst(_ length: Int) { expansion.dropFirst(length) }

    /// Begins with the declarations of a document type.
    mutating func beginDeclarations() -> XMLDeclarations {
        let declarations = XMLDeclarations()
        self.declarations = declarations
        isDeclaring = true
        return declarations
    }

    /// Ends the declarations, which are complete.
    mutating func finishDeclarations() {
        isDeclaring = false
        if let declarations { declaresAttributes = !declarations.attributes.isEmpty }
    }

    /// The number of entities that are being read.
    var depth: Int { expansion.depth }

    /// The addition to a message about the replacement text of the innermost entity.
    var location: String {
        guard let source = expansion.innermost, let declarations else { return "" }
        return location(
            of: source.isParameter
                ? declarations.parameters.name(source.number) : declarations.general.name(source.number)
        )
    }

    /// The addition to a message about the replacement text of a general entity.
    func location(inGeneral number: Int) -> String { declarations.map { location(of: $0.general.name(number)) } ?? "" }

    private func location(of name: UnsafeXMLBytes) -> String { " (in the entity “\(name.string.printable)”)" }
}

// MARK: - References

extension XMLEntities {
    /// Reads a reference in content (production 67): adds the character, or continues in the entity.
    mutating func reference(_ scanner: inout XMLScanner, at start: Int, elements: Int) throws(XMLFault) {
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
            try open(number, isParameter: false, &scanner, from: start, elements: elements)
        case .external:
            try skipExternal("the external entity “\(name.string)” was not read", .warning, &scanner, at: start)
        case .unparsed:
            let message = "the entity “\(name.string)” is unparsed and cannot be referred to in text"
            throw scanner.fault(message, at: start)
        }
    }

    /// Continues in the replacement text of an entity that is referred to at a position.
    mutating func open(
        _ number: Int,
        isParameter: Bool,
        _ scanner: inout XMLScanner,
        from start: Int,
        elements: Int
    ) throws(XMLFault) {
        guard let declarations else { return }
        try count(number, isParameter: isParameter, depth: expansion.depth, &scanner, at: start)
        setOpen(true, number, isParameter: isParameter)
        let entity = isParameter ? declarations.parameters[number] : declarations.general[number]
        let outer = scanner.enter(entity.replacement, from: start)
        expansion.open(XMLEntitySource(number, isParameter: isParameter, outer: outer), elements: elements)
    }

    /// Returns to the reference to the innermost entity.
    mutating func close(_ scanner: inout XMLScanner) {
        guard let source = expansion.close() else { return }
        setOpen(false, source.number, isParameter: source.isParameter)
        scanner.move(to: source.outer)
    }

    /// Records that an entity is being read, or not.
    func setOpen(_ isOpen: Bool, _ number: Int, isParameter: Bool = false) {
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

    /// Counts a reference to an entity, before its replacement text is read.
    mutating func count(
        _ number: Int,
        isParameter: Bool = false,
        depth: Int,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLFault) {
        guard let declarations else { return }
        let entity = isParameter ? declarations.parameters[number] : declarations.general[number]
        guard !entity.isOpen else {
            let name = isParameter ? declarations.parameters.name(number) : declarations.general.name(number)
            throw scanner.fault("the entity “\(name.string)” refers to itself", at: start)
        }
        if let excess = expansion.excess(atDepth: depth) { throw scanner.fault(excess, at: start) }
        willChange(&scanner)
        if let excess = expansion.countReference(bytes: entity.replacement.count, at: scanner.offset(of: start)) {
            throw scanner.fault(excess, at: start)
        }
    }

    /// Counts the work for attributes that are declared with a default, and the bytes that they bring in.
    mutating func countDefaults(_ cost: Int, _ scanner: inout XMLScanner) throws(XMLFault) {
        willChange(&scanner)
        if let excess = expansion.countDefaults(cost, at: scanner.offset(of: scanner.position)) {
            throw scanner.fault(excess, at: scanner.position)
        }
    }

    /// Skips a reference to an entity that is not declared, or throws if it should have been (XML 1.0 §4.1, Entity Declared).
    mutating func skipUndeclared(
        _ name: UnsafeXMLBytes,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLFault) {
        guard let declarations, declarations.mayHaveMore, !isStandalone else {
            throw scanner.fault("the entity “\(name.string)” is not declared", at: start)
        }
        let message = "the entity “\(name.string)” is not declared in the internal document type"
        report(message, .warning, &scanner, at: start)
    }

    /// Skips what is outside of the document, or throws if that is not allowed.
    mutating func skipExternal(
        _ message: String,
        _ severity: Finding.Severity,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLFault) {
        guard !scanner.rules.refusesExternalReferences else {
            throw scanner.fault(message, at: start, reached: scanner.position - 1)
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

// MARK: - An incomplete token

// A token is committed whole. The first change of what lasts saves the state before it; if the token turns out to be
// incomplete, the state is put back, and the token is read again when more of the text has arrived.

extension XMLEntities {
    /// The state that a token that is not complete may have changed.
    private struct Checkpoint {
        let position: XMLReadingPosition
        let expansion: XMLEntityExpansion
    }

    /// Saves the state that the token is about to change, in case it is not complete.
    mutating func willChange(_ scanner: inout XMLScanner) {
        guard !isChanged else { return }
        isChanged = true
        settledFindings = findings.count
        guard !scanner.isFinal else { return }
        checkpoint = Checkpoint(position: scanner.readingPosition, expansion: expansion)
    }

    /// Makes the changes of the current token last.
    mutating func settle() {
        isChanged = false
        checkpoint = nil
    }

    /// Removes what the current token has declared and reported.
    mutating func forgetToken() {
        if isDeclaring { declarations = nil }
        isDeclaring = false
        if isChanged { findings.removeLast(findings.count - settledFindings) }
        settledFindings = findings.count
    }

    /// Undoes the changes of an incomplete token.
    mutating func putBack(_ scanner: inout XMLScanner) {
        forgetToken()
        guard let checkpoint else { return }
        settle()
        markOpen(false)
        expansion = checkpoint.expansion
        markOpen(true)
        scanner.move(to: checkpoint.position)
    }

    /// Records of all entities that are being read that they are, or not.
    private func markOpen(_ isOpen: Bool) {
        for number in expansion.openGeneralEntities { setOpen(isOpen, number) }
    }
}

// MARK: - Declarations

/// The declarations of a document type that matter for reading; a class, since most documents have none.
final class XMLDeclarations {
    var general = XMLEntityTable()
    var parameters = XMLEntityTable()
    /// The attributes that are declared, by element.
    var attributes = XMLAttributeTable()
    var notations = XMLNameTable()
    /// The public description of the document type.
    var documentType = XML.DocumentType(name: "")
    /// Whether there may be declarations that were not read: in an external subset, or in parameter entities.
    var mayHaveMore = false
    /// Whether a parameter entity was not read, so that declarations after it do not count (XML 1.0 §5.1).
    var isIncomplete = false
}

/// The entities that are declared, by name (XML 1.0 §4.2).
struct XMLEntityTable: ~Copyable {
    private var names = XMLNameTable()
    private var entities: [XMLEntity] = []

    subscript(number: Int) -> XMLEntity {
        get { entities[number] }
        _modify { yield &entities[number] }
    }

    /// The number of an entity; nil if it is not declared.
    func find(_ name: UnsafeXMLBytes) -> Int? {
        // A name is added before its entity, which is declared once all of its declaration was read.
        names.find(name).flatMap { $0 < entities.count ? $0 : nil }
    }

    func name(_ number: Int) -> UnsafeXMLBytes { names.name(number) }

    /// Adds a name; false if it was declared before, which counts (§4.2).
    mutating func add(_ name: UnsafeXMLBytes) -> Bool { names.number(of: name) == entities.count }

    /// Adds the entity of the name that was added last.
    mutating func add(_ entity: XMLEntity) { entities.append(entity) }
}

/// An entity that is declared (XML 1.0 §4.2).
struct XMLEntity {
    /// The kind of an entity.
    enum Kind {
        /// Its replacement text is in the document.
        case `internal`

        case external
        /// The entity is external, and not XML.
        case unparsed
    }

    var kind: Kind
    /// Its replacement text in the store of declarations, where a zero follows it.
    var replacement = XMLSlice.empty
    /// Whether it is being read.
    var isOpen = false
}

// A few bytes of a document could bring in any number of others: by references to entities, which may refer to more
// entities, and by attributes that are declared once and added to every tag. Both are counted here against the limits.

/// The entities that are being read, and the costs of what entities and declared attributes have brought in.
struct XMLEntityExpansion {
    /// Entities that are being read, from the outside to the inside, with the positions to return to.
    private var sources: [XMLEntitySource] = []
    /// The number of elements open before the innermost entity; those cannot end in it.
    private(set) var elementFloor = 0
    /// The number of bytes that entities brought in, with the cost of references.
    private var expandedBytes = 0
    /// The cost of attributes that were added because they are declared: the work for each, and the bytes they bring in.
    private var defaultCost = 0
    private let depthLimit: Int
    private let byteLimit: Int
    private let ratioLimit: Int

    init(_ limits: Limits) {
        depthLimit = limits.xmlEntityDepth
        byteLimit = limits.xmlEntityBytes
        ratioLimit = limits.xmlEntityRatio
    }

    /// Whether no entity is being read, so that the text is that of the document.
    var isEmpty: Bool { sources.isEmpty }
    /// The number of entities that are being read.
    var depth: Int { sources.count }
    var innermost: XMLEntitySource? { sources.last }
    /// The position in the document after the reference to the outermost entity.
    var documentPosition: Int? { sources.first?.outer.position }
    /// The numbers of the general entities that are being read.
    var openGeneralEntities: [Int] { sources.filter { !$0.isParameter }.map(\.number) }

    /// Begins an entity inside a number of elements.
    mutating func open(_ source: XMLEntitySource, elements: Int) {
        sources.append(source)
        sources[sources.count - 1].outerFloor = elementFloor
        elementFloor = elements
    }

    /// Ends the innermost entity.
    mutating func close() -> XMLEntitySource? {
        guard let source = sources.popLast() else { return nil }
        elementFloor = source.outerFloor
        return source
    }

    /// Records that the document has lost bytes before the position after the reference to the outermost entity.
    mutating func dropFirst(_ length: Int) {
        guard !sources.isEmpty else { return }
        sources[0].outer.position -= length
    }

    /// The limit that an entity inside a number of others exceeds, if it does.
    func excess(atDepth depth: Int) -> XMLExcess? {
        guard depth >= depthLimit else { return nil }
        return XMLExcess(.xmlEntityDepth, "entities are nested more than \(depthLimit) deep")
    }

    /// Counts a reference to an entity; the limit that is exceeded, if one is.
    mutating func countReference(bytes: Int, at offset: Int) -> XMLExcess? {
        let (sum, isTooLarge) = expandedBytes.addingReportingOverflow(bytes + Self.referenceCost)
        expandedBytes = sum
        guard !isTooLarge, sum <= byteLimit else {
            return XMLExcess(.xmlEntityBytes, "entities expand to more than \(byteLimit.counted("byte"))")
        }
        guard sum > Self.freeCost, exceedsRatio(sum, at: offset) else { return nil }
        return XMLExcess(.xmlEntityRatio, "entities expand to more than \(ratioLimit) times the bytes read")
    }

    /// Counts the work for declared attributes, or the bytes they bring in; the limit that is exceeded, if it is.
    mutating func countDefaults(_ cost: Int, at offset: Int) -> XMLExcess? {
        defaultCost += cost
        guard defaultCost > Self.freeCost, exceedsRatio(defaultCost - Self.freeCost, at: offset) else { return nil }
        return XMLExcess(.xmlEntityRatio, "attribute defaults expand to more than \(ratioLimit) times the bytes read")
    }

    /// Returns whether a cost is too large for the bytes that were read.
    private func exceedsRatio(_ cost: Int, at offset: Int) -> Bool {
        let (most, isBoundless) = max(offset, 1).multipliedReportingOverflow(by: ratioLimit)
        return !isBoundless && cost > most
    }

    /// The cost of a reference beyond the bytes it brings in, so that empty ones count as well.
    private static var referenceCost: Int { 20 }
    /// The cost of either kind that is allowed however small the document is.
    private static var freeCost: Int { 64 << 10 }
}

/// A limit that is exceeded, and its message.
struct XMLExcess {
    let limit: Limits.Name
    let message: String

    init(_ limit: Limits.Name, _ message: String) {
        self.limit = limit
        self.message = message
    }
}

/// An entity that is being read.
struct XMLEntitySource {
    let number: Int
    /// Whether it is a parameter entity; those have numbers of their own.
    let isParameter: Bool
    /// The position at which the text around it continues.
    var outer: XMLReadingPosition
    /// The number of open elements outside the entity around it.
    fileprivate var outerFloor = 0

    init(_ number: Int, isParameter: Bool, outer: XMLReadingPosition) {
        self.number = number
        self.isParameter = isParameter
        self.outer = outer
    }
}
