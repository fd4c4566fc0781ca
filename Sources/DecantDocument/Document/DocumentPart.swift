package import DecantCore

/// A view of one node of a document.
///
/// A format's value type conforms; its parts are views of the same document.
@usableFromInline
package protocol DocumentPart: Sendable {
    var reference: DocumentReference { get }
    var index: Int { get }
    init(_ reference: DocumentReference, at index: Int)
}

extension DocumentPart {
    @inlinable
    package var flat: FlatDocument { reference.flat }

    /// The number of elements or members; 0 if the node is not a container.
    @inlinable package var partCount: Int { flat[index].kind.isContainer ? flat[index].count : 0 }

    /// Returns the value of the first member with a name, or nil if the node is not an object or has no such member.
    package func member(named name: String) -> Self? {
        flat.value(named: name, of: index).map { Self(reference, at: $0) }
    }

    /// Returns the element at a position, or nil if the node is not an array or the position is out of range.
    package func element(at position: Int) -> Self? {
        guard flat[index].kind == .array else { return nil }
        return flat.element(at: position, of: index).map { Self(reference, at: $0) }
    }

    /// The message of an error body, or an empty string.
    package var serverMessage: String {
        ServerMessage(
            names: { path in descendant(path)?.messageNames ?? [] },
            text: { path in descendant(path)?.messageText }
        ).summary
    }

    /// Returns the value at a path of names, where `0` is also the first element of an array.
    package func descendant(_ path: some Sequence<String>) -> Self? {
        path.reduce(self) { part, name in part?.member(named: name) ?? (name == "0" ? part?.element(at: 0) : nil) }
    }

    /// The first names of an object, for the search for a message; empty for other values.
    package var messageNames: [String] {
        guard flat[index].kind == .object else { return [] }
        return DocumentMembers(self).prefix(ServerMessage.maxNames).map(\.key)
    }

    /// The value as a string, or nil if it is not a string.
    package var messageText: String? { flat[index].kind.isString ? flat.string(at: index) : nil }

    /// Returns the value that a JSON pointer (RFC 6901) refers to.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    package func part(at pointer: JSONPointer) throws(ResponseError) -> Self {
        Self(reference, at: try flat.node(at: pointer, from: index))
    }

    /// Returns the value at the names and indices of a pointer, or nil if it does not exist.
    package func existingPart(at names: [String]) -> Self? {
        flat.existingNode(at: names, from: index).map { Self(reference, at: $0) }
    }

    /// Creates a view of a part of the document that is being decoded, without copying it.
    ///
    /// - Throws: `DecodingError` with a message if the decoder does not decode a document of the format.
    package init(partOf decoder: any Decoder, _ words: FlatDocument.Words, otherwise message: String) throws {
        guard let decoder = decoder as? ValueDecoder, decoder.state.document.words == words else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
        }
        self.init(DocumentReference(decoder.state.document), at: decoder.location.node)
    }
}

/// An iterator over the parts of a container.
@usableFromInline
struct DocumentParts<Part: DocumentPart>: Sendable {
    @usableFromInline let reference: DocumentReference
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    /// The number of remaining parts.
    @usableFromInline var count: Int

    @inlinable
    init(_ container: Part) {
        reference = container.reference
        index = container.index + 1
        end = container.flat[container.index].end
        count = container.partCount
    }

    @inlinable
    mutating func next() -> Part? {
        guard index < end else { return nil }
        let part = index
        index = reference.flat.next(after: part)
        count &-= 1
        return Part(reference, at: part)
    }

    @inlinable
    mutating func nextMember() -> (key: String, value: Part)? {
        guard index < end else { return nil }
        let name = index
        index = reference.flat.next(after: name &+ 1)
        count &-= 1
        return (key: reference.flat.string(at: name), value: Part(reference, at: name &+ 1))
    }
}

/// The elements of an array or a set, in the order of the document.
@usableFromInline
package struct DocumentElements<Part: DocumentPart>: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var parts: DocumentParts<Part>

    @inlinable package init(_ container: Part) { parts = DocumentParts(container) }

    @inlinable package var underestimatedCount: Int { parts.count }

    @inlinable package mutating func next() -> Part? { parts.next() }
}

/// The members of an object, in the order of the document.
@usableFromInline
package struct DocumentMembers<Part: DocumentPart>: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var parts: DocumentParts<Part>

    @inlinable package init(_ object: Part) { parts = DocumentParts(object) }

    @inlinable package var underestimatedCount: Int { parts.count }

    @inlinable package mutating func next() -> (key: String, value: Part)? { parts.nextMember() }
}
