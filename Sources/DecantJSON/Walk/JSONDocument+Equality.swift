import DecantCore

extension JSONDocument {
    /// Whether two values without parts, or two names, are the same.
    func scalar(at index: Int, equals other: Int, of document: JSONDocument) -> Bool {
        let node = nodes[index]
        let otherNode = document.nodes[other]
        if node.kind.isNumber && otherNode.kind.isNumber { return number(at: index, equals: other, of: document) }
        guard node.kind.isString && otherNode.kind.isString else { return node.kind == otherNode.kind }
        if node.kind == .string && otherNode.kind == .string && node.length != otherNode.length { return false }
        return string(at: index).utf8.elementsEqual(document.string(at: other).utf8)
    }

    private func number(at index: Int, equals other: Int, of document: JSONDocument) -> Bool {
        let node = nodes[index]
        let otherNode = document.nodes[other]
        if node.kind != .number && otherNode.kind != .number {
            return node.kind == otherNode.kind && node.payload == otherNode.payload
        }
        return JSONNumber(validated: numberText(at: index)) == JSONNumber(validated: document.numberText(at: other))
    }

    /// Feeds a value without parts, or a name, to a hasher.
    func hashScalar(at index: Int, into hasher: inout Hasher) {
        let kind = kind(of: index)
        if kind.isNumber {
            hasher.combine(JSONNumber(validated: numberText(at: index)))
        } else if kind.isString {
            hasher.combine(UTF8Key(text: string(at: index)))
        } else {
            hasher.combine(kind)
        }
    }
}
