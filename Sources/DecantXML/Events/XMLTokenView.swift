import DecantCore

/// A tokenizer at an address of its own, which events point to.
@safe
struct XMLTokenizerBox: ~Copyable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>

    // MARK: - Unsafe
    //
    // Why: an event is looked at before the next one is read. A pointer to the tokenizer makes it as small as one, and nothing of
    // it is worked out before it is needed.
    //
    // Bound: the tokenizer is alone in memory that belongs to this value, which cannot be copied. A view has the lifetime of a
    // borrow of the box, and readers bind their events to an exclusive borrow of themselves, so that the tokenizer neither goes
    // on nor goes away while one is used.

    /// Moves a tokenizer to an address of its own.
    init(_ tokenizer: consuming XMLTokenizer) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: tokenizer)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    /// The tokenizer.
    var tokenizer: XMLTokenizer {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(pointer) }
        @inline(__always) unsafeMutableAddress { unsafe pointer }
    }

    /// The current token of the tokenizer.
    var view: XMLTokenView {
        @inline(__always)
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(unboundView, borrowing: self) }
    }

    /// The current token of the tokenizer; the caller binds it to an exclusive borrow of what owns the box.
    @unsafe
    var unboundView: XMLTokenView {
        @inline(__always)
        @_lifetime(immortal)
        get { unsafe XMLTokenView(pointer) }
    }
}

/// A view of the current token of a tokenizer, good until the next one is read.
@safe
struct XMLTokenView: ~Escapable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>

    // MARK: - Unsafe
    //
    // Bound: see `XMLTokenizerBox`, whose borrow a view is bound to; and spans of a view are bound to that, too.

    @inline(__always)
    @unsafe
    @_lifetime(immortal)
    fileprivate init(_ pointer: UnsafeMutablePointer<XMLTokenizer>) {
        unsafe self.pointer = pointer
    }

    /// The current token.
    @inline(__always)
    var token: XMLToken { unsafe pointer.pointee.token }

    /// The number of attributes.
    @inline(__always)
    var attributeCount: Int { unsafe pointer.pointee.attributeCount }

    /// The attribute at an index.
    @inline(__always)
    func attribute(at index: Int) -> XMLAttributeRecord { unsafe pointer.pointee.attribute(at: index) }

    /// The name of a namespace.
    func name(of namespace: XMLNamespaceID) -> String { unsafe pointer.pointee.name(of: namespace) }

    /// The document type declaration, once it was read.
    var documentType: XML.DocumentType? { unsafe pointer.pointee.documentType }

    /// The offset of the current token in the text.
    var offset: Int { unsafe pointer.pointee.textOffset(of: pointer.pointee.token.offset) }

    /// The position of the current token, counted on from where it was asked last.
    var position: SourcePosition { unsafe pointer.pointee.position(at: pointer.pointee.token.offset) }

    /// The text of a slice.
    @inline(__always)
    @_lifetime(copy self)
    func text(_ slice: XMLSlice) -> XML.TextSpan {
        let view = unsafe pointer.pointee.view(slice)
        let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: view.pointer, count: view.count))
        return XML.TextSpan(unsafe _overrideLifetime(span, copying: self))
    }
}
