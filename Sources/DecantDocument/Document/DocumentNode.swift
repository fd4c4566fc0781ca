// A document of any format is a flat array of 16-byte nodes, in the order of the text: each is a value, or a member's
// name followed by its value. Nodes contain no pointers, so releasing a document is fast at any depth.
// Strings, data and most decimal numbers stay in the body until they are read; all other content is in the payload.
//
// Word 0 ("head"): the kind in the low 8 bits; above it, the offset in the body where the value begins.
// Word 1 ("payload"):
//   integer, unsigned              the value, as an Int64 or a UInt64
//   real, date                     the bit pattern of a Double
//   uid                            the value, as a UInt64
//   decimal                        the length of its text in bytes
//   fraction                       low 5 bits: the length of its text in bytes; next 5 bits: the number of digits after
//                                  the point; above them the integer part, without the sign
//   string, escapedString, data    the length in bytes; the offset of a quoted string is after the first quotation mark
//   utf16String                    the length in UTF-16 units (two bytes, big-endian)
//   pooledString, pooledData       low 32 bits: the length in bytes; high 32 bits: the offset in the pool
//   wideInteger                    0; the offset is the start of 16 bytes in the body, big-endian
//   pooledWideInteger              the same as for pooledData
//   array, set, object             low 32 bits: the index after the last descendant; high 32 bits: the count of parts
//
// The pool stores content that differs from the body's bytes: unescaped text, decoded data. While a reader is inside a
// container, the low 32 bits of the container's payload may hold the index of the enclosing node.
//
// Example: {"a":[1,"x"]}
//   0  object   offset 0   end 5, count 1
//   1  string   offset 2   length 1      the name "a"
//   2  array    offset 5   end 5, count 2
//   3  integer  offset 6   value 1
//   4  string   offset 9   length 1      "x"

/// A value, or the name of a member, in a flat document.
@usableFromInline
package struct DocumentNode: BitwiseCopyable, Sendable {
    @usableFromInline package let head: UInt64
    @usableFromInline package let payload: UInt64

    @inlinable
    package init(_ kind: Kind, offset: Int, payload: UInt64) {
        head = UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: offset) &<< 8
        self.payload = payload
    }

    /// Creates the node of a container.
    @inlinable
    package init(_ kind: Kind, offset: Int, end: Int, count: Int) {
        let low = UInt64(UInt32(truncatingIfNeeded: end))
        self.init(kind, offset: offset, payload: low | UInt64(truncatingIfNeeded: count) &<< 32)
    }

    /// Creates the node of content in the pool.
    @inlinable
    package init(_ kind: Kind, offset: Int, inPool start: Int, length: Int) {
        self.init(kind, offset: offset, end: length, count: start)
    }

    /// Creates the node of a decimal number with a point and without an exponent.
    ///
    /// - Parameters:
    ///   - length: The length of its text in bytes, at most 31.
    ///   - integerPart: The digits before the point as an integer below 2^54.
    @inlinable
    package init(fractionAt offset: Int, length: Int, scale: Int, integerPart: UInt64) {
        let lengths = UInt64(truncatingIfNeeded: scale &<< 5 | length)
        self.init(.fraction, offset: offset, payload: integerPart &<< 10 | lengths)
    }

    @inlinable
    package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) }

    /// The offset in the body where the value begins; for a quoted string, the offset after the quotation mark.
    @inlinable
    package var offset: Int { Int(truncatingIfNeeded: head &>> 8) }

    /// The length of a string, data or decimal number in the body.
    @inlinable
    package var length: Int { Int(truncatingIfNeeded: payload) }

    /// The length of the text of a fraction.
    @inlinable
    var fractionLength: Int { Int(truncatingIfNeeded: payload & 31) }

    /// The number of digits after the point of a fraction.
    @inlinable
    package var scale: Int { Int(truncatingIfNeeded: payload &>> 5 & 31) }

    /// The digits before the point of a fraction.
    @inlinable
    package var integerPart: UInt64 { payload &>> 10 }

    /// The number of elements or members of a container.
    @inlinable
    package var count: Int { Int(truncatingIfNeeded: payload &>> 32) }

    /// The index after the last descendant of a container.
    @inlinable
    package var end: Int { Int(UInt32(truncatingIfNeeded: payload)) }

    /// The value of an integer node.
    @inlinable
    package var integer: Int64 { Int64(bitPattern: payload) }

    /// The value of a real number or date node.
    @inlinable
    package var real: Double { Double(bitPattern: payload) }
}

