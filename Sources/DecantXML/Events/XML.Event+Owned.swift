extension XML.Event {
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
