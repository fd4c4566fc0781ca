// A lookup resumes after the previous match, so lookups in the order of the members cost one comparison each. If
// several members have the same name, the result must not depend on the order of the lookups: it is always the first of
// them. So a match counts only if the name does not occur before it. A set of 64 bits, two for each name, rules that
// out for most names: `seen` has the bits of every name before `cursor`.
//
// Example: {"a":1,"b":2,"a":3}, looked up for b, then for a.
//   b: not at the cursor (0); found after it. cursor = second "a", seen = bits of a and b.
//   a: at the cursor, but its bits are in `seen`, so the names before the cursor are searched: the first "a" matches.
//
// A name whose bits are not all in `all` is absent, so only the first failing lookup costs a search.

/// The state of a series of lookups in one object.
@usableFromInline
package struct MemberCursor: BitwiseCopyable {
    /// The node of the next name to compare.
    @usableFromInline var cursor: UInt32 = 0

    /// The node after the object.
    @usableFromInline var end: UInt32 = 0

    /// The bits of all names before the cursor.
    @usableFromInline var seen: UInt64 = 0

    /// The bits of all names of the object, once a search has reached its end; all bits before that.
    @usableFromInline var all = UInt64.max

    init() {}

    /// Begins at the first name of an object.
    ///
    /// Other containers are allowed, but have no lookups.
    @inlinable
    package init(_ container: Int, end: Int) {
        cursor = UInt32(truncatingIfNeeded: container &+ 1)
        self.end = UInt32(truncatingIfNeeded: end)
        seen = 0
        all = .max
    }

    /// Finds the first member with a name.
    ///
    /// - Returns: The node of the value, or -1 if no member has the name.
    @inlinable
    @inline(__always)
    package mutating func find(_ name: MemberName, in object: Int, of document: FlatDocument) -> Int {
        let value = matchNext(name, document)
        if _fastPath(value >= 0) { return value }
        var passed = 0
        return search(name, in: object, of: document, passed: &passed)
    }

    /// Returns the value of the member at the cursor if it has the name and no earlier member may have it; otherwise
    /// -1.
    @inlinable
    @inline(__always)
    mutating func matchNext(_ name: some SoughtName, _ document: FlatDocument) -> Int {
        let member = Int(cursor)
        guard member < Int(end), name.isSurely(at: member, of: document), !name.mayBe(in: seen) else { return -1 }
        cursor = UInt32(truncatingIfNeeded: document.next(after: member &+ 1))
        seen |= name.bits
        return member &+ 1
    }

    /// Finds the first member with a name as written, if it is not the next one.
    ///
    /// - Parameter passed: A count, increased by the number of short names that could have been compared in the time of
    ///   the search.
    /// - Returns: The node of the value, or -1 if no member has the name.
    @usableFromInline
    @inline(never)
    mutating func search(_ name: MemberName, in object: Int, of document: FlatDocument, passed: inout Int) -> Int {
        searchAny(name, in: object, of: document, passed: &passed)
    }

    /// Finds the first member with a name, which need not be one as written, if it is not the next one.
    @inline(__always)
    mutating func searchAny(
        _ name: some SoughtName,
        in object: Int,
        of document: FlatDocument,
        passed: inout Int
    ) -> Int {
        guard name.mayBe(in: all) else { return -1 }
        if name.mayBe(in: seen) {
            var member = object &+ 1
            while member < Int(cursor) {
                if name.isEqual(at: member, of: document) { return member &+ 1 }
                passed &+= name.cost(at: member, of: document)
                member = document.next(after: member &+ 1)
            }
        }
        var added: UInt64 = 0
        var member = Int(cursor)
        while member < Int(end) {
            if name.isEqual(at: member, of: document) {
                cursor = UInt32(truncatingIfNeeded: document.next(after: member &+ 1))
                seen |= added | name.bits
                return member &+ 1
            }
            added |= name.bits(at: member, of: document)
            passed &+= name.cost(at: member, of: document)
            member = document.next(after: member &+ 1)
        }
        all = seen | added
        return -1
    }
}

/// A name to look up, and the way to compare it with the names of a document.
@usableFromInline
protocol SoughtName {
    /// The two bits of the name in a set of 64.
    var bits: UInt64 { get }

    /// Returns whether the name at a node is this one, if that is quickly known; otherwise false.
    func isSurely(at index: Int, of document: FlatDocument) -> Bool

    /// Returns whether the name at a node is this one.
    func isEqual(at index: Int, of document: FlatDocument) -> Bool

    /// Returns the bits of the name at a node; all bits if they take long to compute.
    func bits(at index: Int, of document: FlatDocument) -> UInt64

    /// Returns the number of short names that can be compared in the time that it takes to compare the name at a node.
    func cost(at index: Int, of document: FlatDocument) -> Int
}

extension SoughtName {
    /// Returns whether a set contains the bits of the name; if not, the name was not added to the set.
    @inlinable
    @inline(__always)
    func mayBe(in set: UInt64) -> Bool { set & bits == bits }
}

