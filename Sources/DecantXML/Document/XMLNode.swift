// A document becomes a flat array of nodes of 32 bytes each, in document order. Nothing points anywhere, so a document is
// released at once however deep it is, and names and text stay where the tokenizer found them until they are asked for.
//
//   text         8 bytes   the name of an element, the target of a processing instruction, the characters of text, a CDATA
//                          section or a comment
//   parent       4 bytes   the index of the node around it; that of the document is 0, its own
//   end          4 bytes   the index after the last descendant; while an element is open, 0
//   offset       4 bytes   where its token begins in the text
//   attributes   4 bytes   where its attributes begin in the list of all; they end where those of the next node begin
//   namespace    4 bytes   the namespace of the name's prefix
//   prefix       2 bytes   the number of bytes of the prefix of the name
//   kind, flags  2 bytes
//
// After the last node is one more, of the kind `document`, so that every node has a next one. The data of a processing
// instruction is the value of a single attribute. The first child of a node is the next node, if that is before its end; the
// next sibling is at its end, if that is before the end of its parent.
//
// Example: <a x="1"><b/>t<?p d?></a>
//   0  document                parent 0   end 5   attributes 0
//   1  element   “a”           parent 0   end 5   attributes 0
//   2  element   “b”           parent 1   end 3   attributes 1
//   3  text      “t”           parent 1   end 4   attributes 1
//   4  instruction “p”         parent 1   end 5   attributes 1
//   5  (the end)                                  attributes 2

/// One node of a flat document.
package struct XMLNode: BitwiseCopyable, Sendable {
    /// The name, or the characters.
    package var text: XMLSlice
    private var parentIndex: UInt32
    private var endIndex: UInt32
    private var textOffset: UInt32
    private var attributeIndex: UInt32
    /// The namespace of the name's prefix.
    package let namespace: XMLNamespaceID
    private let prefixLength: UInt16
    package let kind: Kind
    /// Further facts about the node.
    package var flags: Flags

    /// Creates a node; the characters of text are a name without prefix and namespace.
    @inline(__always)
    package init(
        _ kind: Kind,
        _ name: XMLName,
        parent: Int,
        end: Int,
        offset: Int,
        attributes: Int,
        flags: Flags
    ) {
        text = name.slice
        parentIndex = UInt32(truncatingIfNeeded: parent)
        endIndex = UInt32(truncatingIfNeeded: end)
        textOffset = UInt32(truncatingIfNeeded: offset)
        attributeIndex = UInt32(truncatingIfNeeded: attributes)
        namespace = name.namespace
        prefixLength = name.prefixLength
        self.kind = kind
        self.flags = flags
    }

    /// Returns the sentinel after the last node.
    static func end(at offset: Int, behind count: Int, attributes: Int) -> XMLNode {
        XMLNode(
            .document,
            .nameless(.empty),
            parent: 0,
            end: count + 1,
            offset: offset,
            attributes: attributes,
            flags: []
        )
    }

    /// The name of an element, or the target of a processing instruction.
    @inline(__always)
    package var name: XMLName { XMLName(text, prefixLength: Int(prefixLength), namespace: namespace) }
    /// The index of the node around it.
    @inline(__always) package var parent: Int { Int(parentIndex) }

    /// The index after the last descendant.
    @inline(__always)
    package var end: Int {
        get { Int(endIndex) }
        set { endIndex = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The offset of its token in the text.
    @inline(__always) package var offset: Int { Int(textOffset) }
    /// The index of its first attribute in the list of all.
    @inline(__always) package var attributes: Int { Int(attributeIndex) }

    /// The kind of a node.
    ///
    /// A number in a structure, not an enumeration, so that reading one tests nothing.
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        @inline(__always) package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The whole document; and what is after the last node.
        @inline(__always) package static var document: Kind { Kind(rawValue: 0) }
        @inline(__always) package static var element: Kind { Kind(rawValue: 1) }
        @inline(__always) package static var text: Kind { Kind(rawValue: 2) }
        /// A CDATA section that is kept apart from the text around it.
        @inline(__always) package static var cdata: Kind { Kind(rawValue: 3) }
        @inline(__always) package static var comment: Kind { Kind(rawValue: 4) }
        @inline(__always) package static var processingInstruction: Kind { Kind(rawValue: 5) }
        /// Whether the node is text, or a CDATA section.
        @inline(__always) package var isText: Bool { rawValue & 0xFE == Kind.text.rawValue }
        /// Whether the node may have others in it.
        @inline(__always) package var isContainer: Bool { rawValue <= Kind.element.rawValue }
    }

    /// Further facts about a node.
    package struct Flags: OptionSet, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        @inline(__always) package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `xml:space="preserve"` holds in it; known only while a document is built that leaves white space out.
        package static var preservesSpace: Flags { Flags(rawValue: 1) }
    }
}
