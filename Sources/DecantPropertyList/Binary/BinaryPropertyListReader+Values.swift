import DecantCore

// A marker is a byte: the upper four bits name the type, the lower ones say how long the content is, mostly.

extension BinaryPropertyListReader {
    /// Reads the object that a reference names as a key.
    @inline(__always)
    mutating func key(_ object: Int, _ room: UnsafePropertyListWords) throws(BinaryPropertyListFault) {
        let place = try place(of: object)
        let marker = list[place]
        switch marker &>> 4 {
        case 5: try ascii(object, marker, place, room)
        case 6: try utf16(object, marker, place, room)
        default: throw BinaryPropertyListFault(.key, at: place, object: object)
        }
    }

    /// Reads the object that a reference names, or begins to, if it has parts.
    @inline(__always)
    mutating func value(_ object: Int, _ room: UnsafePropertyListWords) throws(BinaryPropertyListFault) {
        let place = try place(of: object)
        let marker = list[place]
        switch marker &>> 4 {
        case 0 where marker == 8: write(.false, at: place, room)
        case 0 where marker == 9: write(.true, at: place, room)
        case 1: try integer(object, marker, place, room)
        case 2: try real(object, marker, place, room)
        case 3: try date(object, marker, place, room)
        case 4: try data(object, marker, place, room)
        case 5: try ascii(object, marker, place, room)
        case 6: try utf16(object, marker, place, room)
        case 8: try uid(object, marker, place, room)
        case 0xA: try open(.array, object, marker, place, room)
        case 0xC: try open(.set, object, marker, place, room)
        case 0xD: try open(.dictionary, object, marker, place, room)
        default: throw BinaryPropertyListFault(.marker, at: place, object: object)
        }
    }

    /// Where an object begins.
    @inline(__always)
    private func place(of object: Int) throws(BinaryPropertyListFault) -> Int {
        let offset = list.offset(of: object)
        guard _fastPath(offset >= 8 && offset < UInt64(truncatingIfNeeded: list.end)) else {
            throw BinaryPropertyListFault(.objectOffset, at: list.end, object: object)
        }
        return Int(truncatingIfNeeded: offset)
    }

    /// Writes a head.
    @inline(__always)
    mutating func write(
        _ kind: PropertyListNode.Kind,
        at offset: Int,
        length: Int = 0,
        _ room: UnsafePropertyListWords
    ) {
        room.write(PropertyListNode(kind, offset: offset, length: length).word, at: count)
        count &+= 1
    }

    /// Writes a head whose length may need a word of its own.
    @inline(__always)
    private mutating func write(
        _ kind: PropertyListNode.Kind,
        at offset: Int,
        anyLength length: Int,
        _ room: UnsafePropertyListWords
    ) {
        if _fastPath(length <= PropertyListNode.longestShort) {
            write(kind, at: offset, length: length, room)
        } else {
            write(kind.long, at: offset, room)
            room.write(UInt64(truncatingIfNeeded: length), at: count)
            count &+= 1
        }
    }
}

extension BinaryPropertyListReader {
    /// An integer: two to the power of the lower bits is the number of its bytes.
    @inline(__always)
    private mutating func integer(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        guard marker & 15 <= 4 else { throw BinaryPropertyListFault(.integerSize, at: place, object: object) }
        let length = 1 &<< Int(marker & 15)
        try test(length, from: place &+ 1, object)
        write(.integer, at: place &+ 1, length: length, room)
    }

    @inline(__always)
    private mutating func real(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        guard marker & 14 == 2 else { throw BinaryPropertyListFault(.realSize, at: place, object: object) }
        let length = 1 &<< Int(marker & 15)
        try test(length, from: place &+ 1, object)
        write(.real, at: place &+ 1, length: length, room)
    }

    @inline(__always)
    private mutating func date(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        guard marker == 0x33 else { throw BinaryPropertyListFault(.realSize, at: place, object: object) }
        try test(8, from: place &+ 1, object)
        guard Double(bitPattern: list.word(at: place &+ 1)).isFinite else {
            throw BinaryPropertyListFault(.date, at: place, object: object)
        }
        write(.date, at: place &+ 1, length: 8, room)
    }

