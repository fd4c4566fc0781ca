/// What the ways to write XML have in common: markup in UTF-8.
struct XMLOutput {
    /// What was written so far.
    private(set) var bytes: [UInt8] = []

    private let storage: XMLDocumentStorage

    init(_ storage: XMLDocumentStorage) {
        self.storage = storage
    }

    /// Writes markup as it is.
    mutating func put(_ markup: String) {
        bytes.append(contentsOf: markup.utf8)
    }

    /// Writes one byte of markup.
    mutating func put(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Writes the bytes of a slice as they are.
    mutating func put(_ slice: XMLSlice) {
        storage.stores.append(slice, to: &bytes)
    }

    /// Writes the bytes of a slice, those that need it as references.
    mutating func put(_ slice: XMLSlice, _ escaping: XMLEscaping) {
        storage.stores.withBytes(slice) { escaping.append($0, to: &bytes) }
    }

    /// Writes an attribute with the space before it.
    mutating func put(_ attribute: XMLAttributeRecord) {
        put(0x20)
        put(attribute.name.slice)
        put("=\"")
        put(attribute.value, .value)
        put(0x22)
    }

    /// Writes the declaration of a namespace with the space before it.
    mutating func putDeclaration(of prefix: String, _ namespace: String) {
        put(prefix.isEmpty ? " xmlns=\"" : " xmlns:\(prefix)=\"")
        XMLEscaping.value.append(Array(namespace.utf8).span, to: &bytes)
        put(0x22)
    }

    /// Writes an end tag.
    mutating func putEndTag(_ name: XMLSlice) {
        put("</")
        put(name)
        put(0x3E)
    }

    /// Writes a comment.
    mutating func putComment(_ text: XMLSlice) {
        put("<!--")
        put(text)
        put("-->")
    }

    /// Writes a processing instruction.
    mutating func putInstruction(_ index: Int) {
        put("<?")
        put(storage.nodes[index].text)
        let data = storage.data(of: index)
        if !data.isEmpty { put(0x20) }
        put(data)
        put("?>")
    }
}
