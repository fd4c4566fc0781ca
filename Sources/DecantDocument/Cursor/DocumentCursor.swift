import DecantCore

// A borrowed view of a node is the address of the document and an index. Taking a part of it changes no reference
// count, which is most of the cost of the views that keep their document alive.

// MARK: - Unsafe
//
// Bound: a cursor cannot outlive the value that it was taken from, which keeps the document alive. An index is that of
// a value, or follows from one by `next(after:)` below the end of its container.

/// A value of a document, borrowed: the cursor of JSON and of property lists.
///
/// `Owned` is the type of the values that keep their document alive: `JSON` or `PropertyList`, whose cursors add
/// the members that only their format has.
@safe
public struct DocumentCursor<Owned>: ~Escapable {
    @usableFromInline let reference: Unmanaged<FlatDocument>

    /// The node of the value in the low 32 bits, and ``Role`` above it.
    @usableFromInline let position: UInt64
    @inlinable package var index: Int { Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: position)) }

    /// Borrows a node of a document.
    ///
    /// - Parameter owner: A value that keeps the document alive.
    @inlinable
    @_lifetime(borrow owner)
    package init<Owner>(_ document: FlatDocument, at index: Int, of owner: borrowing Owner) {
        unsafe reference = .passUnretained(document)
        position = UInt64(truncatingIfNeeded: index)
    }

    /// Borrows another node of the same document.
    ///
    /// - Parameter isMember: Whether the node before it is its name.
    @inlinable
    @_lifetime(copy other)
    package init(_ other: borrowing DocumentCursor, at index: Int, isMember: Bool = false) {
        unsafe reference = other.reference
        position = UInt64(truncatingIfNeeded: index) | (isMember ? 1 &<< 32 : 0)
    }

    @inlinable
    @inline(__always)
    @_lifetime(copy other)
    init(_ other: borrowing DocumentCursor, at index: Int, as role: Role) {
        unsafe reference = other.reference
        position = UInt64(truncatingIfNeeded: index) | role.rawValue
    }

    /// The role of a value in its container, as a bit above its node.
    @usableFromInline
    struct Role: RawRepresentable, BitwiseCopyable, Sendable {
        @usableFromInline let rawValue: UInt64

        @inlinable init(rawValue: UInt64) { self.rawValue = rawValue }

        /// An element, or the top.
        @inlinable static var element: Self { Self(rawValue: 0) }

        /// The value of a member, whose name is the node before it.
        @inlinable static var member: Self { Self(rawValue: 1 &<< 32) }

        /// The only element of a list that a value was converted to.
        @inlinable static var soleElement: Self { Self(rawValue: 1 &<< 33) }

        /// The number of nodes before the value that belong to it: 1 for the name of a member.
        @inlinable var names: Int { Int(truncatingIfNeeded: rawValue &>> 32 & 1) }
    }

    /// Whether the value is the only element of a list that it was converted to.
    package var isSoleElement: Bool { position & Role.soleElement.rawValue != 0 }

    /// Calls a closure with the document, without counting a reference.
    @inlinable
    @inline(__always)
    package func read<Result>(_ body: (FlatDocument) -> Result) -> Result {
        unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }

    package var flat: FlatDocument { unsafe reference.takeUnretainedValue() }

    /// A view of the value that keeps the document alive.
    @inlinable
    package func part<Part: DocumentPart>() -> Part {
        Part(DocumentReference(unsafe reference.takeUnretainedValue()), at: index)
    }

    /// The text at a string node.
    @inlinable var storedText: BorrowedText {
        @inline(__always)
        @_lifetime(copy self)
        get {
            let node = node
            let content = unsafe reference._withUnsafeGuaranteedRef { unsafe $0.content(of: node) }
            return unsafe BorrowedText(content.start, length: content.count, node.kind.encoding, of: self)
        }
    }

    /// The bytes at a node for data.
    @inlinable package var storedData: Span<UInt8> {
        @inline(__always)
        @_lifetime(copy self)
        get {
            let node = node
            let content = unsafe reference._withUnsafeGuaranteedRef { unsafe $0.content(of: node) }
            let bytes = unsafe UnsafeRawBufferPointer(start: content.start, count: content.count)
            return unsafe _overrideLifetime(bytes.assumingMemoryBound(to: UInt8.self).span, copying: self)
        }
    }
}

