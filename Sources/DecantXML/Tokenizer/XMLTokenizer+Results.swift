package import DecantCore
package import DecantText

// Accessors for readers of tokens.

extension XMLTokenizer {
    package func string(of slice: XMLSlice) -> String { slice.isEmpty ? "" : scanner.view(slice).string }

    /// The text with its source, if it was transcoded.
    package var decodedText: DecodedText? { scanner.source.decodedText }

    /// The text of the document in UTF-8.
    package var documentBody: ResponseBytes { scanner.source.body }

    /// The findings so far; offsets are in the body as received.
    package var findings: [Finding] { entities.findings }

    /// Returns the site of an error at an offset in the text.
    package func site(of offset: Int) -> ErrorSite { scanner.site(of: offset) }

    /// Whether the tokenizer has reached the end of the document.
    var isAtEnd: Bool { phase == .finished }

    /// The number of open elements.
    package var depth: Int { tags.elements.count }

    /// The number of attributes of the current start tag, including namespace declarations and defaults.
    package var attributeCount: Int { tags.attributes.count }

    /// Returns an attribute of the current start tag; defaults come last.
    package func attribute(at index: Int) -> XMLAttributeRecord {
        precondition(index >= 0 && index < tags.attributes.count, "no such attribute")
        return tags.attributes[index]
    }

    /// Returns the name of a namespace, which is empty for ``XMLNamespaceID/none``.
    package func name(of namespace: XMLNamespaceID) -> String {
        switch namespace {
        case .none: ""
        case .xml: "http://www.w3.org/XML/1998/namespace"
        case .xmlns: "http://www.w3.org/2000/xmlns/"
        default: tags.namespaces.name(of: namespace)
        }
    }

    /// The names of all namespaces so far, indexed by namespace ID.
    package var namespaces: [String] {
        (0..<tags.namespaces.count).map { name(of: XMLNamespaceID(rawValue: UInt32($0))) }
    }

    /// Whether element content comes next, in the text of a complete document rather than in an entity.
    var isAtPlainContent: Bool {
        phase == .content && scanner.store == .text && scanner.isFinal && !tags.endsEmptyElement
            && scanner.rules.processesNamespaces
    }

    /// A set of bits for the elements whose tags are changed by attribute declarations.
    var changedElements: UInt64 {
        entities.declaresAttributes ? entities.declarations?.attributes.changedElements ?? 0 : 0
    }

    /// Returns the storage for the names of owned events in a namespace; each namespace has a storage, created on
    /// demand.
    mutating func storage(of namespace: XMLNamespaceID) -> XMLDocumentStorage {
        let number = Int(namespace.rawValue)
        while namespaceStorages.count <= number { namespaceStorages.append(nil) }
        if let storage = namespaceStorages[number] { return storage }
        let storage = XMLDocumentStorage(namespace: name(of: namespace))
        namespaceStorages[number] = storage
        return storage
    }

    /// The content of the document type declaration; nil until it is read.
    package var documentType: XML.DocumentType? { entities.declarations?.documentType }

    /// Ends the parse, and returns the stores that slices of kept tokens refer to.
    package consuming func takeStores() -> XMLStores {
        let (declared, assembled) = scanner.storedBytes
        return XMLStores(
            body: scanner.source.body,
            decodedText: scanner.source.decodedText,
            declared: declared,
            assembled: assembled,
            namespaces: namespaces
        )
    }
}

/// The XML declaration at the beginning of a document (XML 1.0 §2.8).
package struct XMLDeclarationInfo: Sendable, Hashable {
    /// The version, such as `1.0`.
    package var version = "1.0"
    /// The name of the encoding, as written.
    package var encoding: String?
    /// Whether external declarations do not affect the document; nil if not stated.
    package var standalone: Bool?
}

/// The stores that the slices of a document refer to, and the source of the text.
package struct XMLStores: Sendable {
    /// The text in UTF-8.
    package let body: ResponseBytes
    /// The text with its source, if it was transcoded.
    let decodedText: DecodedText?
    /// The replacement text of entities, and the default values of attributes.
    package let declared: [UInt8]
    package let assembled: [UInt8]
    /// The names of namespaces, indexed by namespace ID.
    package let namespaces: [String]
    /// The text, with the source of its bytes.
    package var source: SourceText { SourceText(body, decodedText?.transcoding) }
}

// MARK: - Unsafe
//
// Why: a slice refers to one of four stores, which a span cannot express. The bytes are borrowed from the tokenizer,
// which owns all four.
//
// Bound: no store changes while the tokenizer is borrowed, and a slice was checked when it was created.

extension XMLTokenizer {
    /// Returns the bytes of a slice of the current token or of a declaration, valid until the next token is read.
    @_lifetime(borrow self)
    package func bytes(of slice: XMLSlice) -> Span<UInt8> {
        guard !slice.isEmpty else { return Span() }
        let view = scanner.view(slice)
        let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: view.pointer, count: view.count))
        return unsafe _overrideLifetime(span, borrowing: self)
    }
}
