package import DecantCore
import DecantText

/// The storage of a document; an object, so that a view of any part of it is one reference and an index.
package final class XMLDocumentStorage: Sendable {
    /// The bytes that all slices are in.
    package let stores: XMLDocumentBytes
    // Nothing changes the tree once it is here, which is why threads may share it.
    fileprivate nonisolated(unsafe) let tree: XMLTree
    /// The names of the namespaces by their numbers.
    package let namespaces: [String]
    /// The document type declaration, if there is one, and how many nodes are before it.
    package let documentType: (declaration: XML.DocumentType, index: Int)?
    /// The charset that the document was in.
    let charset: Charset
    /// The text, with the source of its bytes.
    package let source: SourceText
    /// The node of the root element.
    package let root: Int

    /// Takes over the tree of a builder when the tokenizer has reached the end of the text.
    init(_ builder: consuming XMLDocumentBuilder, _ tokenizer: consuming XMLTokenizer) {
        builder.finish()
        documentType = tokenizer.documentType.map { [index = builder.documentTypeIndex] in ($0, index) }
        let taken = tokenizer.takeStores()
        stores = XMLDocumentBytes(
            text: taken.body,
            declared: taken.declared,
            assembled: taken.assembled,
            merged: builder.merged
        )
        charset = taken.decodedText?.charset ?? .utf8
        source = taken.source
        namespaces = taken.namespaces
        var root = 1
        while builder.tree[root].kind != .element { root += 1 }
        self.root = root
        unsafe tree = builder.tree
    }

    /// Creates the storage of names in a namespace, number 1, that are not part of a document; there are no nodes.
    init(namespace: String) {
        stores = XMLDocumentBytes(text: ResponseBytes())
        source = SourceText(ResponseBytes())
        namespaces = ["", namespace]
        charset = .utf8
        unsafe tree = XMLTree()
        documentType = nil
        root = 0
    }

    /// The nodes in document order, and one after them.
    package var nodes: XMLDocumentNodes { XMLDocumentNodes(storage: self) }
    /// The attributes of all elements, and the data of all processing instructions, in document order.
    package var attributes: XMLDocumentAttributes { XMLDocumentAttributes(storage: self) }

    /// The number of nodes, without the sentinel.
    package var count: Int { nodes.count - 1 }

    /// Returns the range of a node's attributes in the list of all; for a processing instruction, of its data.
    package func attributeRange(of index: Int) -> Range<Int> { nodes[index].attributes..<nodes[index + 1].attributes }

    /// The name of the namespace that a name is in; empty if it is in none.
    package func namespace(of name: XMLName) -> String { namespaces[Int(name.namespace.rawValue)] }
    /// The data of a processing instruction.
    package func data(of instruction: Int) -> XMLSlice { attributes[nodes[instruction].attributes].value }
}

/// The nodes of a document.
package struct XMLDocumentNodes {
    fileprivate let storage: XMLDocumentStorage

    /// The number of nodes, with the one after the last.
    package var count: Int { unsafe storage.tree.nodeCount }

    /// A node.
    package subscript(index: Int) -> XMLNode { unsafe storage.tree.node(at: index) }
}

/// The attributes of a document.
package struct XMLDocumentAttributes {
    fileprivate let storage: XMLDocumentStorage

    /// An attribute.
    package subscript(index: Int) -> XMLAttributeRecord { unsafe storage.tree.attribute(at: index) }
}

