// Why and bound: see UnsafeXMLState. Whoever holds a loan is bound to the reader that gave it, by its lifetime.

import DecantCore

/// A tokenizer that stands still while it is looked at.
@safe
struct UnsafeXMLLoan: BitwiseCopyable {
    private let pointer: UnsafeMutablePointer<XMLTokenizer>

    @inline(__always)
    init(_ pointer: UnsafeMutablePointer<XMLTokenizer>) {
        unsafe self.pointer = unsafe pointer
    }

    /// The current token.
    @inline(__always)
    var token: XMLToken { unsafe pointer.pointee.token }

    /// The number of attributes.
    @inline(__always)
    var attributeCount: Int { unsafe pointer.pointee.attributeCount }

    /// An attribute.
    @inline(__always)
    func attribute(at index: Int) -> XMLAttributeRecord { unsafe pointer.pointee.attribute(at: index) }

    /// The name of a namespace.
    func name(of namespace: XMLNamespaceID) -> String { unsafe pointer.pointee.name(of: namespace) }

    /// Whether a namespace has a name.
    func isNamed(_ namespace: XMLNamespaceID, _ name: String) -> Bool {
        unsafe pointer.pointee.name(of: namespace) == name
    }

    /// What the document type declaration says.
    var documentType: XML.DocumentType? { unsafe pointer.pointee.documentType }

    /// Where the current token begins in the text.
    var offset: Int { unsafe pointer.pointee.textOffset(of: pointer.pointee.token.offset) }

    /// Where the current token begins, counted on from where that was asked last.
    var position: SourcePosition { unsafe pointer.pointee.position(at: pointer.pointee.token.offset) }

    /// The bytes of a slice.
    @inline(__always)
    @_lifetime(immortal)
    func bytes(_ slice: XMLSlice) -> Span<UInt8> {
        let view = unsafe pointer.pointee.view(slice)
        let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: view.pointer, count: view.count))
        return unsafe _overrideLifetime(span, copying: ())
    }
}
