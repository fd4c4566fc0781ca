public import DecantXML

extension XMLRecord {
    /// Copies what an event says; nil for the document type, of which a tree tells otherwise.
    ///
    /// - Parameter event: The event.
    public init?(_ event: borrowing XML.Event) {
        switch event {
        case .startElement(let element):
            let attributes = element.attributes
            let texts = attributes.indices.map { index in
                let attribute = attributes[index]
                return Self.text(
                    of: attribute.name.string,
                    attribute.name.namespace,
                    attribute.value.string,
                    isDefault: attribute.isDefault
                )
            }
            self = .start(
                name: element.name.string,
                namespace: element.name.namespace,
                attributes: texts.sorted()
            )
        case .endElement(let element): self = .end(name: element.name.string)
        case .text(let text): self = .text(text.string)
        case .cdata(let text): self = .cdata(text.string)
        case .comment(let text): self = .comment(text.string)
        case .processingInstruction(let instruction):
            self = .instruction(target: instruction.target.string, data: instruction.data.string)
        case .documentType: return nil
        }
    }
}
