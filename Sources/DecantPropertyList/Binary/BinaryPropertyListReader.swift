// Why: a single depth-first traversal from the top validates the list and writes the document. An object is read again
// for each reference to it, and a shared container is written again for each reference, so the document is a tree.
//
// This expansion is bounded. The number of references followed is limited to the number that fits in the objects'
// bytes, plus eight for each object, plus the limit `propertyListReferences`. References are counted when a container
// is opened, before anything is written for it. The total size of referenced text and data is limited like the size of
// a body.

import DecantCore
import DecantDocument

/// A parser that reads a binary property list into nodes.
struct BinaryPropertyListReader {
    let list: BinaryPropertyListBytes
    let depthLimit: Int

    /// A byte for each object: 1 if it is a container that encloses the current one.
    ///
    /// Allocating an array of Booleans would take half the preparation time of a small list.
    var isOpen: [UInt8]

    /// The containers that enclose the current one.
    var levels: [Level] = []

    /// The current container.
    var level: Level

    /// The number of references that may still be followed.
    var referencesLeft: Int

    /// The number of bytes of text and data that may still be referenced.
    var contentLeft: Int

    /// The number of values and keys that may still be added.
    var nodesLeft: Int

    /// Creates a reader for a list with a valid trailer.
    init(_ list: BinaryPropertyListBytes, _ trailer: BinaryPropertyListTrailer, _ limits: Limits) {
        self.list = list
        depthLimit = limits.propertyListDepth
        nodesLeft = min(limits.propertyListNodes, Self.maxNodes)
        let own = trailer.table / trailer.referenceSize + 8 * trailer.objectCount
        let (sum, overflow) = own.addingReportingOverflow(max(limits.propertyListReferences, 0))
        referencesLeft = overflow ? .max : sum
        contentLeft = max(limits.bodyBytes, trailer.table)
        isOpen = [UInt8](repeating: 0, count: trailer.objectCount)
        levels.reserveCapacity(Self.commonDepth)
        level = Level(aroundTop: trailer.top)
    }

    /// The nesting depth with reserved capacity.
    private static let commonDepth = 8

    /// Node indices have 32 bits.
    private static let maxNodes = Int(UInt32.max) - 4

    /// Writes nodes until the list ends or the memory is full.
    ///
    /// - Parameter output: The nodes, including those already written.
    /// - Returns: Whether the list has been read to its end; false if more memory is needed.
    /// - Throws: `BinaryPropertyListFault` if the list is malformed or exceeds a limit.
    mutating func run(into output: inout NodeWriter) throws(BinaryPropertyListFault) -> Bool {
        var nodes = output
        defer { output = nodes }
        while true {
            while level.remaining == 0 { close(nodes) }
            guard nodes.hasCapacityForTwo else { return false }
            guard level.container >= 0 else {
                guard level.count == 0 else { return true }
                level.count = 1
                guard nodesLeft > 0 else { throw BinaryPropertyListFault(.nodes, at: 0, object: level.object) }
                nodesLeft &-= 1
                try value(level.object, &nodes)
                continue
            }
            level.remaining &-= 1
            let position = level.next
            level.next = position &+ list.referenceSize
            if _slowPath(list.isLarge), level.remaining & (Self.fetched - 1) == 0 {
                fetchAhead(level.next, level.remaining)
            }
            if level.toValue > 0 { try key(object(at: position), &nodes) }
            try value(object(at: position &+ level.toValue), &nodes)
        }
    }

    /// The number of elements or members to prefetch in one step.
    private static let fetched = 16

    /// Prefetches referenced objects; in a dictionary, only the values.
    ///
    /// Most dictionaries share a few keys, which are already cached.
    ///
    /// - Parameters:
    ///   - position: The offset of the container's next reference.
    ///   - remaining: The number of remaining elements or members.
    mutating func fetchAhead(_ position: Int, _ remaining: Int) {
        list.fetchAhead(from: position &+ level.toValue, count: min(remaining, Self.fetched))
    }

