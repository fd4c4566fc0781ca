import Crypto

/// The digest of a document, whether it comes as events or as a tree.
///
/// `S:` comes before the name of a start tag, `A:` before that of an attribute, whose value follows behind `=`; the attributes of
/// a tag are sorted by their lines. `E:` ends an element; `T:` is a run of character data, however it was written; `P:` is a
/// processing instruction, `C:` a comment. Names are as written.
struct XMLDigest {
    private var lines = EventDigest()
    private var text: [UInt8] = []

    /// Adds a start tag.
    mutating func startElement(_ name: String, _ attributes: some Sequence<(name: String, value: String)>) {
        flushText()
        lines.add("S:", hexadecimal: name.utf8)
        let attributeLines = attributes.map { name, value in
            Array("A:\(Array(name.utf8).hexadecimal)=\(Array(value.utf8).hexadecimal)".utf8)
        }
        for line in attributeLines.sorted(by: { $0.lexicographicallyPrecedes($1) }) { lines.add(line) }
    }

    /// Adds the end of an element.
    mutating func endElement(_ name: String) {
        flushText()
        lines.add("E:", hexadecimal: name.utf8)
    }

    /// Adds character data, which is joined with that next to it.
    mutating func text(_ text: String) {
        self.text.append(contentsOf: text.utf8)
    }

    /// Adds a comment.
    mutating func comment(_ text: String) {
        flushText()
        lines.add("C:", hexadecimal: text.utf8)
    }

    /// Adds a processing instruction.
    mutating func processingInstruction(_ target: String, _ data: String) {
        flushText()
        lines.add("P:\(Array(target.utf8).hexadecimal):", hexadecimal: data.utf8)
    }

    /// The digest of all that was added.
    mutating func finish() -> SHA256.Digest {
        lines.finish()
    }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        lines.add("T:", hexadecimal: text)
        text.removeAll(keepingCapacity: true)
    }
}
