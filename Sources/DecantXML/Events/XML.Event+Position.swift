public import DecantCore

extension XML.Event {
    /// Where the event begins: offset in the body as received, line and column.
    ///
    /// What comes out of an entity is where that is referred to. Lines are counted on from where that was asked last.
    public var position: SourcePosition {
        switch self {
        case .startElement(let element): element.loan.position
        case .endElement(let element): element.loan.position
        case .text(let text), .cdata(let text), .comment(let text): text.loan.position
        case .processingInstruction(let instruction): instruction.loan.position
        case .documentType(let declaration): declaration.loan.position
        }
    }
}
