extension JSONNode {
    /// What a node is.
    ///
    /// A number in a structure, not an enumeration, so that reading one tests nothing.
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        @inline(__always)
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The literal `null`.
        package static var null: Kind { Kind(rawValue: 0) }

        /// The literal `false`.
        package static var `false`: Kind { Kind(rawValue: 1) }

        /// The literal `true`.
        package static var `true`: Kind { Kind(rawValue: 2) }

        /// An integer that an `Int64` holds; the payload is its bit pattern.
        package static var integer: Kind { Kind(rawValue: 3) }

        /// An integer above `Int64.max` that a `UInt64` holds; the payload is the value.
        package static var unsigned: Kind { Kind(rawValue: 4) }

        /// Any other number, as text; also `-0`, whose sign an integer would lose, and the words of a quirk.
        package static var number: Kind { Kind(rawValue: 5) }

        /// A string without escapes.
        package static var string: Kind { Kind(rawValue: 6) }

        /// A string with at least one escape.
        package static var escapedString: Kind { Kind(rawValue: 7) }

        /// An array.
        package static var array: Kind { Kind(rawValue: 8) }

        /// An object.
        package static var object: Kind { Kind(rawValue: 9) }

        /// Whether the node is an array or an object.
        @inline(__always)
        package var isContainer: Bool { rawValue >= Kind.array.rawValue }

        /// Whether the node is a string.
        @inline(__always)
        package var isString: Bool { rawValue & 0xFE == Kind.string.rawValue }

        /// Whether the node is a number of any form.
        @inline(__always)
        package var isNumber: Bool { rawValue &- Kind.integer.rawValue < 3 }
    }
}
