extension XML {
    /// One piece of a document, lent by the reader that found it: it costs no reference counting and no copy, and is good
    /// until the next one is read.
    ///
    /// ```swift
    /// while let event = try reader.next() {
    ///     switch event {
    ///     case .startElement(let element) where element.name == "item": items += 1
    ///     case .text(let text): length += text.count
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// ``owned`` makes a value of it that can be kept.
    public enum Event: ~Escapable {
        /// The start tag of an element; one without content is followed by its end.
        case startElement(StartElement)

        /// The end of an element.
        case endElement(EndElement)

        /// Character data up to the next piece of markup, with references and line ends replaced; never empty.
        case text(Text)

        /// The content of a CDATA section, which may be empty (XML 1.0 §2.7).
        case cdata(Text)

        /// A comment (§2.5).
        case comment(Text)

        /// A processing instruction (§2.6).
        case processingInstruction(ProcessingInstruction)

        /// The document type declaration (§2.8); what it declares has been taken into account.
        case documentType(DocumentTypeDeclaration)
    }
}

extension XML.Event {
    /// Lends the current token.
    @inline(__always)
    @_lifetime(immortal)
    init(_ loan: UnsafeXMLLoan) {
        switch loan.token.kind {
        case .startElement: self = .startElement(StartElement(loan: loan))
        case .endElement: self = .endElement(EndElement(loan: loan))
        case .text: self = .text(Text(loan: loan))
        case .cdata: self = .cdata(Text(loan: loan))
        case .comment: self = .comment(Text(loan: loan))
        case .processingInstruction: self = .processingInstruction(ProcessingInstruction(loan: loan))
        default: self = .documentType(DocumentTypeDeclaration(loan: loan))
        }
    }
}
