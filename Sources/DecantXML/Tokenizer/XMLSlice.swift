// Names, values and text are not copied: a slice says which bytes they are, and of which of three stores.
//
// `offset`    where the bytes begin in their store
// `packed`    low 30 bits: the number of bytes; high 2 bits: the store
//
// Stores:
//   0  text         the text of the document in UTF-8, or the part of it that is held
//   1  declared     replacement texts of entities and defaults of attributes; nothing is added once the root began
//   2  assembled    text and values that stand nowhere as they are: with references, line ends or white space replaced
//   3  kept         names of open elements, if a text is read while it arrives and their tags are not held any more; or
//      merged       in a document, text whose parts stood apart, or whose white space was folded
//
// Example: in <a b="1&lt;2"/> the name of the attribute is (3, text, 1), its value (0, assembled, 3).

/// A run of bytes that belongs to a document.
package struct XMLSlice: BitwiseCopyable, Sendable {
    /// Where the bytes begin in their store.
    package let offset: UInt32

    private let packed: UInt32

    /// The most bytes that a slice can have.
    package static var longest: Int { 1 << 30 - 1 }

    /// Creates a slice.
    ///
    /// - Parameters:
    ///   - store: Where the bytes are.
    ///   - offset: Where they begin there.
    ///   - count: How many they are; at most ``longest``.
    @inline(__always)
    package init(_ store: Store = .text, offset: Int, count: Int) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        packed = UInt32(truncatingIfNeeded: count) & 0x3FFF_FFFF | UInt32(store.rawValue) << 30
    }

    /// The slice without bytes.
    @inline(__always)
    package static var empty: XMLSlice { XMLSlice(offset: 0, count: 0) }

    /// Where the bytes begin in their store.
    @inline(__always)
    package var start: Int { Int(offset) }

    /// The number of bytes.
    @inline(__always)
    package var count: Int { Int(packed & 0x3FFF_FFFF) }

    /// Whether there are no bytes.
    @inline(__always)
    package var isEmpty: Bool { count == 0 }

    /// Where the bytes are.
    @inline(__always)
    package var store: Store { Store(rawValue: UInt8(packed >> 30)) }

    /// The slice without its first bytes.
    ///
    /// - Parameter length: How many bytes to leave out; at most ``count``.
    /// - Returns: The rest.
    @inline(__always)
    package func dropFirst(_ length: Int) -> XMLSlice {
        XMLSlice(store, offset: start &+ length, count: count &- length)
    }

    /// The first bytes of the slice.
    ///
    /// - Parameter length: How many; at most ``count``.
    /// - Returns: The bytes in front.
    @inline(__always)
    package func prefix(_ length: Int) -> XMLSlice {
        XMLSlice(store, offset: start, count: length)
    }
}

extension XMLSlice {
    /// Which bytes a slice is one of.
    package struct Store: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        @inline(__always)
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The text of the document.
        @inline(__always)
        package static var text: Store { Store(rawValue: 0) }

        /// What the document's declarations say.
        @inline(__always)
        package static var declared: Store { Store(rawValue: 1) }

        /// The names of open elements that are not held in the text any more.
        @inline(__always)
        package static var kept: Store { Store(rawValue: 3) }

        /// What was put together while reading.
        @inline(__always)
        package static var assembled: Store { Store(rawValue: 2) }

        /// What the builder of a document put together of several texts.
        @inline(__always)
        package static var merged: Store { Store(rawValue: 3) }
    }
}
