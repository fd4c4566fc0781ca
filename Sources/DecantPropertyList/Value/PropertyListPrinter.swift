import DecantCore
import DecantDocument

/// A printer that describes a value in one line: `{"a": [1, 2.5, true], "b": <00ff>}`.
struct PropertyListPrinter {
    private(set) var text = ""
    private var needsComma = false
    private var followsKey = false

    /// Prints the beginning of a container.
    mutating func start(_ kind: PropertyList.Kind) {
        separate()
        text += kind == .dictionary ? "{" : kind == .set ? "set [" : "["
        needsComma = false
    }

    /// Prints the end of a container.
    mutating func end(_ kind: PropertyList.Kind) {
        text += kind == .dictionary ? "}" : "]"
        needsComma = true
    }

    /// Prints a key.
    ///
    /// The next call must print its value.
    mutating func key(_ key: String) {
        separate()
        text += key.debugDescription + ": "
        followsKey = true
    }

    /// Prints a scalar value.
    mutating func scalar(_ scalar: String) {
        separate()
        text += scalar
    }

    private mutating func separate() {
        if needsComma, !followsKey { text += ", " }
        needsComma = true
        followsKey = false
    }

    /// Returns data in the syntax of the OpenStep text format.
    static func data(_ bytes: [UInt8]) -> String {
        "<" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
    }
}

/// A writer that appends the nodes of a text format in document order, and enforces the limits.
struct PropertyListWriter {
    /// An open container.
    private struct Level {
        let container: Int
        let kind: DocumentNode.Kind
        var count = 0
    }

    /// Node indices, and offsets and lengths in the pool, have 32 bits.
    private static let maxNodes = Int(UInt32.max) - 4
    private static let maxPool = Int(UInt32.max) - ResponseBytes.slack

    private var document: FlatDocument

    /// Content that differs from its source text; a node is written after each part.
    var pool: [UInt8] = []

    private var levels: [Level] = []
    private let limits: Limits
    private var nodesLeft: Int

    init(_ body: ResponseBytes, _ limits: Limits) {
        self.limits = limits
        nodesLeft = min(limits.propertyListNodes, Self.maxNodes)
        document = FlatDocument.make(body, capacity: body.count / 16 + 8, words: .propertyList)
    }

    /// The number of open containers.
    var depth: Int { levels.count }

    /// The kind of the innermost open container, or nil if no container is open.
    var kind: DocumentNode.Kind? { levels.last?.kind }

    /// Ends writing and returns the document.
    func finish(_ format: PropertyList.Format, _ transcoding: Transcoding?) -> PropertyList {
        document.finish(transcoding: transcoding, notes: format.note, pool: pool.isEmpty ? nil : ResponseBytes(pool))
        return PropertyList(document)
    }
}

extension PropertyListWriter {
    /// Begins a container.
    mutating func open(_ kind: DocumentNode.Kind, at offset: Int) throws(PropertyListTextFault) {
        guard levels.count < limits.propertyListDepth else {
            let message = "arrays and dictionaries are nested more than \(limits.propertyListDepth) deep"
            throw PropertyListTextFault(message, at: offset, limit: .propertyListDepth)
        }
        try write(kind, at: offset)
        levels.append(Level(container: document.count - 1, kind: kind))
    }

    /// Ends the innermost container.
    mutating func close() {
        guard let level = levels.popLast() else { return }
        document.close(level.container, count: level.count)
    }

    /// Counts an element of an array, or a member of a dictionary, before it is written.
    mutating func count() {
        guard !levels.isEmpty else { return }
        levels[levels.count - 1].count += 1
    }

    /// Writes a node.
    mutating func write(_ kind: DocumentNode.Kind, at offset: Int, _ payload: UInt64 = 0) throws(PropertyListTextFault)
    {
        try write(DocumentNode(kind, offset: offset, payload: payload))
    }

    private mutating func write(_ node: DocumentNode) throws(PropertyListTextFault) {
        guard nodesLeft > 0 else {
            let message = "the list has more than \(min(limits.propertyListNodes, Self.maxNodes)) values and keys"
            throw PropertyListTextFault(message, at: node.offset, limit: .propertyListNodes)
        }
        nodesLeft -= 1
        FlatDocument.append(node, to: &document)
    }

    /// Writes a string whose bytes are in the body.
    mutating func string(at offset: Int, length: Int) throws(PropertyListTextFault) {
        let isNull = length == 5 && document.bytes(upTo: offset &+ 5).isNullText(at: offset)
        try write(isNull ? .nullString : .string, at: offset, UInt64(truncatingIfNeeded: length))
    }

    /// Appends bytes to the pool.
    ///
    /// The caller then writes a node for them.
    mutating func pool(_ bytes: Span<UInt8>) { for index in bytes.indices { pool.append(bytes[index]) } }

    /// Decodes base64 and appends the bytes to the pool.
    ///
    /// - Returns: Whether the text is base64.
    mutating func pool(base64 text: Span<UInt8>) -> Bool {
        var decoder = Base64Decoder()
        return decoder.decode(text, into: &pool)
    }

    /// Writes a string, data, or an integer whose bytes are at the end of the pool.
    mutating func pooled(_ kind: DocumentNode.Kind, at offset: Int, from start: Int) throws(PropertyListTextFault) {
        guard pool.count <= Self.maxPool else {
            throw PropertyListTextFault("the list has too much text with escapes", at: offset, limit: .bodyBytes)
        }
        try write(DocumentNode(kind, offset: offset, inPool: start, length: pool.count - start))
    }

    /// Writes an integer.
    mutating func integer(_ value: WideInteger, at offset: Int) throws(PropertyListTextFault) {
        if value.converted(to: Int64.self) != nil { return try write(.integer, at: offset, value.low) }
        if value.high == 0 { return try write(.unsigned, at: offset, value.low) }
        let start = pool.count
        for word in [value.high, value.low] {
            for shift in stride(from: 56, through: 0, by: -8) { pool.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        try pooled(.pooledWideInteger, at: offset, from: start)
    }

    /// Writes a floating-point number or a date.
    mutating func number(_ kind: DocumentNode.Kind, _ value: Double, at offset: Int) throws(PropertyListTextFault) {
        try write(kind, at: offset, value.bitPattern)
    }
}

extension PaddedBytes {
    /// The text `$null` as a number, with the first byte in the lowest bits.
    private static let nullText: UInt64 = 0x6C_6C75_6E24
    /// A mask for the first five of eight bytes.
    private static let fiveBytes: UInt64 = 0xFF_FFFF_FFFF

    /// Returns whether the five bytes at a position are `$null`, which Foundation's encoder writes for a missing value.
    func isNullText(at position: Int) -> Bool { word64(at: position) & Self.fiveBytes == Self.nullText }
}
