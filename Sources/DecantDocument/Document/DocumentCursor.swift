public import DecantCore

// A borrowed view of a node is the address of the document and an index. Taking a part of it changes no reference
// count, which is most of the cost of the views that keep their document alive. The cursors of the formats are made of
// this one.

// MARK: - Unsafe
//
// Bound: a cursor cannot outlive the value that it was taken from, which keeps the document alive. An index is that of
// a value, or follows from one by `next(after:)` below the end of its container.

/// A borrowed view of one node in a document; it cannot be stored.
@safe
@usableFromInline
package struct DocumentCursor: ~Escapable {
    @usableFromInline let reference: Unmanaged<FlatDocument>

    /// The node of the value.
    @usableFromInline package let index: Int

    /// Borrows a node of a document.
    ///
    /// - Parameter owner: A value that keeps the document alive.
    @inlinable
    @_lifetime(borrow owner)
    package init<Owner>(_ document: FlatDocument, at index: Int, of owner: borrowing Owner) {
        unsafe reference = .passUnretained(document)
        self.index = index
    }

    /// Borrows another node of the same document.
    @inlinable
    @_lifetime(copy other)
    package init(_ other: borrowing DocumentCursor, at index: Int) {
        unsafe reference = other.reference
        self.index = index
    }

    /// Calls a closure with the document, without counting a reference.
    @inlinable
    @inline(__always)
    package func read<Result>(_ body: (FlatDocument) -> Result) -> Result {
        unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }

    /// The document.
    package var flat: FlatDocument { unsafe reference.takeUnretainedValue() }

    /// A view of the value that keeps the document alive.
    @inlinable
    package func part<Part: DocumentPart>() -> Part {
        Part(DocumentReference(unsafe reference.takeUnretainedValue()), at: index)
    }

    /// The text at a string node.
    @inlinable package var text: BorrowedText {
        @inline(__always)
        @_lifetime(copy self)
        get {
            let node = node
            let content = unsafe reference._withUnsafeGuaranteedRef { unsafe $0.content(of: node) }
            return unsafe BorrowedText(content.start, length: content.count, node.kind.encoding, of: self)
        }
    }

    /// The bytes at a node for data.
    @inlinable package var data: Span<UInt8> {
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
    /// The node of the value.
    @inlinable package var node: DocumentNode {
        @inline(__always)
        get { read { $0[index] } }
    }

    /// The kind of the node.
    @inlinable package var kind: DocumentNode.Kind {
        @inline(__always)
        get { node.kind }
    }

    /// The value as a Boolean, or nil if it is not true or false.
    @inlinable package var bool: Bool? {
        let kind = kind
        return kind == .true ? true : kind == .false ? false : nil
    }

    /// The number of elements or members; 0 if the node is not a container.
    @inlinable package var count: Int {
        let node = node
        return node.kind.isContainer ? node.count : 0
    }

    /// Returns a cursor at the value of the first member with a name, or nil if the node is not an object or has no
    /// such member.
    @inlinable
    @_lifetime(copy self)
    package func member(_ name: MemberName) -> DocumentCursor? {
        let value = read { $0.value(name, of: index) }
        return value < 0 ? nil : DocumentCursor(self, at: value)
    }

    /// Returns a cursor at the value of the first member with a name, or nil if the node is not an object or has no
    /// such member.
    @_lifetime(copy self)
    package func member(named name: String) -> DocumentCursor? {
        let value = MemberName.with(name) { name in read { $0.value(name, of: index) } }
        return value < 0 ? nil : DocumentCursor(self, at: value)
    }

    /// Returns a cursor at the element at a position, or nil if the node is not an array or the position is out of
    /// range.
    @_lifetime(copy self)
    package func element(at position: Int) -> DocumentCursor? {
        guard kind == .array, let element = read({ $0.element(at: position, of: index) }) else { return nil }
        return DocumentCursor(self, at: element)
    }
}

// MARK: - Parts

/// A borrowed iterator over the parts of a container: its elements, or its names and values in turn.
@usableFromInline
package struct DocumentPartCursor: ~Escapable {
    @usableFromInline var next: DocumentCursor
    @usableFromInline let end: Int

    /// Begins at the first part of a container.
    @inlinable
    @_lifetime(copy container)
    package init(of container: borrowing DocumentCursor) {
        next = DocumentCursor(container, at: container.index &+ 1)
        end = container.node.end
    }

    /// Advances to the next part and returns it, or nil after the last part.
    @inlinable
    @inline(__always)
    @_lifetime(copy self)
    package mutating func nextPart() -> DocumentCursor? {
        guard next.index < end else { return nil }
        let part = DocumentCursor(next, at: next.index)
        next = DocumentCursor(part, at: part.read { $0.next(after: part.index) })
        return part
    }

    /// Advances to the value of the next member and returns it, or nil after the last member.
    ///
    /// Its name is the node before it.
    @inlinable
    @inline(__always)
    @_lifetime(copy self)
    package mutating func nextMember() -> DocumentCursor? {
        guard next.index < end else { return nil }
        let value = DocumentCursor(next, at: next.index &+ 1)
        next = DocumentCursor(value, at: value.read { $0.next(after: value.index) })
        return value
    }
}

extension DocumentCursor {
    /// The name of the member whose value this is.
    @inlinable package var name: BorrowedText {
        @inline(__always)
        @_lifetime(copy self)
        get { DocumentCursor(self, at: index &- 1).text }
    }
}

extension DocumentNode.Kind {
    /// The representation of a string.
    @inlinable var encoding: BorrowedText.Encoding {
        self == .escapedString ? .escaped : self == .utf16String ? .utf16 : .utf8
    }
}