    /// Returns the number of the object for a reference.
    @inline(__always)
    private func object(at position: Int) throws(BinaryPropertyListFault) -> Int {
        let reference = list.reference(at: position)
        guard _fastPath(reference < list.objectCount) else {
            throw BinaryPropertyListFault(.reference, at: position, object: level.object)
        }
        return Int(truncatingIfNeeded: reference)
    }

    /// Closes the current container and resumes the enclosing one.
    @inline(__always)
    private mutating func close(_ nodes: NodeWriter) {
        let node = nodes[level.container]
        nodes[level.container] = DocumentNode(node.kind, offset: node.offset, end: nodes.count, count: level.count)
        isOpen[level.object] = 0
        level = levels.removeLast()
    }
}

extension BinaryPropertyListReader {
    /// A container being read.
    struct Level {
        let object: Int

        /// The index of its node; -1 for the frame around the top object.
        let container: Int

        /// The offset of the next reference.
        var next: Int

        /// The distance from a key's reference to its value's reference; 0 if there are no keys.
        let toValue: Int

        /// The number of elements or members left to read.
        var remaining: Int

        /// The number of elements or members.
        var count: Int

        /// Creates the initial frame around the top object.
        init(aroundTop top: Int) {
            self.init(object: top, container: -1, next: 0, toValue: 0, count: 0)
            remaining = -1
        }

        init(object: Int, container: Int, next: Int, toValue: Int, count: Int) {
            self.object = object
            self.container = container
            self.next = next
            self.toValue = toValue
            self.count = count
            remaining = count
        }
    }
}

// A marker is a byte. Its upper four bits are the type of the object; its lower four bits are usually the length of the
// content.

/// The types of objects: the upper four bits of a marker.
private enum ObjectType {
    /// A value without content, identified by the lower bits.
    static let constant: UInt8 = 0x0
    static let integer: UInt8 = 0x1
    static let real: UInt8 = 0x2
    static let date: UInt8 = 0x3
    static let data: UInt8 = 0x4
    static let asciiString: UInt8 = 0x5
    static let utf16String: UInt8 = 0x6
    static let uid: UInt8 = 0x8
    static let array: UInt8 = 0xA
    static let set: UInt8 = 0xC
    static let dictionary: UInt8 = 0xD
}

/// Complete markers of particular values.
private enum Marker {
    static let `false`: UInt8 = 0x08
    static let `true`: UInt8 = 0x09
    /// A date, which is always a number of eight bytes.
    static let date: UInt8 = 0x33
}

extension UInt8 {
    /// The upper four bits of a marker.
    fileprivate var objectType: UInt8 { self &>> 4 }

    /// The lower four bits of a marker.
    fileprivate var objectLength: Int { Int(self & 15) }
}

extension BinaryPropertyListReader {
    /// Reads a referenced object as a key.
    @inline(__always)
    mutating func key(_ object: Int, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let position = try position(of: object)
        let marker = list[position]
        switch marker.objectType {
        case ObjectType.asciiString: try ascii(object, marker, position, &nodes)
        case ObjectType.utf16String: try utf16(object, marker, position, &nodes)
        default: throw BinaryPropertyListFault(.key, at: position, object: object)
        }
    }

    /// Reads a referenced object.
    ///
    /// For a container, reads only its head.
    @inline(__always)
    mutating func value(_ object: Int, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let position = try position(of: object)
        let marker = list[position]
        switch marker.objectType {
        case ObjectType.constant where marker == Marker.false: write(.false, at: position, 0, &nodes)
        case ObjectType.constant where marker == Marker.true: write(.true, at: position, 0, &nodes)
        case ObjectType.integer: try integer(object, marker, position, &nodes)
        case ObjectType.real: try real(object, marker, position, &nodes)
        case ObjectType.date: try date(object, marker, position, &nodes)
        case ObjectType.data: try data(object, marker, position, &nodes)
        case ObjectType.asciiString: try ascii(object, marker, position, &nodes)
        case ObjectType.utf16String: try utf16(object, marker, position, &nodes)
        case ObjectType.uid: try uid(object, marker, position, &nodes)
        case ObjectType.array: try open(.array, object, marker, position, &nodes)
        case ObjectType.set: try open(.set, object, marker, position, &nodes)
        case ObjectType.dictionary: try open(.object, object, marker, position, &nodes)
        default: throw BinaryPropertyListFault(.marker, at: position, object: object)
        }
    }

