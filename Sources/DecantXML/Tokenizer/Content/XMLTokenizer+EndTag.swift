extension XMLTokenizer {
    /// Reads an end tag (production 42).
    @inline(__always)
    mutating func endTag(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Bool {
        let last = elements.count &- 1
        let element = elements[last]
        let name = view(element.name.slice)
        var end = start &+ 2 &+ name.count
        guard _fastPath(last >= elementFloor && name.isPrefix(of: text.bytes(from: start &+ 2, to: start &+ 2))) else {
            throw endTagFault(text, at: start)
        }
        if _slowPath(text[end] != 0x3E) {
            end = skipSpace(text, at: end)
            guard text[end] == 0x3E else { throw endTagFault(text, at: start) }
        }
        try commit(end &+ 1)
        close(element, at: offset(of: start))
        return true
    }

    /// Ends an element without content.
    mutating func endEmptyElement() -> Bool {
        endsEmptyElement = false
        close(elements[elements.count &- 1], at: offset(of: position &- 2))
        return true
    }

    @inline(__always)
    private mutating func close(_ element: XMLOpenElement, at offset: Int) {
        let count = elements.count &- 1
        elements.truncate(to: count)
        if namespaceState.undo.count != element.bindings { namespaceState.unbind(to: Int(element.bindings)) }
        if count == 0 { phase = .epilog }
        token = XMLToken(kind: .endElement, name: element.name, text: .empty, offset: offset)
    }
}
