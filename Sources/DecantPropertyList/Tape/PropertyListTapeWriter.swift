import DecantCore

/// Writes the nodes of a text format, in the order of the text, and keeps to the limits.
struct PropertyListTapeWriter {
    /// An open container.
    private struct Level {
        let container: Int
        let kind: PropertyListNode.Kind
        var count = 0
    }

    /// The indices of words have 32 bits, and a node takes two of them at most; the lengths and offsets of the pool, too.
    private static let mostNodes = Int(UInt32.max) / 2 - 4
    private static let mostPool = Int(UInt32.max) - PropertyListDocument.poolSlack

    private(set) var words: [UInt64] = []

    /// What does not stand in the text as it is.
    private(set) var pool: [UInt8] = []

    private var levels: [Level] = []
    private let limits: Limits
    private var nodesLeft: Int

    init(_ limits: Limits, textLength: Int) {
        self.limits = limits
        nodesLeft = min(limits.nodes, Self.mostNodes)
        words.reserveCapacity(textLength / 16 + 8)
    }

    /// How many containers are open.
    var depth: Int { levels.count }

    /// The innermost open container; nil if there is none.
    @inline(__always)
    var kind: PropertyListNode.Kind? { levels.last?.kind }

    /// Ends writing, and gives the pool as a document keeps it.
    mutating func finishPool() -> [UInt8] {
        guard !pool.isEmpty else { return PropertyListDocument.emptyPool }
        pool.append(contentsOf: PropertyListDocument.emptyPool)
        return pool
    }
}

extension PropertyListTapeWriter {
    /// Begins a container.
    mutating func open(_ kind: PropertyListNode.Kind, at offset: Int) throws(PropertyListTextFault) {
        guard levels.count < limits.propertyListDepth else {
            let message = "arrays and dictionaries are nested more than \(limits.propertyListDepth) deep"
            throw PropertyListTextFault(message, at: offset, limit: .propertyListDepth)
        }
        try write(kind, at: offset, second: 0)
        levels.append(Level(container: words.count - 2, kind: kind))
    }

    /// Ends the innermost container.
    mutating func close() {
        guard let level = levels.popLast() else { return }
        words[level.container + 1] = PropertyListNode.extent(end: words.count, count: level.count)
    }

    /// Counts a value that is about to be written as an element, or a key as a member.
    @inline(__always)
    mutating func count() {
        guard !levels.isEmpty else { return }
        levels[levels.count - 1].count += 1
    }

    /// Writes a node of one word.
    @inline(__always)
    mutating func write(
        _ kind: PropertyListNode.Kind,
        at offset: Int,
        length: Int = 0
    ) throws(PropertyListTextFault) {
        try spend(offset)
        words.append(PropertyListNode(kind, offset: offset, length: length).word)
    }

    /// Writes a node of two words.
    @inline(__always)
    mutating func write(
        _ kind: PropertyListNode.Kind,
        at offset: Int,
        second: UInt64
    ) throws(PropertyListTextFault) {
        try spend(offset)
        words.append(PropertyListNode(kind, offset: offset).word)
        words.append(second)
    }

    @inline(__always)
    private mutating func spend(_ offset: Int) throws(PropertyListTextFault) {
        guard nodesLeft > 0 else {
            throw PropertyListTextFault("the list has too many values", at: offset, limit: .nodes)
        }
        nodesLeft -= 1
    }

    /// Writes text that stands in the body.
    @inline(__always)
    mutating func text(at offset: Int, length: Int) throws(PropertyListTextFault) {
        if length <= PropertyListNode.longestShort {
            try write(.text, at: offset, length: length)
        } else {
            try write(.text.long, at: offset, second: UInt64(length))
        }
    }

    /// Adds bytes to the pool; a node for them is to follow.
    mutating func pool(_ bytes: some Collection<UInt8>) { pool.append(contentsOf: bytes) }

    /// Adds bytes to the pool; a node for them is to follow.
    mutating func pool(_ bytes: Span<UInt8>) { for index in bytes.indices { pool.append(bytes[index]) } }

    /// Takes bytes out of the pool again.
    mutating func takePool(from start: Int) -> [UInt8] {
        let bytes = Array(pool[start...])
        pool.removeSubrange(start...)
        return bytes
    }

    /// Adds what base64 stands for.
    ///
    /// - Returns: Whether it is some.
    mutating func pool(base64 text: Span<UInt8>) -> Bool {
        var decoder = PropertyListBase64()
        return decoder.decode(text, into: &pool)
    }

    /// Adds a byte to the pool.
    @inline(__always)
    mutating func pool(_ byte: UInt8) { pool.append(byte) }

    /// Writes text or data that was added to the pool.
    mutating func pooled(_ kind: PropertyListNode.Kind, at offset: Int, from start: Int) throws(PropertyListTextFault) {
        guard pool.count <= Self.mostPool else {
            throw PropertyListTextFault("the list has too much text with escapes", at: offset, limit: .bodyBytes)
        }
        try write(kind.pooled, at: offset, second: PropertyListNode.place(inPool: start, length: pool.count - start))
    }

    /// Writes an integer.
    mutating func integer(_ value: Int128, at offset: Int) throws(PropertyListTextFault) {
        if let short = Int64(exactly: value) {
            return try write(.integer.stored, at: offset, second: UInt64(bitPattern: short))
        }
        let start = pool.count
        for shift in stride(from: 120, through: 0, by: -8) { pool.append(UInt8(truncatingIfNeeded: value >> shift)) }
        try pooled(.integer, at: offset, from: start)
    }

    /// Writes a floating-point number or a date.
    mutating func number(_ kind: PropertyListNode.Kind, _ value: Double, at offset: Int) throws(PropertyListTextFault) {
        try write(kind.stored, at: offset, second: value.bitPattern)
    }
}