// MARK: - Unsafe
//
// Why: the innermost loop of decoding compares a key with the names of an object.
//
// Bound: a name lives only inside the closure that provides its bytes. Both operands of a comparison have `count`
// bytes, and the loads of 8, 4 and 2 bytes overlap instead of exceeding that.

/// The bytes of a name, borrowed for the duration of a lookup; as a name to look up, a name as written.
@safe
@usableFromInline
package struct MemberName: SoughtName {
    @usableFromInline let bytes: UnsafeRawPointer
    @usableFromInline let count: Int

    /// The two bits of the name in a set of 64.
    @usableFromInline package let bits: UInt64

    /// Borrows bytes that outlive this value.
    @inlinable
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, _ count: Int) {
        unsafe self.bytes = bytes
        self.count = count
        unsafe bits = Self.bits(bytes, count)
    }

    /// Borrows the bytes of a literal, which are never released.
    @inlinable
    @inline(__always)
    package init(_ literal: StaticString) {
        self = unsafe MemberName(UnsafeRawPointer(literal.utf8Start), literal.utf8CodeUnitCount)
    }

    @inline(__always)
    static func with<Result>(_ text: String, _ body: (MemberName) -> Result) -> Result {
        // The string is not copied, unless it is bridged from Objective-C.
        let result = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in body(unsafe MemberName(bytes)) }
        if let result { return result }
        var native = text
        return native.withUTF8 { bytes in body(unsafe MemberName(bytes)) }
    }

    @inline(__always)
    private init(_ buffer: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address; its bytes are never read.
        guard let address = buffer.baseAddress else {
            self.init("")
            return
        }
        self = unsafe MemberName(UnsafeRawPointer(address), buffer.count)
    }

    func equals(_ text: String) -> Bool {
        Self.with(text) { other in unsafe other.count == count && matches(other.bytes) }
    }

    @inlinable
    @inline(__always)
    func isSurely(at index: Int, of document: FlatDocument) -> Bool { document.hasName(self, at: index) }

    @usableFromInline
    @inline(__always)
    package func isEqual(at index: Int, of document: FlatDocument) -> Bool { document.isName(self, at: index) }

    @usableFromInline
    @inline(__always)
    package func bits(at index: Int, of document: FlatDocument) -> UInt64 { document.nameBits(at: index) }

    @usableFromInline
    @inline(__always)
    package func cost(at index: Int, of document: FlatDocument) -> Int { 1 }

    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let bytes = unsafe UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
            return unsafe _overrideLifetime(bytes.span, borrowing: self)
        }
    }

    /// Selects two bits of 64 by the length and three of the bytes; different names usually have different bits.
    @inlinable
    @inline(__always)
    static func bits(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
        guard count > 0 else { return 1 }
        let first = unsafe UInt64(bytes.load(as: UInt8.self))
        let middle = unsafe UInt64(bytes.load(fromByteOffset: count &>> 1, as: UInt8.self))
        let last = unsafe UInt64(bytes.load(fromByteOffset: count &- 1, as: UInt8.self))
        let mixed = (first | middle &<< 8 | last &<< 16 | UInt64(truncatingIfNeeded: count) &<< 24)
        return bits(ofHash: mixed &* 0x9E37_79B9_7F4A_7C15)
    }

    /// Selects two bits of 64 by the upper bits of a hash.
    @inlinable
    @inline(__always)
    static func bits(ofHash hash: UInt64) -> UInt64 { 1 &<< (hash &>> 58) | 1 &<< (hash &>> 52) }

    /// Returns whether `count` bytes at another address are equal.
    @inlinable
    @inline(__always)
    func matches(_ other: UnsafeRawPointer) -> Bool {
        if count >= 8 { return unsafe matchesLong(other) }
        if count >= 4 {
            return unsafe same(other, at: 0, as: UInt32.self) && same(other, at: count &- 4, as: UInt32.self)
        }
        if count >= 2 {
            return unsafe same(other, at: 0, as: UInt16.self) && same(other, at: count &- 2, as: UInt16.self)
        }
        return unsafe count == 0 || same(other, at: 0, as: UInt8.self)
    }

    @inlinable
    @inline(__always)
    func matchesLong(_ other: UnsafeRawPointer) -> Bool {
        var position = 0
        while position &+ 8 < count {
            guard unsafe same(other, at: position, as: UInt64.self) else { return false }
            position &+= 8
        }
        return unsafe same(other, at: count &- 8, as: UInt64.self)
    }

    @inlinable
    func same<Word: FixedWidthInteger & BitwiseCopyable>(
        _ other: UnsafeRawPointer,
        at position: Int,
        as type: Word.Type
    ) -> Bool {
        unsafe bytes.loadUnaligned(fromByteOffset: position, as: Word.self)
            == other.loadUnaligned(fromByteOffset: position, as: Word.self)
    }
}
