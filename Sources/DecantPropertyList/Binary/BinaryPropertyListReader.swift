// Why: one walk from the top, depth first, validates the list and writes the document. Each object is looked at as often as
// it is referred to, and a shared container is written again for each reference, so that a document is a tree.
//
// That is bounded. The references followed may be as many as the bytes of the objects have room for, eight for each object,
// and the limit `propertyListReferences`; they are counted when a container is opened, before anything is written for it. The
// text and data referred to may have as many bytes as a body may.

import DecantCore
import DecantDocument

/// Reads a binary property list into nodes.
struct BinaryPropertyListReader {
    let list: BinaryPropertyListBytes
    let depthLimit: Int

    /// A byte for each object: 1 if it is a container around the one that is being read.
    ///
    /// An array of Booleans would take half of the time that a small list is prepared in to allocate.
    var isOpen: [UInt8]

    /// The containers around the one that is being read.
    var levels: [Level] = []

    /// The container that is being read.
    var level: Level

    /// The number of references that may still be followed.
    var referencesLeft: Int

    /// The number of bytes of text and data that may still be referred to.
    var contentLeft: Int

    /// The number of values and keys that may still be added.
    var nodesLeft: Int

    /// Prepares for a list whose trailer was found valid.
    init(_ list: BinaryPropertyListBytes, _ trailer: BinaryPropertyListTrailer, _ limits: Limits) {
        self.list = list
        depthLimit = limits.propertyListDepth
        nodesLeft = min(limits.propertyListNodes, Self.mostNodes)
        let own = trailer.table / trailer.referenceSize + 8 * trailer.objectCount
        let (sum, overflow) = own.addingReportingOverflow(max(limits.propertyListReferences, 0))
        referencesLeft = overflow ? .max : sum
        contentLeft = max(limits.bodyBytes, trailer.table)
        isOpen = [UInt8](repeating: 0, count: trailer.objectCount)
        levels.reserveCapacity(Self.commonDepth)
        level = Level(aroundTop: trailer.top)
    }

    /// The levels that there is memory for at once.
    private static let commonDepth = 8

    /// The indices of nodes have 32 bits.
    private static let mostNodes = Int(UInt32.max) - 4

    /// Writes as many nodes as there is memory for.
    ///
    /// - Parameter output: The nodes, with those already written.
    /// - Returns: Whether the list is read to its end; if not, more memory is needed.
    /// - Throws: The fault of the list.
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
            let place = level.next
            level.next = place &+ list.referenceSize
            if _slowPath(list.isLarge), level.remaining & (Self.fetched - 1) == 0 {
                fetchAhead(level.next, level.remaining)
            }
            if level.toValue > 0 { try key(object(at: place), &nodes) }
            try value(object(at: place &+ level.toValue), &nodes)
        }
    }

    /// The number of elements or members that are fetched ahead at a time.
    private static let fetched = 16

    /// Prefetches the objects referred to from an offset on, in a dictionary the values; the keys are mostly few, and
    /// already loaded.
    ///
    /// - Parameters:
    ///   - place: The offset of the container's next reference.
    ///   - remaining: The number of its elements or members from there on.
    mutating func fetchAhead(_ place: Int, _ remaining: Int) {
        list.fetchAhead(from: place &+ level.toValue, count: min(remaining, Self.fetched))
    }

    /// The number of the object that a reference names.
    @inline(__always)
    private func object(at place: Int) throws(BinaryPropertyListFault) -> Int {
        let reference = list.reference(at: place)
        guard _fastPath(reference < list.objectCount) else {
            throw BinaryPropertyListFault(.reference, at: place, object: level.object)
        }
        return Int(truncatingIfNeeded: reference)
    }

    /// Ends the current container, and continues with the one around it.
    @inline(__always)
    private mutating func close(_ nodes: NodeWriter) {
        let node = nodes[level.container]
        nodes[level.container] = DocumentNode(node.kind, offset: node.offset, end: nodes.count, count: level.count)
        isOpen[level.object] = 0
        level = levels.removeLast()
    }
}

extension BinaryPropertyListReader {
    /// A container that is being read.
    struct Level {
        let object: Int

        /// The index of its head; -1 for the frame around the top object.
        let container: Int

        /// The offset of its next reference.
        var next: Int

