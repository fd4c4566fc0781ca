extension PropertyListNode {
    /// What a node is: the low four bits say which type, the others where the value stands.
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        @inline(__always)
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The value of the second word is the value itself.
        private static let isStored: UInt8 = 0x60
        private static let isPooled: UInt8 = 0x50
        private static let isLong: UInt8 = 0x40
        private static let hasParts: UInt8 = 0xC0

        package static var `false`: Kind { Kind(rawValue: 0) }
        package static var `true`: Kind { Kind(rawValue: 1) }

        /// An integer of 1, 2, 4, 8 or 16 bytes, the most significant first; those of 8 and 16 have a sign.
        package static var integer: Kind { Kind(rawValue: 2) }

        /// A floating-point number of 4 or 8 bytes, the most significant first.
        package static var real: Kind { Kind(rawValue: 3) }

        /// Seconds since 2001-01-01T00:00:00Z as a number of 8 bytes, the most significant first.
        package static var date: Kind { Kind(rawValue: 4) }

        /// A number of 1 to 8 bytes that names an object of a keyed archive.
        package static var uid: Kind { Kind(rawValue: 5) }

        /// Text in UTF-8.
        package static var text: Kind { Kind(rawValue: 6) }

        /// Text in UTF-16, the most significant byte of each unit first.
        package static var utf16: Kind { Kind(rawValue: 7) }

        /// Bytes.
        package static var data: Kind { Kind(rawValue: 8) }

        package static var array: Kind { Kind(rawValue: hasParts | 9) }
        package static var set: Kind { Kind(rawValue: hasParts | 10) }
        package static var dictionary: Kind { Kind(rawValue: hasParts | 11) }

        /// The same type, its length in a second word.
        @inline(__always)
        var long: Kind { Kind(rawValue: rawValue | Self.isLong) }

        /// The same type, its value in a second word.
        var stored: Kind { Kind(rawValue: rawValue | Self.isStored) }

        /// The same type, its content in the pool.
        var pooled: Kind { Kind(rawValue: rawValue | Self.isPooled) }
    }
}

extension PropertyListNode.Kind {
    /// The type, wherever the value stands.
    @inline(__always)
    package var type: PropertyListNode.Kind {
        rawValue >= Self.hasParts ? self : PropertyListNode.Kind(rawValue: rawValue & 0x0F)
    }

    /// Whether the node is an array, a set or a dictionary.
    @inline(__always)
    package var isContainer: Bool { rawValue >= Self.hasParts }

    /// Whether the node is an array or a set.
    @inline(__always)
    package var isList: Bool { self == .array || self == .set }

    /// Whether the node is an integer or a floating-point number.
    var isNumber: Bool { type == .integer || type == .real }

    /// Whether the node is text.
    @inline(__always)
    package var isString: Bool { rawValue < Self.hasParts && rawValue & 0x0E == 6 }

    /// How many words the node has.
    @inline(__always)
    var width: Int { 1 &+ Int(rawValue &>> 6 & 1) }

    @inline(__always)
    var isStored: Bool { rawValue & 0xF0 == Self.isStored }

    @inline(__always)
    var isPooled: Bool { rawValue & 0xF0 == Self.isPooled }

    @inline(__always)
    var isLong: Bool { rawValue & 0xF0 == Self.isLong }
}