// MARK: - Values

extension DocumentCursor {
    @inlinable package var node: DocumentNode {
        @inline(__always)
        get { read { $0[index] } }
    }

    /// The name of a member of an object, with escapes resolved: the key in a property list.
    ///
    /// Empty for the elements of arrays, and for a value that was not found by its container.
    @inlinable public var name: BorrowedText {
        @_lifetime(copy self)
        get {
            guard position & Role.member.rawValue != 0 else { return BorrowedText(empty: self) }
            return DocumentCursor(self, at: index &- 1).storedText
        }
    }

    /// The value as a Boolean, or nil if it is not true or false.
    @inlinable public var bool: Bool? {
        let kind = node.kind
        return kind == .true ? true : kind == .false ? false : nil
    }

    /// The value as borrowed text, or nil if it is not a string.
    @inlinable public var text: BorrowedText? {
        @_lifetime(copy self)
        get { node.kind.isString ? storedText : nil }
    }

    /// A copy of the string, with escapes resolved, or nil if the value is not a string.
    @inlinable public var string: String? { node.kind.isString ? storedText.string : nil }

    /// The number as the nearest `Double`, or nil if the value is not a number; infinity if it is out of range.
    @inlinable public var double: Double? { node.kind.isNumber ? read { $0.double(at: index) } : nil }
}

// MARK: - Parts

extension DocumentCursor {
    /// The number of elements or members; 0 if the value is not a container.
    @inlinable public var count: Int {
        let node = node
        return node.kind.isContainer ? node.count : 0
    }

    /// The elements of the value, or nil if it is not an array.
    @inlinable public var array: Values? {
        @_lifetime(copy self)
        get { node.kind == .array ? Values(self) : nil }
    }

    /// The value of the first member with a name, or nil if the value has no members or no such member.
    ///
    /// The members are searched one by one. To look up several, use ``Values/value(_:)``, which resumes after the
    /// member that it found last.
    ///
    /// - Parameter name: The name of the member: the key in a property list.
    @inlinable public subscript(name: StaticString) -> DocumentCursor? {
        @_lifetime(copy self)
        get {
            let (name, object) = (MemberName(name), index)
            let value = read { $0.value(name, of: object) }
            return value < 0 ? nil : DocumentCursor(self, at: value, isMember: true)
        }
    }

    /// The value of the first member with a name, or nil if the value has no members or no such member.
    ///
    /// - Parameter name: The name of the member: the key in a property list.
    @_disfavoredOverload
    public subscript(name: String) -> DocumentCursor? {
        @_lifetime(copy self)
        get {
            let value = MemberName.with(name) { name in read { $0.value(name, of: index) } }
            return value < 0 ? nil : DocumentCursor(self, at: value, isMember: true)
        }
    }

    /// The element at an index, or nil if the value is not an array or the index is out of range.
    ///
    /// The elements before it are skipped one by one; to visit all elements, use ``array``.
    ///
    /// - Parameter position: The index, from 0.
    public subscript(position: Int) -> DocumentCursor? {
        @_lifetime(copy self)
        get {
            guard node.kind == .array, let element = read({ $0.element(at: position, of: index) }) else { return nil }
            return DocumentCursor(self, at: element)
        }
    }
}

extension DocumentNode.Kind {
    /// The representation of a string.
    @inlinable var encoding: BorrowedText.Encoding {
        self == .escapedString ? .escaped : self == .utf16String ? .utf16 : .utf8
    }
}