        /// The distance from the reference of a key to the one of its value; 0 if there are no keys.
        let toValue: Int

        /// The number of elements or members still to be read.
        var remaining: Int

        /// The number of elements or members.
        var count: Int

        /// Creates the frame around the top object, of which nothing is read yet.
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

// A marker is a byte: the upper four bits are the type, the lower ones mostly the length of the content.

/// The types of objects, which are the upper four bits of a marker.
private enum ObjectType {
    /// A value without content, which the lower bits name.
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

/// The markers of values that need no more than one.
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
    /// Reads the object that a reference names as a key.
    @inline(__always)
    mutating func key(_ object: Int, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let place = try place(of: object)
        let marker = list[place]
        switch marker.objectType {
        case ObjectType.asciiString: try ascii(object, marker, place, &nodes)
        case ObjectType.utf16String: try utf16(object, marker, place, &nodes)
        default: throw BinaryPropertyListFault(.key, at: place, object: object)
        }
    }

    /// Reads the object that a reference names, or begins to, if it has parts.
    @inline(__always)
    mutating func value(_ object: Int, _ nodes: inout NodeWriter) throws(BinaryPropertyListFault) {
        let place = try place(of: object)
        let marker = list[place]
        switch marker.objectType {
        case ObjectType.constant where marker == Marker.false: write(.false, at: place, 0, &nodes)
        case ObjectType.constant where marker == Marker.true: write(.true, at: place, 0, &nodes)
        case ObjectType.integer: try integer(object, marker, place, &nodes)
        case ObjectType.real: try real(object, marker, place, &nodes)
        case ObjectType.date: try date(object, marker, place, &nodes)
        case ObjectType.data: try data(object, marker, place, &nodes)
        case ObjectType.asciiString: try ascii(object, marker, place, &nodes)
        case ObjectType.utf16String: try utf16(object, marker, place, &nodes)
        case ObjectType.uid: try uid(object, marker, place, &nodes)
        case ObjectType.array: try open(.array, object, marker, place, &nodes)
        case ObjectType.set: try open(.set, object, marker, place, &nodes)
        case ObjectType.dictionary: try open(.object, object, marker, place, &nodes)
        default: throw BinaryPropertyListFault(.marker, at: place, object: object)
        }
    }

    /// Returns the offset of an object.
    @inline(__always)
    private func place(of object: Int) throws(BinaryPropertyListFault) -> Int {
        let offset = list.offset(of: object)
        guard _fastPath(offset >= 8 && offset < UInt64(truncatingIfNeeded: list.end)) else {
            throw BinaryPropertyListFault(.objectOffset, at: list.end, object: object)
        }
        return Int(truncatingIfNeeded: offset)
    }

    private func write(_ kind: DocumentNode.Kind, at offset: Int, _ payload: UInt64, _ nodes: inout NodeWriter) {
        nodes.append(DocumentNode(kind, offset: offset, payload: payload))
    }

    /// Up to eight bytes as a number, the most significant first.
    private func magnitude(at offset: Int, length: Int) -> UInt64 {
        list.word(at: offset) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    }
}

extension BinaryPropertyListReader {
    /// An integer: two to the power of the lower bits is the number of its bytes.
    private mutating func integer(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        guard marker.objectLength <= 4 else { throw BinaryPropertyListFault(.integerSize, at: place, object: object) }
        let length = 1 &<< marker.objectLength
        try test(length, from: place &+ 1, object)
        if _slowPath(length == 16) { return wideInteger(at: place &+ 1, &nodes) }
        // Only numbers of eight bytes have a sign, and those below have none.
        write(.integer, at: place &+ 1, magnitude(at: place &+ 1, length: length), &nodes)
    }