    /// Returns the offset of an object.
    @inline(__always)
    private func position(of object: Int) throws(BinaryPropertyListFault) -> Int {
        let offset = list.offset(of: object)
        guard _fastPath(offset >= 8 && offset < UInt64(truncatingIfNeeded: list.end)) else {
            throw BinaryPropertyListFault(.objectOffset, at: list.end, object: object)
        }
        return Int(truncatingIfNeeded: offset)
    }

    private func write(_ kind: DocumentNode.Kind, at offset: Int, _ payload: UInt64, _ nodes: inout NodeWriter) {
        nodes.append(DocumentNode(kind, offset: offset, payload: payload))
    }

    /// Returns up to eight bytes as a big-endian number.
    private func magnitude(at offset: Int, length: Int) -> UInt64 {
        list.word(at: offset) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    }
}

extension BinaryPropertyListReader {
    /// Reads an integer.
    ///
    /// Its size in bytes is two to the power of the lower bits.
    private mutating func integer(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        guard marker.objectLength <= 4 else {
            throw BinaryPropertyListFault(.integerSize, at: position, object: object)
        }
        let length = 1 &<< marker.objectLength
        try test(length, from: position &+ 1, object)
        if _slowPath(length == 16) { return wideInteger(at: position &+ 1, &nodes) }
        // Numbers of eight bytes are signed; shorter ones are unsigned.
        write(.integer, at: position &+ 1, magnitude(at: position &+ 1, length: length), &nodes)
    }

    /// Writes an integer of sixteen bytes as the smallest kind that can represent it.
    @inline(never)
    private func wideInteger(at offset: Int, _ nodes: inout NodeWriter) {
        let high = list.word(at: offset)
        let low = list.word(at: offset &+ 8)
        if high == 0 {
            write(low > Int64.max ? .unsigned : .integer, at: offset, low, &nodes)
        } else if high == .max, low > Int64.max {
            write(.integer, at: offset, low, &nodes)
        } else {
            write(.wideInteger, at: offset, 0, &nodes)
        }
    }

    private mutating func real(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        guard marker & 14 == 2 else { throw BinaryPropertyListFault(.realSize, at: position, object: object) }
        let length = 1 &<< marker.objectLength
        try test(length, from: position &+ 1, object)
        let bits = magnitude(at: position &+ 1, length: length)
        let number = length == 8 ? bits : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))).bitPattern
        write(.real, at: position &+ 1, number, &nodes)
    }

    private mutating func date(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        guard marker == Marker.date else { throw BinaryPropertyListFault(.realSize, at: position, object: object) }
        try test(8, from: position &+ 1, object)
        let bits = list.word(at: position &+ 1)
        guard Double(bitPattern: bits).isFinite else {
            throw BinaryPropertyListFault(.date, at: position, object: object)
        }
        write(.date, at: position &+ 1, bits, &nodes)
    }

    /// Reads the number of an object in a keyed archive.
    ///
    /// The lower bits are its size in bytes, minus one.
    private mutating func uid(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let length = marker.objectLength &+ 1
        guard length <= 8 else { throw BinaryPropertyListFault(.integerSize, at: position, object: object) }
        try test(length, from: position &+ 1, object)
        write(.uid, at: position &+ 1, magnitude(at: position &+ 1, length: length), &nodes)
    }
}

