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
            if level.toValue > 0 { try key(number(at: position), &nodes) }
            try value(number(at: position &+ level.toValue), &nodes)
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
    private func number(at position: Int) throws(BinaryPropertyListFault) -> Int {
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
    /// The start of an object.
    struct Object {
        let number: Int
        let marker: UInt8

        /// The offset of the marker.
        let position: Int

        /// The offset after the marker.
        var start: Int { position &+ 1 }

        /// Returns an error in the object, by default at its marker.
        func fault(_ reason: BinaryPropertyListFault.Reason, at offset: Int? = nil) -> BinaryPropertyListFault {
            BinaryPropertyListFault(reason, at: offset ?? position, object: number)
        }
    }

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
    mutating func key(_ number: Int, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let object = try object(number)
        switch object.marker.objectType {
        case ObjectType.asciiString: try ascii(object, &nodes)
        case ObjectType.utf16String: try utf16(object, &nodes)
        default: throw object.fault(.key)
        }
    }

    /// Reads a referenced object.
    ///
    /// For a container, reads only its head.
    @inline(__always)
    mutating func value(_ number: Int, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let object = try object(number)
        switch object.marker.objectType {
        case ObjectType.constant where object.marker == Marker.false: write(.false, at: object.position, 0, &nodes)
        case ObjectType.constant where object.marker == Marker.true: write(.true, at: object.position, 0, &nodes)
        case ObjectType.integer: try integer(object, &nodes)
        case ObjectType.real: try real(object, &nodes)
        case ObjectType.date: try date(object, &nodes)
        case ObjectType.data: try data(object, &nodes)
        case ObjectType.asciiString: try ascii(object, &nodes)
        case ObjectType.utf16String: try utf16(object, &nodes)
        case ObjectType.uid: try uid(object, &nodes)
        case ObjectType.array: try open(.array, object, &nodes)
        case ObjectType.set: try open(.set, object, &nodes)
        case ObjectType.dictionary: try open(.object, object, &nodes)
        default: throw object.fault(.marker)
        }
    }

    /// Returns the start of an object.
    @inline(__always)
    private func object(_ number: Int) throws(BinaryPropertyListFault) -> Object {
        let offset = list.offset(of: number)
        guard _fastPath(offset >= 8 && offset < UInt64(truncatingIfNeeded: list.end)) else {
            throw BinaryPropertyListFault(.objectOffset, at: list.end, object: number)
        }
        let position = Int(truncatingIfNeeded: offset)
        return Object(number: number, marker: list[position], position: position)
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
    private mutating func integer(_ object: Object, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        guard object.marker.objectLength <= 4 else { throw object.fault(.integerSize) }
        let length = 1 &<< object.marker.objectLength
        try test(length, from: object.start, of: object)
        if _slowPath(length == 16) { return wideInteger(at: object.start, &nodes) }
        // Numbers of eight bytes are signed; shorter ones are unsigned.
        write(.integer, at: object.start, magnitude(at: object.start, length: length), &nodes)
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

    private mutating func real(_ object: Object, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        guard object.marker & 14 == 2 else { throw object.fault(.realSize) }
        let length = 1 &<< object.marker.objectLength
        try test(length, from: object.start, of: object)
        let bits = magnitude(at: object.start, length: length)
        let number = length == 8 ? bits : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))).bitPattern
        write(.real, at: object.start, number, &nodes)
    }

    private mutating func date(_ object: Object, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        guard object.marker == Marker.date else { throw object.fault(.realSize) }
        try test(8, from: object.start, of: object)
        let bits = list.word(at: object.start)
        guard Double(bitPattern: bits).isFinite else { throw object.fault(.date) }
        write(.date, at: object.start, bits, &nodes)
    }

    /// Reads the number of an object in a keyed archive.
    ///
    /// The lower bits are its size in bytes, minus one.
    private mutating func uid(_ object: Object, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let length = object.marker.objectLength &+ 1
        guard length <= 8 else { throw object.fault(.integerSize) }
        try test(length, from: object.start, of: object)
        write(.uid, at: object.start, magnitude(at: object.start, length: length), &nodes)
    }
}

