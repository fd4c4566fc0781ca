public import DecantCore

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
    /// Creates the event of the current token.
    @inline(__always)
    @_lifetime(copy view)
    init(_ view: XMLTokenView) {
        switch view.token.kind {
        case .startElement: self = .startElement(StartElement(view))
        case .endElement: self = .endElement(EndElement(view))
        case .text: self = .text(Text(view))
        case .cdata: self = .cdata(Text(view))
        case .comment: self = .comment(Text(view))
        case .processingInstruction: self = .processingInstruction(ProcessingInstruction(view))
        default: self = .documentType(DocumentTypeDeclaration(view))
        }
    }

    /// Where the event begins: offset in the body as received, line and column.
    ///
    /// What comes out of an entity is where that is referred to. Lines are counted on from where that was asked last.
    public var position: SourcePosition {
        switch self {
        case .startElement(let element): element.view.position
        case .endElement(let element): element.view.position
        case .text(let text), .cdata(let text), .comment(let text): text.view.position
        case .processingInstruction(let instruction): instruction.view.position
        case .documentType(let declaration): declaration.view.position
        }
    }

    /// The event with strings of its own, as a value that can be kept.
    public var owned: XML.OwnedEvent {
        switch self {
        case .startElement(let element): .startElement(name: element.name.owned, attributes: element.attributes.owned)
        case .endElement(let element): .endElement(name: element.name.owned)
        case .text(let text): .text(text.string)
        case .cdata(let text): .cdata(text.string)
        case .comment(let text): .comment(text.string)
        case .processingInstruction(let instruction):
            .processingInstruction(target: instruction.target.string, data: instruction.data.string)
        case .documentType(let declaration): .documentType(declaration.value)
        }
    }
}

extension XML.Event.Name {
    /// The name with strings of its own.
    public var owned: XML.OwnedEvent.Name { XML.OwnedEvent.Name(string, namespace: namespace) }
}

extension XML.Event.Attributes {
    /// The attributes with strings of their own.
    public var owned: [XML.OwnedEvent.Attribute] {
        var attributes: [XML.OwnedEvent.Attribute] = []
        attributes.reserveCapacity(count)
        for index in indices {
            attributes.append(XML.OwnedEvent.Attribute(self[index].name.owned, self[index].value.string))
        }
        return attributes
    }
}
