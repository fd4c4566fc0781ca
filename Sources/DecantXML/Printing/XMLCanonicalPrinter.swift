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
            case .element: begin(index)
            case .text, .cdata: output.put(node.text, .text)
            case .comment where keepsComments: putLine(index) { $0.putComment(node.text) }
            case .processingInstruction:
                let data = storage.data(of: index)
                putLine(index) { $0.putInstruction(node.text, data) }
            default: break
            }
        }
        return output.bytes
    }

    /// Writes a node; outside the root element, nodes are separated by line feeds.
    private mutating func putLine(_ index: Int, _ put: (inout XMLOutput) -> Void) {
        let isOutside = storage.nodes[index].parent == 0
        if isOutside, index > storage.root { output.put(ascii: "\n") }
        put(&output)
        if isOutside, index < storage.root { output.put(ascii: "\n") }
    }

    private mutating func begin(_ index: Int) {
        output.putStartTag(storage.nodes[index].text)
        let attributes = storage.attributeRange(of: index)
        if !attributes.isEmpty {
            putDeclarations(of: index)
            for attribute in storage.sorted(storage.plainAttributes(of: index)) { output.put(attribute) }
        }
        output.put(ascii: ">")
    }

    /// Writes the namespace declarations of an element that change the scope, sorted by prefix.
    private mutating func putDeclarations(of index: Int) {
        let declarations = storage.declarations(of: index).filter {
            $0.prefix != "xml" && $0.namespace != scope[$0.prefix] ?? ""
        }
        for declaration in declarations.sorted(by: { $0.prefix.utf8.lexicographicallyPrecedes($1.prefix.utf8) }) {
            outer.append((index, declaration.prefix, scope[declaration.prefix]))
            scope[declaration.prefix] = declaration.namespace
            output.putDeclaration(of: declaration.prefix, declaration.namespace)
        }
    }

    private mutating func end(_ index: Int) {
        output.putEndTag(storage.nodes[index].text)
        while let last = outer.last, last.element == index {
            scope[last.prefix] = last.namespace
            outer.removeLast()
        }
    }
}
