/// A printer that writes a document in canonical form (Canonical XML 1.1 §2).
struct XMLCanonicalPrinter {
    private let storage: XMLDocumentStorage
    private let keepsComments: Bool
    private var output: XMLOutput
    /// The namespaces in scope in the output, by prefix; prefixes that are not bound are absent.
    private var scope: [String: String] = [:]
    /// The bindings that open elements replaced, which are restored at the ends of the elements.
    private var outer: [(element: Int, prefix: String, namespace: String?)] = []

    init(_ storage: XMLDocumentStorage, keepsComments: Bool) {
        self.storage = storage
        self.keepsComments = keepsComments
        output = XMLOutput(storage)
    }

    mutating func bytes() -> [UInt8] {
        var steps = XMLSteps(from: 0)
        while let (index, isEnd) = steps.next(in: storage.nodes) {
            let node = storage.nodes[index]
            switch node.kind {
            case .element where isEnd: end(index)
            case .element: start(index)
            case .text, .cdata: output.write(node.text, .text)
            case .comment where keepsComments: writeLine(index) { $0.writeComment(node.text) }
            case .processingInstruction:
                let data = storage.data(of: index)
                writeLine(index) { $0.writeInstruction(node.text, data) }
            default: break
            }
        }
        return output.bytes
    }

    /// Writes a node; outside the root element, nodes are separated by line feeds.
    private mutating func writeLine(_ index: Int, _ write: (inout XMLOutput) -> Void) {
        let isOutside = storage.nodes[index].parent == 0
        if isOutside, index > storage.root { output.write(ascii: "\n") }
        write(&output)
        if isOutside, index < storage.root { output.write(ascii: "\n") }
    }

    private mutating func start(_ index: Int) {
        output.writeStartTag(storage.nodes[index].text)
        let attributes = storage.attributeRange(of: index)
        if !attributes.isEmpty {
            writeDeclarations(of: index)
            for attribute in storage.sorted(storage.plainAttributes(of: index)) { output.write(attribute) }
        }
        output.write(ascii: ">")
    }

    /// Writes the namespace declarations of an element that change the scope, sorted by prefix.
    private mutating func writeDeclarations(of index: Int) {
        let declarations = storage.declarations(of: index).filter {
            $0.prefix != "xml" && $0.namespace != scope[$0.prefix] ?? ""
        }
        for declaration in declarations.sorted(by: { $0.prefix.utf8.lexicographicallyPrecedes($1.prefix.utf8) }) {
            outer.append((index, declaration.prefix, scope[declaration.prefix]))
            scope[declaration.prefix] = declaration.namespace
            output.writeDeclaration(of: declaration.prefix, declaration.namespace)
        }
    }

    private mutating func end(_ index: Int) {
        output.writeEndTag(storage.nodes[index].text)
        while let last = outer.last, last.element == index {
            scope[last.prefix] = last.namespace
            outer.removeLast()
        }
    }
}
