import Decant

extension XMLDigest {
    /// Adds an event.
    mutating func add(_ event: borrowing XML.Event) {
        switch event {
        case .startElement(let element):
            let attributes = element.attributes
            var pairs: [(name: String, value: String)] = []
            for index in attributes.indices {
                pairs.append((attributes[index].name.string, attributes[index].value.string))
            }
            startElement(element.name.string, pairs)
        case .endElement(let element): endElement(element.name.string)
        case .text(let content), .cdata(let content): text(content.string)
        case .comment(let content): comment(content.string)
        case .processingInstruction(let instruction):
            processingInstruction(instruction.target.string, instruction.data.string)
        case .documentType: break
        }
    }
}