extension DocumentNode {
    /// The kind of a node's value.
    ///
    /// A structure with a raw value instead of an enumeration, so reading it needs no check.
    @usableFromInline
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        @usableFromInline package let rawValue: UInt8

        @inlinable
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        // The operator for all raw values is generic, which takes most of a comparison in a debug build.
        @inlinable
        package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    }
}

// Kinds are numbered in groups: numbers from 3 to 9, strings from 0x10 to 0x17, and containers from 0x20. The kinds
// of lists, array and set, differ only in the lowest bit.

extension DocumentNode.Kind {
    /// The literal `null`.
    @inlinable package static var null: Self { Self(rawValue: 0) }

    /// The Boolean value false.
    @inlinable package static var `false`: Self { Self(rawValue: 1) }

    /// The Boolean value true.
    @inlinable package static var `true`: Self { Self(rawValue: 2) }

    /// An integer that fits into `Int64`.
    @inlinable package static var integer: Self { Self(rawValue: 3) }

    /// An integer above `Int64.max` that fits into `UInt64`.
    @inlinable package static var unsigned: Self { Self(rawValue: 4) }

    /// Another decimal number: with an exponent or many digits; also `-0`, and the words that a quirk accepts.
    @inlinable package static var decimal: Self { Self(rawValue: 5) }

    /// A binary floating-point number.
    @inlinable package static var real: Self { Self(rawValue: 6) }

    /// An integer of up to 128 bits that fits into neither `Int64` nor `UInt64`.
    @inlinable package static var wideInteger: Self { Self(rawValue: 7) }

    /// A wide integer in the pool.
    @inlinable package static var pooledWideInteger: Self { Self(rawValue: 8) }

    /// A decimal number with a point, without an exponent, and of at most 19 digits.
    @inlinable package static var fraction: Self { Self(rawValue: 9) }

    /// A UTF-8 string, read from the body unchanged.
    @inlinable package static var string: Self { Self(rawValue: 0x10) }

    /// A string with at least one JSON escape.
    @inlinable package static var escapedString: Self { Self(rawValue: 0x11) }

    /// The string `$null`, which property lists use for a missing value.
    @inlinable package static var nullString: Self { Self(rawValue: 0x12) }

    /// A UTF-16 string.
    @inlinable package static var utf16String: Self { Self(rawValue: 0x13) }

    /// A UTF-8 string in the pool.
    @inlinable package static var pooledString: Self { Self(rawValue: 0x14) }

    /// A date in seconds since 2001-01-01T00:00:00Z.
    @inlinable package static var date: Self { Self(rawValue: 0x18) }

    /// The UID of an object in a keyed archive.
    @inlinable package static var uid: Self { Self(rawValue: 0x19) }

    /// Bytes in the body.
    @inlinable package static var data: Self { Self(rawValue: 0x1A) }

    /// Bytes in the pool.
    @inlinable package static var pooledData: Self { Self(rawValue: 0x1B) }

    /// An array.
    @inlinable package static var array: Self { Self(rawValue: 0x20) }

    /// A set, in the order of the document.
    @inlinable package static var set: Self { Self(rawValue: 0x21) }

    /// A JSON object or a property list dictionary: members, each a name and its value.
    @inlinable package static var object: Self { Self(rawValue: 0x22) }
}

