import Crypto
import Decant

extension XML.Document: DecodedValue {
    /// Writes the document with indentation.
    ///
    /// White space between elements gives way to it; an element that has text is written as it is.
    func show(on output: inout ValueOutput) -> [Finding] {
        var printer = XMLOutlinePrinter(self)
        for step in walk { printer.print(step, on: &output) }
        output.put("\n")
        return []
    }

    func digest() -> SHA256.Digest {
        var digest = XMLDigest()
        for step in walk {
            let node = step.node
            switch (node.kind, step.phase) {
            case (.element, .begin): digest.startElement(node.name.written, node.writtenAttributes)
            case (.element, .end): digest.endElement(node.name.written)
            case (.text, _), (.cdata, _): digest.text(node.text)
            case (.comment, _): digest.comment(node.text)
            case (.processingInstruction, _): digest.processingInstruction(node.name.written, node.text)
            case (.document, _): break
            }
        }
        return digest.finish()
    }

    var facts: ValueFacts? {
        ValueFacts(name: "xml", members: ["root": root.name.written, "charset": charset.name])
    }
}

extension XML.Node {
    /// The attributes of an element with the declarations of namespaces, as they are written.
    var writtenAttributes: [(name: String, value: String)] {
        namespaceDeclarations.map { ($0.name.written, $0.value) } + attributes.map { ($0.name.written, $0.value) }
    }
}
