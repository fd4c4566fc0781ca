public import DecantCore

/// A view of one node of a document: the value of a format, whose parts are views of the same document.
@usableFromInline
package protocol DocumentPart: Sendable {
    /// The document that the value is part of.
    var reference: DocumentReference { get }

    /// The node of the value.
    var index: Int { get }

    /// Creates the view of a node.
    init(_ reference: DocumentReference, at index: Int)
}

extension DocumentPart {
    /// The nodes of the document.
    @inlinable
    package var flat: FlatDocument { reference.flat }

    /// The number of elements or members; 0 for anything but a container.
    @inlinable package var partCount: Int { flat[index].kind.isContainer ? flat[index].count : 0 }

    /// The value of the first member with a name, or nil if there is none or the node is not an object.
    package func member(named name: String) -> Self? {
        guard flat[index].kind == .object, let member = flat.value(named: name, of: index) else { return nil }
        return Self(reference, at: member)
    }

    /// The element at a position, or nil if there is none or the node is not an array.
    package func element(at position: Int) -> Self? {
        guard flat[index].kind == .array, position >= 0, position < partCount else { return nil }
        var element = index + 1
        for _ in 0..<position { element = flat.next(after: element) }
        return Self(reference, at: element)
    }

    /// The value that a pointer leads to (RFC 6901).
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    package func part(at pointer: JSONPointer) throws(ResponseError) -> Self {
        Self(reference, at: try flat.node(at: pointer, from: index))
    }

    /// Takes a part of the document that is being decoded, without a copy.
    ///
    /// - Throws: `DecodingError` with a message if the decoder is not one of a document of a format.
    package init(partOf decoder: any Decoder, _ words: FlatDocument.Words, otherwise message: String) throws {
        guard let decoder = decoder as? ValueDecoder, decoder.state.document.words == words else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
        }
        self.init(DocumentReference(decoder.state.document), at: decoder.location.node)
    }
}

/// The parts of a container, from the first on.
@usableFromInline
struct DocumentParts<Part: DocumentPart>: Sendable {
    @usableFromInline let reference: DocumentReference
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    /// Begins before the first part of a container.
    @inlinable
    init(_ container: Part) {
        reference = container.reference
        index = container.index + 1
        end = container.flat[container.index].end
    }

    /// The next part, or nil after the last one.
    @inlinable
    mutating func next() -> Part? {
        guard index < end else { return nil }
        defer { index = reference.flat.next(after: index) }
        return Part(reference, at: index)
    }
}

/// The elements of an array or a set, in the order of the document.
@usableFromInline
package struct DocumentElements<Part: DocumentPart>: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var parts: DocumentParts<Part>

    /// The number of elements that are left.
    @usableFromInline package var underestimatedCount: Int

    /// Begins before the first element of a container.
    @inlinable
    package init(_ container: Part) {
        parts = DocumentParts(container)
        underestimatedCount = container.partCount
    }

    /// The next element, or nil after the last one.
    @inlinable
    package mutating func next() -> Part? {
        guard let part = parts.next() else { return nil }
        underestimatedCount &-= 1
        return part
    }
}

/// The members of an object, in the order of the document.
@usableFromInline
package struct DocumentMembers<Part: DocumentPart>: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var parts: DocumentParts<Part>

    /// The number of members that are left.
    @usableFromInline package var underestimatedCount: Int

    /// Begins before the first member of an object.
    @inlinable
    package init(_ object: Part) {
        parts = DocumentParts(object)
        underestimatedCount = object.partCount
    }

    /// The next member, or nil after the last one.
    @inlinable
    package mutating func next() -> KeyedValue<Part>? {
        guard let name = parts.next(), let value = parts.next() else { return nil }
        underestimatedCount &-= 1
        return KeyedValue(key: name.flat.string(at: name.index), value: value)
    }
}
