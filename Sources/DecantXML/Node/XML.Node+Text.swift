extension XML.Node {
    /// The characters of a text, a CDATA section or a comment; the data of a processing instruction; for an element or a
    /// document all text in it, at any depth, in order.
    public var text: String {
        let record = record
        switch record.kind {
        case .text, .cdata, .comment: return storage.stores.string(record.text)
        case .processingInstruction: return storage.stores.string(storage.data(of: index))
        default: return joined(index + 1..<record.end)
        }
    }

    /// The text that stands in an element itself, without that of the elements in it.
    ///
    /// For other nodes, the same as ``text``.
    public var ownText: String {
        isElement ? joined(index + 1..<record.end, in: index) : text
    }

    /// Whether ``text`` is a string; none is made of it, unless it is made of several parts.
    ///
    /// - Parameter text: The string.
    /// - Returns: Whether the two are the same, scalar by scalar.
    public func hasText(_ text: String) -> Bool {
        let record = record
        switch record.kind {
        case .text, .cdata, .comment: return storage.stores.has(text, at: record.text)
        case .element where record.end == index + 2 && storage.nodes[index + 1].kind.isText:
            return storage.stores.has(text, at: storage.nodes[index + 1].text)
        default: return self.text.utf8.elementsEqual(text.utf8)
        }
    }

    /// Joins the text of the nodes of a range; of those with a parent only, if it is named.
    private func joined(_ range: Range<Int>, in parent: Int? = nil) -> String {
        var texts = range.lazy.filter { [storage] index in
            storage.nodes[index].kind.isText && (parent == nil || storage.nodes[index].parent == parent)
        }.makeIterator()
        guard let first = texts.next() else { return "" }
        guard let second = texts.next() else { return storage.stores.string(storage.nodes[first].text) }
        var bytes: [UInt8] = []
        storage.stores.append(storage.nodes[first].text, to: &bytes)
        storage.stores.append(storage.nodes[second].text, to: &bytes)
        while let next = texts.next() { storage.stores.append(storage.nodes[next].text, to: &bytes) }
        return bytes.span.string
    }
}
