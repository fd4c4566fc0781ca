/// Writes a node as XML, in UTF-8.
struct XMLPrinter {
    private let storage: XMLDocumentStorage
    private let indentation: Int?
    private var output: XMLOutput

    /// The node that is written.
    private let top: Int

    /// How many open elements have what is in them on lines of its own.
    private var level = 0

    /// The outermost open node in which nothing is changed; -1 if that is so everywhere.
    private var verbatim: Int?

    init(_ node: XML.Node, _ format: XML.Format) {
        storage = node.storage
        top = node.index
        indentation = format.indentation.map { max($0, 0) }
        verbatim = indentation == nil || !node.record.kind.isContainer ? -1 : nil
        output = XMLOutput(storage)
        guard top == 0, format.hasDeclaration else { return }
        output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        if indentation == nil { output.put(0x0A) }
    }

    /// The bytes of the node.
    mutating func bytes() -> [UInt8] {
        var steps = XMLSteps(from: top)
        while let (index, isEnd) = steps.next(in: storage.nodes) {
            if storage.nodes[index].kind == .document { continue }
            if isEnd { end(index) } else { begin(index) }
        }
        if top == 0, indentation != nil { output.put(0x0A) }
        return output.bytes
    }

    private mutating func begin(_ index: Int) {
        if index == storage.documentType?.index { putDocumentType() }
        let node = storage.nodes[index]
        // What there is of text outside of elements that are left as they are is white space between elements.
        if node.kind.isText, verbatim == nil { return }
        breakLine()
        switch node.kind {
        case .element: beginElement(index)
        case .text: output.put(node.text, .text)
        case .cdata: putSection(node.text)
        case .comment: output.putComment(node.text)
        default: output.putInstruction(index)
        }
    }

    private mutating func beginElement(_ index: Int) {
        output.put(0x3C)
        output.put(storage.nodes[index].text)
        if index == top { putScope(of: index) }
        for attribute in storage.attributeRange(of: index) { output.put(storage.attributes[attribute]) }
        if isEmpty(index) { return output.put("/>") }
        output.put(0x3E)
        if verbatim == nil, isVerbatim(index) { verbatim = index }
        if verbatim == nil { level += 1 }
    }

    private mutating func end(_ index: Int) {
        guard !isEmpty(index) else { return }
        if verbatim == nil {
            level -= 1
            breakLine()
        }
        output.putEndTag(storage.nodes[index].text)
        if verbatim == index { verbatim = nil }
    }

    private func isEmpty(_ index: Int) -> Bool { storage.nodes[index].end == index + 1 }

    private mutating func breakLine() {
        guard verbatim == nil, let indentation, !output.bytes.isEmpty else { return }
        output.put(0x0A)
        for _ in 0..<indentation * level { output.put(0x20) }
    }
}

extension XMLPrinter {
    /// Whether nothing may be changed in an element: because it has text, because it has nothing but white space, or because
    /// it says so.
    private func isVerbatim(_ index: Int) -> Bool {
        let preserves = storage.attributes[storage.attributeRange(of: index)].contains {
            storage.stores.has("xml:space", at: $0.name.slice) && storage.stores.has("preserve", at: $0.value)
        }
        if preserves { return true }
        var child = index + 1
        var isSpace = true
        while child < storage.nodes[index].end {
            let node = storage.nodes[child]
            if node.kind == .cdata || node.kind == .text && !storage.stores.isXMLSpace(node.text) { return true }
            if node.kind != .text { isSpace = false }
            child = node.end
        }
        return isSpace
    }

    /// Writes a CDATA section.
    ///
    /// A carriage return, which only an entity can have brought into one, can be written as a reference only.
    private mutating func putSection(_ text: XMLSlice) {
        output.put("<![CDATA[")
        var start = 0
        for end in storage.stores.withBytes(text, { $0.carriageReturns }) {
            output.put(text.prefix(end).dropFirst(start))
            output.put("]]>&#xD;<![CDATA[")
            start = end + 1
        }
        output.put(text.dropFirst(start))
        output.put("]]>")
    }

    /// Writes the document type declaration without the internal subset, which the document has taken in.
    private mutating func putDocumentType() {
        guard let type = storage.documentType?.declaration, top == 0 else { return }
        breakLine()
        output.put("<!DOCTYPE \(type.name)")
        if let publicID = type.publicID { output.put(" PUBLIC \"\(publicID)\"") }
        if let systemID = type.systemID {
            let quote = systemID.utf8.contains(0x22) ? "'" : "\""
            output.put((type.publicID == nil ? " SYSTEM " : " ") + quote + systemID + quote)
        }
        output.put(0x3E)
    }

    /// Writes the declarations of namespaces that hold in an element from outside of it.
    private mutating func putScope(of index: Int) {
        for (prefix, namespace) in storage.outerScope(of: index) { output.putDeclaration(of: prefix, namespace) }
    }
}

extension XMLDocumentStorage {
    /// The namespaces that are declared around an element and not in it, the innermost declarations first.
    func outerScope(of index: Int) -> [(prefix: String, namespace: String)] {
        var seen = Set(declarations(of: index).map(\.prefix))
        var scope: [(prefix: String, namespace: String)] = []
        var node = nodes[index].parent
        while node != 0 {
            for declaration in declarations(of: node) where seen.insert(declaration.prefix).inserted {
                if !declaration.namespace.isEmpty { scope.append(declaration) }
            }
            node = nodes[node].parent
        }
        return scope
    }

    /// The namespaces that an element declares.
    func declarations(of index: Int) -> [(prefix: String, namespace: String)] {
        var declarations: [(prefix: String, namespace: String)] = []
        for attribute in attributes[attributeRange(of: index)] where attribute.flags.contains(.declaresNamespace) {
            let prefix = attribute.name.prefixLength == 0 ? "" : stores.string(attribute.name.local)
            declarations.append((prefix, stores.string(attribute.value)))
        }
        return declarations
    }
}

extension Span<UInt8> {
    /// Where carriage returns are.
    fileprivate var carriageReturns: [Int] { indices.filter { self[$0] == 0x0D } }
}
