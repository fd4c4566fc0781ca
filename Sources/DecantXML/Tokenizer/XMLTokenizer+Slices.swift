package import DecantCore
import DecantText

extension XMLTokenizer {
    // A function that does not change the tokenizer, is put in line, and calls another one that is not, makes the compiler
    // copy the whole tokenizer; this one calls nothing, and those that do are marked as mutating.

    /// The bytes of a slice, for the tokenizer itself.
    @inline(__always)
    func view(_ slice: XMLSlice) -> UnsafeXMLBytes {
        if _fastPath(slice.store == .text) {
            return documentText.bytes(from: slice.start, to: slice.start &+ slice.count)
        }
        return storedView(slice)
    }

    @inline(__always)
    private func storedView(_ slice: XMLSlice) -> UnsafeXMLBytes {
        switch slice.store {
        case .assembled: assembled.bytes(from: slice.start, count: slice.count)
        case .declared: declared.bytes(from: slice.start, count: slice.count)
        default: window.kept.bytes(from: slice.start, count: slice.count)
        }
    }

    package func string(of slice: XMLSlice) -> String { slice.isEmpty ? "" : view(slice).string }

    /// The number of open elements.
    package var depth: Int { elements.count }

    /// The number of attributes of the current start tag, with declarations of namespaces and with defaults.
    package var attributeCount: Int { attributeList.count }

    /// An attribute of the current start tag; defaults come last.
    package func attribute(at index: Int) -> XMLAttributeRecord {
        precondition(index >= 0 && index < attributeList.count, "no such attribute")
        return attributeList[index]
    }

    /// The attributes of the current start tag.
    package var attributes: Span<XMLAttributeRecord> { @_lifetime(borrow self) get { attributeList.span } }

    /// The name of a namespace; empty for none.
    package func name(of namespace: XMLNamespaceID) -> String {
        switch namespace {
        case .none: ""
        case .xml: "http://www.w3.org/XML/1998/namespace"
        case .xmlns: "http://www.w3.org/2000/xmlns/"
        default: namespaceState.name(of: namespace)
        }
    }

    /// The names of all namespaces so far; their indices are their numbers.
    package var namespaces: [String] {
        (0..<namespaceState.count).map { name(of: XMLNamespaceID(rawValue: UInt32($0))) }
    }

    /// The storage of the names of owned events that are in a namespace; each namespace has its own, created on demand.
    mutating func storage(of namespace: XMLNamespaceID) -> XMLDocumentStorage {
        let number = Int(namespace.rawValue)
        while namespaceStorages.count <= number { namespaceStorages.append(nil) }
        if let storage = namespaceStorages[number] { return storage }
        let storage = XMLDocumentStorage(namespace: name(of: namespace))
        namespaceStorages[number] = storage
        return storage
    }

    /// The content of the document type declaration, after it was read.
    package var documentType: XML.DocumentType? { declarations?.documentType }

    /// Ends reading, and returns the storage of the slices of kept tokens.
    package consuming func takeStores() -> XMLStores {
        XMLStores(
            body: body,
            decodedText: decodedText,
            declared: declared.array,
            assembled: assembled.array,
            namespaces: namespaces
        )
    }
}

/// The stores that the slices of a document point into, and their source.
package struct XMLStores: Sendable {
    /// The text in UTF-8.
    package let body: ResponseBytes
    /// The text with its source, if it was transcoded.
    let decodedText: DecodedText?
    /// The declarations of the document.
    package let declared: [UInt8]
    package let assembled: [UInt8]
    /// The names of namespaces by their numbers.
    package let namespaces: [String]
    /// The text, with the source of its bytes.
    package var source: SourceText { SourceText(body, decodedText?.transcoding) }
}

// MARK: - Unsafe
//
// Why: a slice may lie in any of four stores, which a span cannot express; the bytes are borrowed from the tokenizer that owns all.
//
// Bound: no store changes while the tokenizer is borrowed, and a slice was checked when it was made.

extension XMLTokenizer {
    /// The bytes of a slice of the current token or of a declaration, until the next token is read.
    @_lifetime(borrow self)
    package func bytes(of slice: XMLSlice) -> Span<UInt8> {
        guard !slice.isEmpty else { return Span() }
        let view = view(slice)
        let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: view.pointer, count: view.count))
        return unsafe _overrideLifetime(span, borrowing: self)
    }
}