extension BinaryPropertyListReader {
    private mutating func data(_ object: Object, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let content = try content(of: object)
        try test(content.count, from: content.start, of: object)
        try count(content.count, of: object)
        write(.data, at: content.start, UInt64(truncatingIfNeeded: content.count), &nodes)
    }

    @inline(__always)
    private mutating func ascii(_ object: Object, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let content = try content(of: object)
        try test(content.count, from: content.start, of: object)
        try count(content.count, of: object)
        guard list.isASCII(from: content.start, count: content.count) else {
            throw object.fault(.notASCII, at: content.start)
        }
        let isNull = content.count == 5 && list.isNullText(at: content.start)
        write(isNull ? .nullString : .string, at: content.start, UInt64(truncatingIfNeeded: content.count), &nodes)
    }

    @inline(never)
    private mutating func utf16(_ object: Object, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let content = try content(of: object)
        guard content.count <= (list.end &- content.start) / 2 else { throw object.fault(.beyond, at: content.start) }
        try count(2 &* content.count, of: object)
        if let offset = list.loneSurrogate(from: content.start, units: content.count) {
            throw object.fault(.surrogate, at: offset)
        }
        write(.utf16String, at: content.start, UInt64(truncatingIfNeeded: content.count), &nodes)
    }

    @inline(__always)
    private mutating func open(
        _ kind: DocumentNode.Kind,
        _ object: Object,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(of: object)
        let isDictionary = kind == .object
        // Dividing the actual size cannot overflow; multiplying the declared count could.
        let size = isDictionary ? 2 &* list.referenceSize : list.referenceSize
        guard content.count <= (list.end &- content.start) / size else { throw object.fault(.beyond) }
        try enter(object, references: isDictionary ? 2 &* content.count : content.count)
        levels.append(level)
        level = Level(
            object: object.number,
            container: nodes.count,
            next: content.start,
            toValue: isDictionary ? content.count &* list.referenceSize : 0,
            count: content.count
        )
        if _slowPath(list.isLarge) { fetchAhead(content.start, content.count) }
        write(kind, at: content.start, 0, &nodes)
    }

    /// Checks a container for cycles, nesting depth, and the number of references.
    private mutating func enter(_ object: Object, references: Int) throws(BinaryPropertyListFault) {
        guard isOpen[object.number] == 0 else { throw object.fault(.cycle) }
        guard levels.count < depthLimit else { throw object.fault(.depth) }
        guard references <= referencesLeft else { throw object.fault(.references) }
        guard references <= nodesLeft else { throw object.fault(.nodes) }
        referencesLeft &-= references
        nodesLeft &-= references
        isOpen[object.number] = 1
    }

    /// Returns the offset and the length of an object's content.
    ///
    /// The length is in the lower bits of the marker. If they are 15, it is an integer after the marker.
    @inline(__always)
    private mutating func content(of object: Object) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        if _fastPath(object.marker.objectLength < 15) { return (object.start, object.marker.objectLength) }
        return try longContent(of: object)
    }

    /// Returns the offset and the length of content whose length is stored after the marker.
    ///
    /// The method is mutating to pass the reader by reference. Otherwise, it would be copied before each text and each
    /// container.
    @inline(never)
    private mutating func longContent(of object: Object) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        let marker = object.start < list.end ? list[object.start] : 0
        guard marker.objectType == ObjectType.integer, marker.objectLength <= 3 else { throw object.fault(.length) }
        let size = 1 &<< marker.objectLength
        let start = object.start &+ 1 &+ size
        let count = magnitude(at: object.start &+ 1, length: size)
        guard start <= list.end, count <= UInt64(truncatingIfNeeded: list.end &- start) else {
            throw object.fault(.beyond)
        }
        return (start, Int(truncatingIfNeeded: count))
    }

    /// Subtracts text or data from the remaining budget.
    ///
    /// Shared content counts once for each reference.
    private mutating func count(_ length: Int, of object: Object) throws(BinaryPropertyListFault) {
        guard length <= contentLeft else { throw object.fault(.content) }
        contentLeft &-= length
    }

    /// Throws if content extends beyond the end of the objects.
    private func test(_ length: Int, from start: Int, of object: Object) throws(BinaryPropertyListFault) {
        guard _fastPath(length <= list.end &- start) else { throw object.fault(.beyond, at: start) }
    }
}
