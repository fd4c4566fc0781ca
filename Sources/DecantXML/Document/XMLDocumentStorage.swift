import CDecantScan
package import DecantCore
import DecantText

/// The storage of a document, in a class so that a view of any part is one reference and an index.
final class XMLDocumentStorage: Sendable {
    let stores: XMLDocumentBytes
    // The lists never change after initialization, so threads may share them.
    fileprivate nonisolated(unsafe) let nodeList: UnsafeXMLBuffer<XMLNode>
    fileprivate nonisolated(unsafe) let attributeList: UnsafeXMLBuffer<XMLAttributeRecord>
    let namespaces: [String]
    /// The document type declaration, with the number of nodes before it, or nil if the document has none.
    let documentType: (declaration: XML.DocumentType, index: Int)?
    let charset: Charset
    let source: SourceText
    let root: Int

    /// Takes ownership of a builder's lists after the tokenizer has reached the end of the text.
    init(_ builder: consuming XMLDocumentBuilder, _ tokenizer: consuming XMLTokenizer) {
        builder.finish()
        documentType = tokenizer.documentType.map { [index = builder.documentTypeIndex] in ($0, index) }
        charset = tokenizer.decodedText?.charset ?? .utf8
        source = tokenizer.scanner.source.text
        namespaces = tokenizer.namespaces
        stores = tokenizer.finish()
        var root = 1
        while builder.nodes[root].kind != .element { root += 1 }
        self.root = root
        unsafe nodeList = builder.nodes
        unsafe attributeList = builder.attributes
    }

    /// The nodes in document order, followed by a sentinel.
    var nodes: XMLDocumentNodes { XMLDocumentNodes(storage: self) }
    /// The attributes of all elements and the data of all processing instructions, in document order.
    var attributes: XMLDocumentAttributes { XMLDocumentAttributes(storage: self) }
    var count: Int { nodes.count - 1 }

    /// Returns the range of a node's attributes or, for a processing instruction, of its data.
    func attributeRange(of index: Int) -> Range<Int> { nodes[index].attributes..<nodes[index + 1].attributes }

