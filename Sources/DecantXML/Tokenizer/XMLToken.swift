// Names, values and text are not copied: a slice has their range, and the one of three stores that it is in.
//
// `offset`    where the bytes begin in their store
// `packed`    low 30 bits: the number of bytes; high 2 bits: the store
//
// Stores:
//   0  text         the text of the document in UTF-8, or the part of it that is held
//   1  declared     replacement texts of entities and defaults of attributes; nothing is added once the root began
//   2  assembled    text and values that are nowhere as they are: with references, line ends or white space replaced
//   3  kept         names of open elements, if a text is read while it arrives and their tags are not held any more; or
//      merged       in a document, text whose parts were apart, or whose white space was normalized
//
// Example: in <a b="1&lt;2"/> the name of the attribute is (3, text, 1), its value (0, assembled, 3).

/// A run of bytes that belongs to a document.
package struct XMLSlice: BitwiseCopyable, Sendable {
    /// The offset of the bytes in their store.
    package let offset: UInt32
    private let packed: UInt32
    /// The most bytes that a slice can have.
    package static var longest: Int { 1 << 30 - 1 }

    /// Creates a slice of at most ``longest`` bytes.
    package init(_ store: Store = .text, offset: Int, count: Int) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        packed = UInt32(truncatingIfNeeded: count) & 0x3FFF_FFFF | UInt32(store.rawValue) << 30
    }

    package static var empty: XMLSlice { XMLSlice(offset: 0, count: 0) }
    /// The offset of the bytes in their store.
    package var start: Int { Int(offset) }
    package var count: Int { Int(packed & 0x3FFF_FFFF) }
    /// Whether the slice is empty.
    package var isEmpty: Bool { count == 0 }
    package var store: Store { Store(rawValue: UInt8(packed >> 30)) }

    /// The slice without its first bytes, at most ``count``.
    package func dropFirst(_ length: Int) -> XMLSlice {
        XMLSlice(store, offset: start &+ length, count: count &- length)
    }

    /// The first bytes of the slice, at most ``count``.
    package func prefix(_ length: Int) -> XMLSlice { XMLSlice(store, offset: start, count: length) }

    /// The kind of memory that a slice is part of.
    package struct Store: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The text of the document.
        package static var text: Store { Store(rawValue: 0) }
        /// The declarations of the document.
        package static var declared: Store { Store(rawValue: 1) }
        /// The names of open elements that are not held in the text any more.
        package static var kept: Store { Store(rawValue: 3) }
        /// The bytes that were assembled while reading.
        package static var assembled: Store { Store(rawValue: 2) }
        /// The bytes that the builder of a document joined from several texts.
        package static var merged: Store { Store(rawValue: 3) }
    }
}

/// One piece of a document as the tokenizer finds it; the attributes of a start tag accompany it.
@usableFromInline
package struct XMLToken: BitwiseCopyable, Sendable {
    package var kind: Kind
    /// The name of an element, or the target of a processing instruction; otherwise without meaning.
    package var name: XMLName

    /// Character data with references replaced, the content of a CDATA section or comment, or the data of a processing
    /// instruction.
    package var text: XMLSlice
    /// The offset in the text of the document, in bytes; for a token from an entity, the offset of the reference.
    package var offset: Int

    /// The kind of a token.
    @usableFromInline
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        /// The kind and the flags in four bytes, which are loaded at once: a load of more than was stored has to wait for
        /// the store.
        @usableFromInline package let rawValue: UInt32

        @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The start tag of an element; one without content is followed by an end.
        @inlinable package static var startElement: Kind { Kind(rawValue: 0) }
        /// The end of an element.
        @inlinable package static var endElement: Kind { Kind(rawValue: 1) }
        /// Character data between two pieces of markup; never empty.
        @inlinable package static var text: Kind { Kind(rawValue: 2) }
        /// A CDATA section, which may be empty.
        @inlinable package static var cdata: Kind { Kind(rawValue: 3) }
        @inlinable package static var comment: Kind { Kind(rawValue: 4) }
        @inlinable package static var processingInstruction: Kind { Kind(rawValue: 5) }
        /// The document type declaration, whole.
        @inlinable package static var documentType: Kind { Kind(rawValue: 6) }
    }
}