extension BinaryPropertyListReader {
    private mutating func data(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, position)
        try test(content.count, from: content.start, object)
        try count(content.count, position, object)
        write(.data, at: content.start, UInt64(truncatingIfNeeded: content.count), &nodes)
    }

    @inline(__always)
    private mutating func ascii(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, position)
        try test(content.count, from: content.start, object)
        try count(content.count, position, object)
        guard list.isASCII(from: content.start, count: content.count) else {
            throw BinaryPropertyListFault(.notASCII, at: content.start, object: object)
        }
        let isNull = content.count == 5 && list.isNullText(at: content.start)
        write(isNull ? .nullString : .string, at: content.start, UInt64(truncatingIfNeeded: content.count), &nodes)
    }

    @inline(never)
    private mutating func utf16(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, position)
        guard content.count <= (list.end &- content.start) / 2 else {
            throw BinaryPropertyListFault(.beyond, at: content.start, object: object)
        }
        try count(2 &* content.count, position, object)
        if let offset = list.loneSurrogate(from: content.start, units: content.count) {
            throw BinaryPropertyListFault(.surrogate, at: offset, object: object)
        }
        write(.utf16String, at: content.start, UInt64(truncatingIfNeeded: content.count), &nodes)
    }

    @inline(__always)
    private mutating func open(
        _ kind: DocumentNode.Kind,
        _ object: Int,
        _ marker: UInt8,
        _ position: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, position)
        let isDictionary = kind == .object
        // Dividing the actual size cannot overflow; multiplying the declared count could.
        let size = isDictionary ? 2 &* list.referenceSize : list.referenceSize
        guard content.count <= (list.end &- content.start) / size else {
            throw BinaryPropertyListFault(.beyond, at: position, object: object)
        }
        try enter(object, references: isDictionary ? 2 &* content.count : content.count, position)
        levels.append(level)
        level = Level(
            object: object,
            container: nodes.count,
            next: content.start,
            toValue: isDictionary ? content.count &* list.referenceSize : 0,
            count: content.count
        )
        if _slowPath(list.isLarge) { fetchAhead(content.start, content.count) }
        write(kind, at: content.start, 0, &nodes)
    }

    /// Checks a container for cycles, nesting depth, and the number of references.
    private mutating func enter(_ object: Int, references: Int, _ position: Int) throws(BinaryPropertyListFault) {
        guard isOpen[object] == 0 else { throw BinaryPropertyListFault(.cycle, at: position, object: object) }
        guard levels.count < depthLimit else { throw BinaryPropertyListFault(.depth, at: position, object: object) }
        guard references <= referencesLeft else {
            throw BinaryPropertyListFault(.references, at: position, object: object)
        }
        guard references <= nodesLeft else { throw BinaryPropertyListFault(.nodes, at: position, object: object) }
        referencesLeft &-= references
        nodesLeft &-= references
        isOpen[object] = 1
    }

    /// Returns the offset and the length of an object's content.
    ///
    /// The length is in the lower bits of the marker. If they are 15, it is an integer after the marker.
    @inline(__always)
    private mutating func content(
        _ object: Int,
        _ marker: UInt8,
        _ position: Int
    ) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        if _fastPath(marker.objectLength < 15) { return (position &+ 1, marker.objectLength) }
        return try longContent(object, position)
    }

    /// Returns the offset and the length of content whose length is stored after the marker.
    ///
    /// The method is mutating to pass the reader by reference. Otherwise, it would be copied before each text and each
    /// container.
    @inline(never)
    private mutating func longContent(
        _ object: Int,
        _ position: Int
    ) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        let marker = position &+ 1 < list.end ? list[position &+ 1] : 0
        guard marker.objectType == ObjectType.integer, marker.objectLength <= 3 else {
            throw BinaryPropertyListFault(.length, at: position, object: object)
        }
        let size = 1 &<< marker.objectLength
        let start = position &+ 2 &+ size
        let count = magnitude(at: position &+ 2, length: size)
        guard start <= list.end, count <= UInt64(truncatingIfNeeded: list.end &- start) else {
            throw BinaryPropertyListFault(.beyond, at: position, object: object)
        }
        return (start, Int(truncatingIfNeeded: count))
    }

    /// Subtracts text or data from the remaining budget.
    ///
    /// Shared content counts once for each reference.
    private mutating func count(_ length: Int, _ position: Int, _ object: Int) throws(BinaryPropertyListFault) {
        guard length <= contentLeft else { throw BinaryPropertyListFault(.content, at: position, object: object) }
        contentLeft &-= length
    }

    /// Throws if content extends beyond the end of the objects.
    private func test(_ length: Int, from start: Int, _ object: Int) throws(BinaryPropertyListFault) {
        guard _fastPath(length <= list.end &- start) else {
            throw BinaryPropertyListFault(.beyond, at: start, object: object)
        }
    }
}