    /// An integer of sixteen bytes, as the smallest kind that holds it.
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
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        guard marker & 14 == 2 else { throw BinaryPropertyListFault(.realSize, at: place, object: object) }
        let length = 1 &<< marker.objectLength
        try test(length, from: place &+ 1, object)
        let bits = magnitude(at: place &+ 1, length: length)
        let number = length == 8 ? bits : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))).bitPattern
        write(.real, at: place &+ 1, number, &nodes)
    }

    private mutating func date(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        guard marker == Marker.date else { throw BinaryPropertyListFault(.realSize, at: place, object: object) }
        try test(8, from: place &+ 1, object)
        let bits = list.word(at: place &+ 1)
        guard Double(bitPattern: bits).isFinite else {
            throw BinaryPropertyListFault(.date, at: place, object: object)
        }
        write(.date, at: place &+ 1, bits, &nodes)
    }

    /// Reads the number of an object in a keyed archive: the lower bits have its count of bytes, less one.
    private mutating func uid(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let length = marker.objectLength &+ 1
        guard length <= 8 else { throw BinaryPropertyListFault(.integerSize, at: place, object: object) }
        try test(length, from: place &+ 1, object)
        write(.uid, at: place &+ 1, magnitude(at: place &+ 1, length: length), &nodes)
    }
}

extension BinaryPropertyListReader {
    private mutating func data(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        try test(content.count, from: content.start, object)
        try take(content.count, place, object)
        write(.data, at: content.start, UInt64(truncatingIfNeeded: content.count), &nodes)
    }

    @inline(__always)
    private mutating func ascii(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        try test(content.count, from: content.start, object)
        try take(content.count, place, object)
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
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        guard content.count <= (list.end &- content.start) / 2 else {
            throw BinaryPropertyListFault(.beyond, at: content.start, object: object)
        }
        try take(2 &* content.count, place, object)
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
        _ place: Int,
        _ nodes: inout NodeWriter
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        let isDictionary = kind == .object
        // What is there is divided, since the product of what is claimed could overflow.
        let size = isDictionary ? 2 &* list.referenceSize : list.referenceSize
        guard content.count <= (list.end &- content.start) / size else {
            throw BinaryPropertyListFault(.beyond, at: place, object: object)
        }
        try enter(object, references: isDictionary ? 2 &* content.count : content.count, place)
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

    /// Checks a container: it must not contain itself, be too deep, or have too many references.
    private mutating func enter(_ object: Int, references: Int, _ place: Int) throws(BinaryPropertyListFault) {
        guard isOpen[object] == 0 else { throw BinaryPropertyListFault(.cycle, at: place, object: object) }
        guard levels.count < depthLimit else { throw BinaryPropertyListFault(.depth, at: place, object: object) }
        guard references <= referencesLeft else {
            throw BinaryPropertyListFault(.references, at: place, object: object)
        }
        guard references <= nodesLeft else { throw BinaryPropertyListFault(.nodes, at: place, object: object) }
        referencesLeft &-= references
        nodesLeft &-= references
        isOpen[object] = 1
    }

    /// Returns the offset and the length of an object's content: the lower bits, or an integer after the marker if they are
    /// 15.
    @inline(__always)
    private mutating func content(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int
    ) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        if _fastPath(marker.objectLength < 15) { return (place &+ 1, marker.objectLength) }
        return try longContent(object, place)
    }

    /// The offset and the length of content that is too long for its marker to have the length.
    ///
    /// Mutating, so that the reader is passed by its address; else it would be copied before each text and each container.
    @inline(never)
    private mutating func longContent(
        _ object: Int,
        _ place: Int
    ) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        let marker = place &+ 1 < list.end ? list[place &+ 1] : 0
        guard marker.objectType == ObjectType.integer, marker.objectLength <= 3 else {
            throw BinaryPropertyListFault(.length, at: place, object: object)
        }
        let size = 1 &<< marker.objectLength
        let start = place &+ 2 &+ size
        let count = magnitude(at: place &+ 2, length: size)
        guard start <= list.end, count <= UInt64(truncatingIfNeeded: list.end &- start) else {
            throw BinaryPropertyListFault(.beyond, at: place, object: object)
        }
        return (start, Int(truncatingIfNeeded: count))
    }

    /// Counts text or data, each time that it is referred to.
    private mutating func take(_ length: Int, _ place: Int, _ object: Int) throws(BinaryPropertyListFault) {
        guard length <= contentLeft else { throw BinaryPropertyListFault(.content, at: place, object: object) }
        contentLeft &-= length
    }

    /// Tests that a content ends where the objects do, at the latest.
    private func test(_ length: Int, from start: Int, _ object: Int) throws(BinaryPropertyListFault) {
        guard _fastPath(length <= list.end &- start) else {
            throw BinaryPropertyListFault(.beyond, at: start, object: object)
        }
    }
}