/// The bytes that the slices of a document are in.
package struct XMLDocumentBytes: Sendable {
    /// The text of the document in UTF-8.
    package let text: ResponseBytes
    /// The declarations of the document.
    package let declared: [UInt8]
    package let assembled: [UInt8]
    /// The texts that the builder of a document joined.
    package let merged: [UInt8]

    /// Creates stores.
    package init(text: ResponseBytes, declared: [UInt8] = [], assembled: [UInt8] = [], merged: [UInt8] = []) {
        self.text = text
        self.declared = declared
        self.assembled = assembled
        self.merged = merged
    }

    /// Returns a borrowed span of the bytes of a slice.
    @inline(__always)
    @_lifetime(borrow self)
    private func bytes(_ slice: XMLSlice) -> Span<UInt8> {
        let range = slice.start..<slice.start + slice.count
        switch slice.store {
        case .text: return text.span.extracting(range)
        case .declared: return declared.span.extracting(range)
        case .assembled: return assembled.span.extracting(range)
        default: return merged.span.extracting(range)
        }
    }

    /// Calls a closure with the bytes of a slice.
    @inline(__always)
    package func withBytes<Result>(_ slice: XMLSlice, _ body: (Span<UInt8>) -> Result) -> Result {
        body(bytes(slice))
    }

    /// The bytes of a slice as a string.
    package func string(_ slice: XMLSlice) -> String { bytes(slice).string }

    /// Returns whether the bytes of a slice are those of a string.
    @inline(__always)
    package func has(_ text: String, at slice: XMLSlice) -> Bool { bytes(slice).hasText(text) }

    /// Returns whether the bytes of a slice are those of a slice of other stores.
    func isSame(_ slice: XMLSlice, as other: XMLSlice, of stores: XMLDocumentBytes) -> Bool {
        slice.count == other.count && bytes(slice).hasBytes(of: stores.bytes(other))
    }

    /// Returns whether the bytes of a slice come before those of another one, which is the order of the code points.
    func isOrdered(_ slice: XMLSlice, before other: XMLSlice) -> Bool { bytes(slice).comesBefore(bytes(other)) }
    /// Feeds the bytes of a slice and their number to a hasher.
    func hash(_ slice: XMLSlice, into hasher: inout Hasher) { bytes(slice).hash(into: &hasher) }
    /// Appends the bytes of a slice to an array.
    func append(_ slice: XMLSlice, to array: inout [UInt8]) { array.append(copying: bytes(slice)) }

    /// Returns whether the bytes of a slice are white space only.
    func isWhitespace(_ slice: XMLSlice) -> Bool {
        let bytes = bytes(slice)
        var position = 0
        while position < bytes.count, XMLCharacters.isWhitespace(bytes[position]) { position &+= 1 }
        return position == bytes.count
    }
}

extension Span<UInt8> {
    /// Returns whether the bytes are those of a string.
    @inline(__always)
    func hasText(_ text: String) -> Bool {
        guard count == text.utf8.count else { return false }
        var position = 0
        for byte in text.utf8 {
            guard self[position] == byte else { return false }
            position &+= 1
        }
        return true
    }
}

// MARK: - Unsafe
//
// Why: strings are made, and bytes are hashed, compared and copied at once, by functions of the standard library that take
// pointers only.
//
// Bound: each pointer is that of a span, lives inside the closure that gives it, and is read for the span's length.

extension Span<UInt8> {
    /// The bytes as a string; they are UTF-8.
    var string: String {
        unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Feeds the bytes and their number to a hasher.
    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Returns whether the bytes are the same as others.
    func hasBytes(of other: Span<UInt8>) -> Bool {
        unsafe withUnsafeBufferPointer { bytes in
            unsafe other.withUnsafeBufferPointer { unsafe bytes.elementsEqual($0) }
        }
    }

    /// Returns whether the bytes come before others, byte by byte, which is the order of the code points.
    func comesBefore(_ other: Span<UInt8>) -> Bool {
        unsafe withUnsafeBufferPointer { bytes in
            unsafe other.withUnsafeBufferPointer { unsafe bytes.lexicographicallyPrecedes($0) }
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

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
    static func end(at offset: Int, after count: Int, attributes: Int) -> XMLNode {
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
    package var name: XMLName { XMLName(text, prefixLength: Int(prefixLength), namespace: namespace) }
    /// The index of the node around it.
    package var parent: Int { Int(parentIndex) }

    /// The index after the last descendant.
    package var end: Int {
        get { Int(endIndex) }
        set { endIndex = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The offset of its token in the text.
    package var offset: Int { Int(textOffset) }
    /// The index of its first attribute in the list of all.
    package var attributes: Int { Int(attributeIndex) }

    /// The kind of a node.
    ///
    /// A number in a structure, not an enumeration, so that reading one tests nothing.
    package struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The whole document; also the sentinel after the last node.
        package static var document: Kind { Kind(rawValue: 0) }
        package static var element: Kind { Kind(rawValue: 1) }
        package static var text: Kind { Kind(rawValue: 2) }
        /// A CDATA section that is kept apart from the text around it.
        package static var cdata: Kind { Kind(rawValue: 3) }
        package static var comment: Kind { Kind(rawValue: 4) }
        package static var processingInstruction: Kind { Kind(rawValue: 5) }
        /// Whether the node is text, or a CDATA section.
        package var isText: Bool { self == .text || self == .cdata }
        /// Whether the node may have others in it.
        package var isContainer: Bool { rawValue <= Kind.element.rawValue }
    }

    /// Further facts about a node.
    package struct Flags: OptionSet, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `xml:space="preserve"` holds in it; known only while a document is built that leaves white space out.
        package static var preservesSpace: Flags { Flags(rawValue: 1) }
    }
}