    /// Returns the element of an attribute: the last node whose attributes begin at or before the attribute.
    func owner(ofAttribute attribute: Int) -> Int {
        var (low, high) = (0, count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if nodes[middle].attributes <= attribute { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the attributes of an element, including namespace declarations.
    func records(of index: Int) -> some Sequence<XMLAttributeRecord> {
        attributeRange(of: index).lazy.map { [attributes] in attributes[$0] }
    }

    func children(in range: Range<Int>) -> XMLChildren { XMLChildren(nodes: nodes, rest: range) }
    func children(of index: Int) -> XMLChildren { children(in: index + 1..<nodes[index].end) }

    func elements(of index: Int) -> some Sequence<Int> {
        children(of: index).lazy.filter { [nodes] in nodes[$0].kind == .element }
    }

    func namespace(of name: XMLName) -> String { namespaces[Int(name.namespace.rawValue)] }
    func data(of instruction: Int) -> XMLSlice { attributes[nodes[instruction].attributes].value }
}

struct XMLDocumentNodes {
    fileprivate let storage: XMLDocumentStorage
    /// The number of nodes, including the sentinel.
    var count: Int { unsafe storage.nodeList.count }

    subscript(index: Int) -> XMLNode { unsafe storage.nodeList.checked(at: index) }
}

/// The indices of nodes with the same parent; a range leaves out their descendants.
struct XMLChildren: Sequence, IteratorProtocol {
    fileprivate let nodes: XMLDocumentNodes
    fileprivate(set) var rest: Range<Int>

    mutating func next() -> Int? {
        guard let node = rest.first else { return nil }
        rest = nodes[node].end..<rest.upperBound
        return node
    }
}

struct XMLDocumentAttributes {
    fileprivate let storage: XMLDocumentStorage

    subscript(index: Int) -> XMLAttributeRecord { unsafe storage.attributeList.checked(at: index) }
}

package struct XMLDocumentBytes: Sendable {
    package let text: ResponseBytes
    /// The text of the document's declarations.
    package let declared: [UInt8]
    package let assembled: [UInt8]

    /// Returns a borrowed span of the bytes of a slice.
    @inline(__always)
    @_lifetime(borrow self)
    private func bytes(_ slice: XMLSlice) -> Span<UInt8> {
        let range = slice.start..<slice.start + slice.count
        switch slice.store {
        case .text: return text.span.extracting(range)
        case .declared: return declared.elementSpan.extracting(range)
        default: return assembled.elementSpan.extracting(range)
        }
    }

    @inline(__always)
    package func withBytes<Result>(_ slice: XMLSlice, _ body: (Span<UInt8>) -> Result) -> Result {
        body(bytes(slice))
    }

    package func string(_ slice: XMLSlice) -> String { bytes(slice).text }

    @inline(__always)
    package func has(_ text: String, at slice: XMLSlice) -> Bool { bytes(slice).hasText(text) }

    /// Returns whether two slices of different stores have equal bytes.
    func isSame(_ slice: XMLSlice, as other: XMLSlice, of stores: XMLDocumentBytes) -> Bool {
        slice.count == other.count && bytes(slice).hasBytes(of: stores.bytes(other))
    }

    /// Returns whether a slice precedes another one bytewise, which is the order of code points.
    func isOrdered(_ slice: XMLSlice, before other: XMLSlice) -> Bool { bytes(slice).comesBefore(bytes(other)) }
    func append(_ slice: XMLSlice, to array: inout [UInt8]) { array.append(copying: bytes(slice)) }

    func isWhitespace(_ slice: XMLSlice) -> Bool { bytes(slice).leadingSpace == slice.count }
}

extension Span<UInt8> {
    /// The number of leading whitespace bytes.
    package var leadingSpace: Int {
        var start = 0
        while start < count, XMLCharacters.isWhitespace(self[start]) { start &+= 1 }
        return start
    }

    /// The text without leading and trailing whitespace.
    package var trimmed: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var end = count
            while end > 0, XMLCharacters.isWhitespace(self[end &- 1]) { end &-= 1 }
            return extracting(min(leadingSpace, end)..<end)
        }
    }

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
// Why: the functions that hash, compare, and copy bytes in bulk take only pointers.
//
// Bound: each pointer comes from a span, is used only inside the closure that receives it, and is read for the span's
// length.

extension Span<UInt8> {
    func hasBytes(of other: Span<UInt8>) -> Bool {
        guard count == other.count, count > 0 else { return count == other.count }
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { unsafe decant_is_same(bytes.firstAddress, $0.firstAddress, bytes.count) }
        }
    }

    /// Feeds the bytes and their count to a hasher.
    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Returns whether the bytes precede others bytewise, which is the order of code points.
    func comesBefore(_ other: Span<UInt8>) -> Bool {
        unsafe withUnsafeBufferPointer { bytes in
            unsafe other.withUnsafeBufferPointer { unsafe bytes.lexicographicallyPrecedes($0) }
        }
    }
}

extension [UInt8] {
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

// A document is a flat array of nodes of 32 bytes each, in document order. Nodes contain no references, so a document
// of any depth is released in one step. Names and text stay where the tokenizer found them until they are requested.
//
//   text         8 bytes   the name of an element, the target of a processing instruction, or the characters of text, a
//                          CDATA section, or a comment
//   parent       4 bytes   the index of the parent; 0 for the document itself
//   end          4 bytes   the index after the last descendant; its own index plus 1 while an element is open
//   offset       4 bytes   the offset of its token in the text
//   attributes   4 bytes   the index of its first attribute in the list of all; the next node's index ends the range
//   namespace    4 bytes   the namespace of the name's prefix
//   prefix       2 bytes   the number of bytes in the prefix of the name
//   kind, flags  2 bytes
//
// A sentinel of the kind `document` follows the last node, so every node has a successor. The data of a processing
// instruction is the value of a single attribute. The first child of a node is the next node, if that precedes the end
// of the node. The next sibling is at the end of a node, if that precedes the end of its parent.
//
// Example: <a x="1"><b/>t<?p d?></a>
//   0  document                parent 0   end 5   attributes 0
//   1  element   “a”           parent 0   end 5   attributes 0
//   2  element   “b”           parent 1   end 3   attributes 1
//   3  text      “t”           parent 1   end 4   attributes 1
//   4  instruction “p”         parent 1   end 5   attributes 1
//   5  (the end)                                  attributes 2

/// A node of a flat document.
struct XMLNode: BitwiseCopyable, Sendable {
    /// The name or the characters.
    var text: XMLSlice
    private var parentIndex: UInt32
    private var endIndex: UInt32
    private var textOffset: UInt32
    private var attributeIndex: UInt32
    let namespace: XMLNamespaceID
    private let prefixLength: UInt16
    let kind: Kind
    var flags: Flags

    /// Creates a node; the characters of text are passed as a name without prefix and namespace.
    init(
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

    /// The name of an element, or the target of a processing instruction.
    var name: XMLName { XMLName(text, prefixLength: Int(prefixLength), namespace: namespace) }
    var parent: Int { Int(parentIndex) }

    /// The index after the last descendant.
    var end: Int {
        get { Int(endIndex) }
        set { endIndex = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The offset of the node's token in the text.
    var offset: Int { Int(textOffset) }
    /// The index of the node's first attribute in the list of all attributes.
    var attributes: Int { Int(attributeIndex) }

    /// The kind of a node; unlike an enumeration, it requires no validation when it is read.
    struct Kind: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
        let rawValue: UInt8

        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The whole document, or the sentinel after the last node.
        static var document: Kind { Kind(rawValue: 0) }
        static var element: Kind { Kind(rawValue: 1) }
        static var text: Kind { Kind(rawValue: 2) }
        /// A CDATA section kept separate from the surrounding text.
        static var cdata: Kind { Kind(rawValue: 3) }
        static var comment: Kind { Kind(rawValue: 4) }
        static var processingInstruction: Kind { Kind(rawValue: 5) }
        var isText: Bool { self == .text || self == .cdata }
        var isContainer: Bool { rawValue <= Kind.element.rawValue }
    }

    struct Flags: OptionSet, BitwiseCopyable, Sendable {
        let rawValue: UInt8

        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `xml:space="preserve"` applies to the content; set only while a document that drops whitespace is built.
        static var preservesSpace: Flags { Flags(rawValue: 1) }
    }
}