extension DocumentNode.Kind {
    /// Whether the node is an array, a set or an object.
    @inlinable
    package var isContainer: Bool { rawValue >= Self.array.rawValue }

    /// Whether the node is an array or a set.
    @inlinable
    package var isList: Bool { rawValue & ~1 == Self.array.rawValue }

    /// Whether the node is a string in any representation.
    @inlinable
    package var isString: Bool { rawValue & ~7 == Self.string.rawValue }

    /// Whether the node is a number in any representation.
    @inlinable
    package var isNumber: Bool {
        get { rawValue &- Self.integer.rawValue <= Self.fraction.rawValue &- Self.integer.rawValue }
    }

    /// Whether the node is a decimal number whose text is in the body.
    @inlinable
    package var isDecimal: Bool { self == .decimal || self == .fraction }

    /// Whether the node is an integer of at most 128 bits, and is not stored as text.
    @inlinable
    package var isInteger: Bool {
        self == .integer || self == .unsigned || self == .wideInteger || self == .pooledWideInteger
    }

    /// Whether the node is data.
    @inlinable
    package var isData: Bool { self == .data || self == .pooledData }

    /// Whether the node represents a missing value in its format.
    @inlinable
    package var isNull: Bool { self == .null || self == .nullString }
}

// MARK: - Unsafe
//
// Why: a reader writes a node for almost every value, and must not check an index or update a reference count each
// time.
//
// Bound: a reader appends at most two nodes between two checks of `hasCapacityForTwo`, and reads only nodes it has
// written. The nodes are in the memory of a single document that nothing else refers to. Debug builds assert both.

/// A cursor that fills uninitialized memory with nodes, from the front.
@safe
@usableFromInline
package struct NodeWriter {
    @usableFromInline let base: UnsafeMutablePointer<DocumentNode>

    /// The address of the next node to write.
    @usableFromInline var next: UnsafeMutablePointer<DocumentNode>

    /// The last address where two nodes fit.
    @usableFromInline let last: UnsafeMutablePointer<DocumentNode>

    /// Creates a cursor into memory that outlives it and holds at least two nodes.
    @inlinable
    init(_ base: UnsafeMutablePointer<DocumentNode>, capacity: Int, count: Int) {
        precondition(count >= 0 && count <= capacity && capacity >= 2)
        unsafe self.base = base
        unsafe next = base + count
        unsafe last = base + (capacity - 2)
    }

    /// Returns a writer for at most a given number of further nodes, or for fewer if less memory is left.
    @inlinable
    package func prefix(_ number: Int) -> NodeWriter {
        precondition(number >= 2)
        let total = unsafe count + 2 + (last - next)
        return unsafe NodeWriter(base, capacity: max(min(count + number, total), 2), count: count)
    }

    /// Continues after the nodes of another writer of the same memory.
    @inlinable
    package mutating func update(from other: NodeWriter) {
        unsafe next = other.next
    }

    @inlinable
    package var count: Int {
        // Unsigned, so the compiler divides by shifting.
        let bytes = unsafe UInt(bitPattern: next) &- UInt(bitPattern: base)
        return Int(bitPattern: bytes / UInt(bitPattern: MemoryLayout<DocumentNode>.stride))
    }

    /// Whether a name and its value fit.
    @inlinable
    package var hasCapacityForTwo: Bool { unsafe next <= last }

    @inlinable
    package mutating func append(_ node: DocumentNode) {
        assert(unsafe next < last + 2, "a node outside of the memory")
        unsafe next.initialize(to: node)
        unsafe next += 1
    }

    @inlinable
    package mutating func removeLast(_ number: Int) {
        assert(number <= count, "a node outside of the memory")
        unsafe next -= number
    }

    /// The node at an index; it must have been written.
    @inlinable
    package subscript(index: Int) -> DocumentNode {
        get {
            assert(index >= 0 && index < count, "a node that is not written")
            return unsafe base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count, "a node that is not written")
            unsafe base[index] = newValue
        }
    }
}
