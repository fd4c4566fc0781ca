import DecantCore
public import DecantDocument

/// A tokenizer at a fixed address, which events point to.
@safe
struct XMLTokenizerBox: ~Copyable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>

    // MARK: - Unsafe
    //
    // Why: events are examined before the next one is read. A pointer to the tokenizer keeps the event of a tag about
    // as small as a pointer, and its parts are computed only on demand.
    //
    // Bound: the tokenizer is the only content of memory owned by this value, which cannot be copied. The lifetime of a
    // view is a borrow of the box, and readers bind their events to an exclusive borrow of themselves. While an event
    // is used, the tokenizer therefore neither advances nor is destroyed.

    /// Moves a tokenizer to a fixed address.
    init(_ tokenizer: consuming XMLTokenizer) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: tokenizer)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    var tokenizer: XMLTokenizer {
        unsafeAddress { unsafe UnsafePointer(pointer) }
        unsafeMutableAddress { unsafe pointer }
    }

    var view: XMLTokenView {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(unboundView, borrowing: self) }
    }

    /// The current token; the caller must bind its lifetime to an exclusive borrow of the box's owner.
    @unsafe
    var unboundView: XMLTokenView {
        @_lifetime(immortal)
        get { unsafe XMLTokenView(pointer) }
    }
}

/// A view of the current token of a tokenizer, valid until the next token is read.
@safe
@usableFromInline
struct XMLTokenView: ~Escapable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>
    @usableFromInline let kind: XMLToken.Kind

    // MARK: - Unsafe
    //
    // Bound: see `XMLTokenizerBox`. A view is bound to a borrow of the box, and the spans of a view are bound to the
    // same borrow.

    @unsafe
    @_lifetime(immortal)
    fileprivate init(_ pointer: UnsafeMutablePointer<XMLTokenizer>) {
        unsafe self.pointer = pointer
        kind = unsafe pointer.pointee.token.kind
    }

    var token: XMLToken { unsafe pointer.pointee.token }
    var attributeCount: Int { kind == .startElement ? unsafe pointer.pointee.attributeCount : 0 }

    /// Returns the attribute at an index of a start tag.
    func attribute(at index: Int) -> XMLAttributeRecord {
        precondition(kind == .startElement, "no such attribute")
        return unsafe pointer.pointee.attribute(at: index)
    }

    func namespace(of name: XMLName) -> String? {
        name.namespace == .none ? nil : unsafe pointer.pointee.namespaces[Int(name.namespace.rawValue)]
    }

    var documentType: XML.DocumentType? { unsafe pointer.pointee.documentType }
    var offset: Int { unsafe pointer.pointee.scanner.source.textOffset(of: pointer.pointee.token.offset) }
    /// The position of the current token; lines are counted from the previously requested position.
    var position: SourcePosition { unsafe pointer.pointee.scanner.position(at: pointer.pointee.token.offset) }

    /// Returns the text of a slice.
    @_lifetime(copy self)
    func text(_ slice: XMLSlice) -> BorrowedText {
        let view = unsafe pointer.pointee.scanner.view(slice)
        return unsafe BorrowedText(view.pointer, length: view.count, .utf8, of: self)
    }

    /// The name of an element, a document type, or the target of a processing instruction; empty for other tokens.
    var ownName: XMLName {
        switch kind {
        case .text, .cdata, .comment: .nameless(.empty)
        default: token.name
        }
    }

    /// The name as written.
    @usableFromInline var name: BorrowedText { @_lifetime(copy self) get { text(ownName.slice) } }

    /// The character data, the content of a CDATA section or comment, or the data of a processing instruction; empty for
    /// other tokens.
    @usableFromInline var text: BorrowedText {
        @_lifetime(copy self)
        get {
            switch kind {
            case .startElement, .endElement, .documentType: text(.empty)
            default: text(token.text)
            }
        }
    }

    /// Returns a name as a value that outlives the token.
    func owned(_ name: XMLName) -> XML.Name {
        XML.Name(text(name.slice).string, prefixLength: name.prefixLength, namespace: namespace(of: name))
    }

    /// The attributes as values that outlive the token.
    var ownedAttributes: [XML.Attribute] {
        (0..<attributeCount).map {
            let record = attribute(at: $0)
            let isDefault = record.flags.contains(.isDefault)
            return XML.Attribute(name: owned(record.name), value: text(record.value).string, isDefault: isDefault)
        }
    }

    /// The token as a value that outlives the next read.
    var owned: XML.OwnedEvent {
        switch kind {
        case .startElement: return .startElement(name: owned(token.name), attributes: ownedAttributes)
        case .endElement: return .endElement(name: owned(token.name))
        case .text: return .text(text.string)
        case .cdata: return .cdata(text.string)
        case .comment: return .comment(text.string)
        case .processingInstruction: return .processingInstruction(target: name.string, data: text.string)
        default: return .documentType(documentType ?? XML.DocumentType(name: ""))
        }
    }
}
