// Names, values, and text are not copied. A slice stores their range, and the store that contains them.
//
// `offset`    the offset of the bytes in their store
// `packed`    low 30 bits: the number of bytes; high 2 bits: the store
//
// Stores:
//   0  text         the text of the document in UTF-8, or the held part of it
//   1  declared     replacement text of entities and defaults of attributes; complete once the root element begins
//   2  assembled    text and values that differ from the document: with references, line ends, or whitespace replaced,
//                   or joined from parts
//   3  kept         in a streamed document, names of open elements whose tags are no longer held
//
// Example: in <a b="1&lt;2"/> the name of the attribute is (3, text, 1), its value (0, assembled, 3).

/// A run of bytes in one of the stores of a document.
package struct XMLSlice: BitwiseCopyable, Sendable {
    package let offset: UInt32
    private let packed: UInt32
    /// The maximum number of bytes in a slice.
    static var maxCount: Int { 1 << 30 - 1 }

    /// Creates a slice of at most ``maxCount`` bytes.
    package init(_ store: Store = .text, offset: Int, count: Int) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        packed = UInt32(truncatingIfNeeded: count) & 0x3FFF_FFFF | UInt32(store.rawValue) << 30
    }

    package static var empty: XMLSlice { XMLSlice(offset: 0, count: 0) }
    /// The offset of the bytes in their store.
    package var start: Int { Int(offset) }
    package var count: Int { Int(packed & 0x3FFF_FFFF) }
    package var isEmpty: Bool { count == 0 }
    package var store: Store { Store(rawValue: UInt8(packed >> 30)) }

    /// Returns the slice without its first bytes, at most ``count``.
    package func dropFirst(_ length: Int) -> XMLSlice {
        XMLSlice(store, offset: start &+ length, count: count &- length)
    }

    /// Returns the first bytes of the slice, at most ``count``.
    package func prefix(_ length: Int) -> XMLSlice { XMLSlice(store, offset: start, count: length) }

    /// The memory that a slice refers to.
    package struct Store: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static var text: Store { Store(rawValue: 0) }
        /// The replacement text of entities, and the default values of attributes.
        package static var declared: Store { Store(rawValue: 1) }
        /// The names of open elements that are no longer held in the text.
        package static var kept: Store { Store(rawValue: 3) }
        /// The text and values that were assembled during the parse.
        package static var assembled: Store { Store(rawValue: 2) }
    }
}

/// A token of a document; the tokenizer holds the attributes of a start tag.
@usableFromInline
package struct XMLToken: BitwiseCopyable, Sendable {
    package var kind: Kind
    /// The name of an element, or the target of a processing instruction; not used by other kinds.
    package var name: XMLName

    /// Character data with references replaced, the content of a CDATA section or comment, or the data of a processing
    /// instruction.
    package var text: XMLSlice
    /// The offset in the text of the document, in bytes; for a token from an entity, the offset of the reference.
    package var offset: Int

    @usableFromInline
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        /// The number of the kind.
        ///
        /// It has four bytes, which are loaded together: a load that is wider than the store before it has to wait for
        /// the store.
        @usableFromInline package let rawValue: UInt32

        @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The start tag of an element; an end follows it even if the element is empty.
        @inlinable package static var startElement: Kind { Kind(rawValue: 0) }
        @inlinable package static var endElement: Kind { Kind(rawValue: 1) }
        /// Character data between markup; never empty.
        @inlinable package static var text: Kind { Kind(rawValue: 2) }
        /// A CDATA section, which may be empty.
        @inlinable package static var cdata: Kind { Kind(rawValue: 3) }
        @inlinable package static var comment: Kind { Kind(rawValue: 4) }
        @inlinable package static var processingInstruction: Kind { Kind(rawValue: 5) }
        @inlinable package static var documentType: Kind { Kind(rawValue: 6) }
    }
}

package struct XMLAttributeRecord: BitwiseCopyable, Sendable {
    package var name: XMLName
    /// Flags of the attribute, in bytes that the name leaves unused, so a record has 24 bytes.
    package var flags: Flags
    /// The normalized value (XML 1.0 §3.3.3).
    package var value: XMLSlice

    package init(_ name: XMLName, value: XMLSlice, flags: Flags = []) {
        self.name = name
        self.value = value
        self.flags = flags
    }

    package struct Flags: OptionSet, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A declaration of a namespace, `xmlns` or `xmlns:prefix`; not used if namespaces are not processed.
        static var declaresNamespace: Flags { Flags(rawValue: 1) }
        /// The attribute is absent from the tag, but declared with a default in the internal subset.
        package static var isDefault: Flags { Flags(rawValue: 2) }
    }
}

/// A name as written, with the namespace of its prefix (Namespaces in XML 1.0 §4).
package struct XMLName: BitwiseCopyable, Sendable {
    /// The name as written, with the prefix and the colon.
    package var slice: XMLSlice
    /// The namespace of the prefix; ``XMLNamespaceID/none`` if namespaces are not processed.
    package var namespace: XMLNamespaceID
    /// The number of bytes of the prefix without the colon; 0 for a name without a prefix.
    var prefixLength: UInt16

    package init(_ slice: XMLSlice, prefixLength: Int, namespace: XMLNamespaceID = .none) {
        self.slice = slice
        self.prefixLength = UInt16(truncatingIfNeeded: prefixLength)
        self.namespace = namespace
    }

    package static var none: XMLName { XMLName(.empty, prefixLength: 0) }
    /// The part of the name after the prefix.
    package var local: XMLSlice { prefixLength == 0 ? slice : slice.dropFirst(Int(prefixLength) &+ 1) }
    package var prefix: XMLSlice { slice.prefix(Int(prefixLength)) }

    /// Returns a name that holds a slice of text, for a node without a name.
    static func nameless(_ slice: XMLSlice) -> XMLName { XMLName(slice, prefixLength: 0) }
}

/// A number that identifies a namespace, so comparing namespaces is comparing numbers.
///
/// The numbers belong to one document, whose table has the names of the namespaces.
package struct XMLNamespaceID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var none: XMLNamespaceID { XMLNamespaceID(rawValue: 0) }
    /// The namespace of the prefix `xml`, `http://www.w3.org/XML/1998/namespace`.
    package static var xml: XMLNamespaceID { XMLNamespaceID(rawValue: 1) }
    /// The namespace of declarations of namespaces, `http://www.w3.org/2000/xmlns/`.
    package static var xmlns: XMLNamespaceID { XMLNamespaceID(rawValue: 2) }
}
