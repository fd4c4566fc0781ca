// A few bytes of a document could bring in any number of others: by references to entities, which may refer to more
// entities, and by attributes that are declared once and added to every tag. Both are counted here against the limits.

import DecantCore

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