/// One attribute of a start tag.
package struct XMLAttributeRecord: BitwiseCopyable, Sendable {
    package var name: XMLName
    /// Further facts; they are in the bytes that the name leaves free, so that a record has 24 bytes.
    package var flags: Flags
    /// The value, normalised (XML 1.0 §3.3.3).
    package var value: XMLSlice

    package init(_ name: XMLName, value: XMLSlice, flags: Flags = []) {
        self.name = name
        self.value = value
        self.flags = flags
    }

    /// Further facts about an attribute.
    package struct Flags: OptionSet, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The attribute declares a namespace: `xmlns` or `xmlns:prefix`.
        ///
        /// Never set if namespaces are not processed.
        package static var declaresNamespace: Flags { Flags(rawValue: 1) }
        /// The attribute is not in the tag but was declared with a default in the internal subset.
        package static var isDefault: Flags { Flags(rawValue: 2) }
    }
}

/// A name as written, with the namespace of its prefix (Namespaces in XML 1.0 §4).
package struct XMLName: BitwiseCopyable, Sendable {
    /// The name as written, with the prefix and the colon.
    package var slice: XMLSlice
    /// The namespace of the prefix; ``XMLNamespaceID/none`` if namespaces are not processed.
    package var namespace: XMLNamespaceID
    /// The number of bytes of the prefix without the colon; 0 if there is none.
    package var prefixLength: UInt16

    package init(_ slice: XMLSlice, prefixLength: Int, namespace: XMLNamespaceID = .none) {
        self.slice = slice
        self.prefixLength = UInt16(truncatingIfNeeded: prefixLength)
        self.namespace = namespace
    }

    package static var none: XMLName { XMLName(.empty, prefixLength: 0) }

    /// The part of the name after the prefix.
    package var local: XMLSlice { prefixLength == 0 ? slice : slice.dropFirst(Int(prefixLength) &+ 1) }
    /// The prefix; empty if there is none.
    package var prefix: XMLSlice { slice.prefix(Int(prefixLength)) }

    /// A slice in the place of a name.
    static func nameless(_ slice: XMLSlice) -> XMLName { XMLName(slice, prefixLength: 0) }
}

/// The namespace of a name: a number, so that comparing two is comparing numbers.
///
/// The numbers belong to one document; its table has their names.
package struct XMLNamespaceID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var none: XMLNamespaceID { XMLNamespaceID(rawValue: 0) }
    /// The namespace of the prefix `xml`, `http://www.w3.org/XML/1998/namespace`.
    package static var xml: XMLNamespaceID { XMLNamespaceID(rawValue: 1) }
    /// The namespace of declarations of namespaces, `http://www.w3.org/2000/xmlns/`.
    package static var xmlns: XMLNamespaceID { XMLNamespaceID(rawValue: 2) }
}

/// An element whose end was not reached.
struct XMLOpenElement: BitwiseCopyable {
    var name: XMLName
    /// The number of namespace changes in force before it.
    var bindings: UInt32
    /// The line on which it begins; 0 if that was not needed yet.
    var line: UInt32 = 0
    /// The offset of its start tag in the whole text; for a tag from an entity, the offset of the reference.
    var offset: Int

    /// Records that the text its name is in has lost bytes in front.
    mutating func shiftName(by length: Int) {
        let slice = name.slice
        guard slice.store == .text else { return }
        name.slice = XMLSlice(offset: slice.start - length, count: slice.count)
    }
}

extension UnsafeXMLBuffer where Element == XMLOpenElement {
    /// The index of the first element from which on no line is known.
    var firstWithoutLine: Int {
        var index = count
        while index > 0, self[index - 1].line == 0 { index -= 1 }
        return index
    }
}