    /// The number of an object in a keyed archive: the lower bits say how many bytes it has, less one.
    @inline(__always)
    private mutating func uid(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        let length = Int(marker & 15) &+ 1
        guard length <= 8 else { throw BinaryPropertyListFault(.integerSize, at: place, object: object) }
        try test(length, from: place &+ 1, object)
        write(.uid, at: place &+ 1, length: length, room)
    }
}

extension BinaryPropertyListReader {
    @inline(__always)
    private mutating func data(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        try test(content.count, from: content.start, object)
        try take(content.count, place, object)
        write(.data, at: content.start, anyLength: content.count, room)
    }

    @inline(__always)
    private mutating func ascii(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        try test(content.count, from: content.start, object)
        try take(content.count, place, object)
        guard list.isASCII(from: content.start, count: content.count) else {
            throw BinaryPropertyListFault(.notASCII, at: content.start, object: object)
        }
        write(.text, at: content.start, anyLength: content.count, room)
    }

    @inline(never)
    private mutating func utf16(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        guard content.count <= (list.end &- content.start) / 2 else {
            throw BinaryPropertyListFault(.beyond, at: content.start, object: object)
        }
        try take(2 &* content.count, place, object)
        if let offset = list.loneSurrogate(from: content.start, units: content.count) {
            throw BinaryPropertyListFault(.surrogate, at: offset, object: object)
        }
        write(.utf16, at: content.start, anyLength: content.count, room)
    }

    @inline(__always)
    private mutating func open(
        _ kind: PropertyListNode.Kind,
        _ object: Int,
        _ marker: UInt8,
        _ place: Int,
        _ room: UnsafePropertyListWords
    ) throws(BinaryPropertyListFault) {
        let content = try content(object, marker, place)
        let isDictionary = kind == .dictionary
        // What is there is divided, since the product of what is claimed could overflow.
        let size = isDictionary ? 2 &* list.referenceSize : list.referenceSize
        guard content.count <= (list.end &- content.start) / size else {
            throw BinaryPropertyListFault(.beyond, at: place, object: object)
        }
        try enter(object, references: isDictionary ? 2 &* content.count : content.count, place)
        levels.append(level)
        level = Level(
            object: object,
            container: count,
            next: content.start,
            toValue: isDictionary ? content.count &* list.referenceSize : 0,
            count: content.count
        )
        if _slowPath(list.isLarge) { fetchAhead(content.start, content.count) }
        write(kind, at: content.start, room)
        count &+= 1
    }

    /// Tests what a container may not be: in itself, too deep, too much.
    @inline(__always)
    private mutating func enter(_ object: Int, references: Int, _ place: Int) throws(BinaryPropertyListFault) {
        guard !isOpen[object] else { throw BinaryPropertyListFault(.cycle, at: place, object: object) }
        guard levels.count < depthLimit else { throw BinaryPropertyListFault(.depth, at: place, object: object) }
        guard references <= referencesLeft else {
            throw BinaryPropertyListFault(.references, at: place, object: object)
        }
        guard references <= nodesLeft else { throw BinaryPropertyListFault(.nodes, at: place, object: object) }
        referencesLeft &-= references
        nodesLeft &-= references
        isOpen[object] = true
    }

    /// Where the content of an object begins, and its length: the lower bits, or an integer behind the marker if they are 15.
    @inline(__always)
    private func content(
        _ object: Int,
        _ marker: UInt8,
        _ place: Int
    ) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        if _fastPath(marker & 15 < 15) { return (place &+ 1, Int(marker & 15)) }
        return try list.longContent(object, place)
    }

    /// Counts text or data: as often as it is referred to.
    @inline(__always)
    private mutating func take(_ length: Int, _ place: Int, _ object: Int) throws(BinaryPropertyListFault) {
        guard length <= contentLeft else { throw BinaryPropertyListFault(.content, at: place, object: object) }
        contentLeft &-= length
    }

    /// Tests that a content ends where the objects do, at the latest.
    @inline(__always)
    private func test(_ length: Int, from start: Int, _ object: Int) throws(BinaryPropertyListFault) {
        guard _fastPath(length <= list.end &- start) else {
            throw BinaryPropertyListFault(.beyond, at: start, object: object)
        }
    }
}
