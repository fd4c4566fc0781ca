package import DecantCore
import DecantText

/// The storage of a document; an object, so that a view of any part of it is one reference and an index.
package final class XMLDocumentStorage: Sendable {
    /// The bytes that all slices are in.
    package let stores: XMLDocumentBytes
    /// The nodes in document order, and one after them.
    package let nodes: [XMLNode]
    /// The attributes of all elements, and the data of all processing instructions, in document order.
    package let attributes: [XMLAttributeRecord]
    /// The names of the namespaces by their numbers.
    package let namespaces: [String]
    /// The document type declaration, if there is one, and how many nodes are before it.
    package let documentType: (declaration: XML.DocumentType, index: Int)?
    /// The charset that the document was in.
    let charset: Charset
    /// The text, with where its bytes came from.
    package let source: SourceText
    /// The node of the root element.
    package let root: Int

    /// Takes over what was built when the tokenizer has come to the end of the text.
    init(_ tree: consuming XMLTree, _ builder: consuming XMLDocumentBuilder, _ tokenizer: consuming XMLTokenizer) {
        documentType = tokenizer.documentType.map { ($0, builder.documentTypeIndex) }
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
        attributes = tree.attributes
        var nodes = tree.nodes
        tree = XMLTree()
        nodes[0].end = nodes.count
        nodes.append(.end(at: taken.body.count, behind: nodes.count, attributes: attributes.count))
        var root = 1
        while nodes[root].kind != .element { root += 1 }
        self.root = root
        self.nodes = nodes
    }

    /// The number of nodes, without the one that is after them.
    @inline(__always) package var count: Int { nodes.count - 1 }

    /// Returns the range of a node's attributes in the list of all; for a processing instruction, of its data.
    @inline(__always)
    package func attributeRange(of index: Int) -> Range<Int> { nodes[index].attributes..<nodes[index + 1].attributes }

    /// The name of the namespace that a name is in; empty if it is in none.
    @inline(__always)
    package func namespace(of name: XMLName) -> String { namespaces[Int(name.namespace.rawValue)] }
    /// The data of a processing instruction.
    package func data(of instruction: Int) -> XMLSlice { attributes[nodes[instruction].attributes].value }
}

/// The bytes that the slices of a document are in.
package struct XMLDocumentBytes: Sendable {
    /// The text of the document in UTF-8.
    package let text: ResponseBody
    /// The declarations of the document.
    package let declared: [UInt8]
    package let assembled: [UInt8]
    /// The texts that the builder of a document joined.
    package let merged: [UInt8]

    /// Creates stores.
    package init(text: ResponseBody, declared: [UInt8] = [], assembled: [UInt8] = [], merged: [UInt8] = []) {
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
    func isXMLSpace(_ slice: XMLSlice) -> Bool {
        let bytes = bytes(slice)
        var position = 0
        while position < bytes.count, bytes[position].isXMLSpace { position &+= 1 }
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

extension UInt8 {
    /// Whether the byte is white space (XML 1.0 §2.3).
    @inline(__always) var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
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
