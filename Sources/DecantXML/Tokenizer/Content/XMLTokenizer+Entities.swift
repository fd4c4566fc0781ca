import DecantCore

extension XMLTokenizer {
    /// Goes on in the replacement text of an entity.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - start: Where it is referred to.
    /// - Throws: ``XMLFault`` if it is being read already, or a limit is exceeded.
    mutating func enter(_ number: Int, from start: Int) throws(XMLFault) {
        guard let declarations else { return }
        let entity = declarations.entities[number]
        try count(entity, declarations.general.name(number), depth: sources.count, at: start)
        if sources.isEmpty { referenceOffset = window.start + start }
        declarations.entities[number].isOpen = true
        sources.append(
            XMLEntitySource(
                entity: number,
                isParameter: false,
                position: position,
                end: text.count,
                store: store,
                elementFloor: elementFloor
            )
        )
        elementFloor = elements.count
        store = .declared
        text = declared.text(to: entity.end)
        position = entity.start
    }

    /// Goes back to where the innermost entity is referred to.
    mutating func endEntity() throws(XMLFault) {
        guard let source = sources.last, let declarations else { return }
        guard elements.count == elementFloor else {
            let name = view(elements[elements.count - 1].name.slice).string
            let entity = declarations.general.name(source.entity).string
            throw fault("the element “\(name)” begins in the entity “\(entity)” and does not end in it", at: position)
        }
        declarations.entities[source.entity].isOpen = false
        sources.removeLast()
        elementFloor = source.elementFloor
        store = source.store
        text = store == .text ? documentText : declared.text(to: source.end)
        position = source.position
    }

    /// Counts a reference to an entity, before its replacement text is read.
    mutating func count(
        _ entity: XMLEntity,
        _ name: UnsafeXMLBytes,
        depth: Int,
        at start: Int
    ) throws(XMLFault) {
        guard !entity.isOpen else {
            throw fault("the entity “\(name.string)” refers to itself", at: start)
        }
        guard depth < limits.xmlEntityDepth else {
            let message = "entities are more than \(limits.xmlEntityDepth) deep inside each other"
            throw fault(message, at: start, code: .limitExceeded, limit: .xmlEntityDepth)
        }
        willChange()
        let cost = entity.end - entity.start + Self.referenceCost
        let (sum, isTooLarge) = expandedBytes.addingReportingOverflow(cost)
        expandedBytes = sum
        guard !isTooLarge, sum <= limits.xmlEntityBytes else {
            let message = "entities bring in more than \(limits.xmlEntityBytes) bytes"
            throw fault(message, at: start, code: .limitExceeded, limit: .xmlEntityBytes)
        }
        guard sum > Self.freeExpansion else { return }
        let read = sources.isEmpty && store == .text ? window.start + start : referenceOffset
        let (most, isBoundless) = max(read, 1).multipliedReportingOverflow(by: limits.xmlEntityRatio)
        guard isBoundless || sum <= most else {
            let message = "entities bring in more than \(limits.xmlEntityRatio) times as much as was read"
            throw fault(message, at: start, code: .limitExceeded, limit: .xmlEntityRatio)
        }
    }

    /// What a reference counts for beyond the bytes it brings in, so that empty ones count as well.
    private static var referenceCost: Int { 20 }

    /// How many bytes entities may bring in however small the document is.
    private static var freeExpansion: Int { 64 << 10 }

    /// Throws if an entity should have been declared (XML 1.0 §4.1, Entity Declared).
    func refuseUndeclared(_ name: UnsafeXMLBytes, at start: Int) throws(XMLFault) {
        guard let declarations, declarations.mayHaveMore, declaration?.standalone != true else {
            throw fault("the entity “\(name.string)” is not declared", at: start)
        }
    }

    /// Tells that a reference was left out.
    mutating func skip(_ message: String, _ severity: Finding.Severity, _ start: Int) {
        willChange()
        guard findings.count < Self.mostFindings, !findings.contains(where: { $0.message == message }) else { return }
        let offset = sources.isEmpty && store == .text ? window.start + start : referenceOffset
        findings.append(Finding(.externalReference, severity, message, offset: sourceOffset(of: offset)))
    }

    private static var mostFindings: Int { 16 }
}
