import DecantCore

/// Makes the nodes of a document from tokens: no object and no recursion for any of them.
struct XMLDocumentBuilder: ~Copyable {
    /// How many nodes are written; the first one is the document.
    var nodeCount = 0

    /// How many attributes are written.
    var attributeCount = 0

    /// Text that stands nowhere as it is, since something between its parts was left out.
    var merged: [UInt8] = []

    /// How many nodes stand before the document type declaration.
    private(set) var documentTypeIndex = 1

    /// The innermost open element.
    var current = 0

    /// How many nodes it asks for room for.
    private(set) var nodeCapacity: Int

    /// How many attributes it asks for room for.
    private(set) var attributeCapacity: Int

    /// Whether the current token is still to be added.
    private var isPending = false

    private let room: XMLRoom
    let rules: XMLTreeRules

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - options: What a tree keeps.
    ///   - limits: How many nodes there may be, and how long text may be.
    ///   - textLength: The length of the text in bytes.
    init(_ options: XML.Options, _ limits: Limits, textLength: Int) {
        rules = XMLTreeRules(options, limits)
        room = XMLRoom(textLength: textLength, nodeLimit: limits.nodes)
        nodeCapacity = room.firstNodes
        attributeCapacity = room.firstAttributes
    }

    /// Adds tokens until there are no more, or no room.
    ///
    /// - Parameters:
    ///   - tokenizer: The tokenizer. It is handed on as if it was changed, since lending it would copy it for each token.
    ///   - tree: Where to write.
    /// - Returns: How it ended.
    @inline(__always)
    mutating func run(_ tokenizer: inout XMLTokenizer, _ tree: XMLTreeRoom) -> XMLTreeOutcome {
        do throws(ResponseError) {
            if nodeCount == 0 { append(.document, .nameless(.empty), at: 0, flags: [], tree) }
            if isPending { try add(from: &tokenizer, tree) }
            isPending = false
            while try tokenizer.advance() {
                // A token brings one node, and its attributes or, as a processing instruction, one.
                let attributes = attributeCount &+ tokenizer.attributeCount
                guard nodeCount < tree.nodes.capacity, attributes < tree.attributes.capacity else {
                    isPending = true
                    return .needsRoom
                }
                try add(from: &tokenizer, tree)
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    /// Asks for more room.
    ///
    /// - Parameters:
    ///   - attributes: How many attributes the current token has.
    ///   - offset: Where in the text it begins.
    mutating func makeRoom(for attributes: Int, at offset: Int) {
        if nodeCount >= nodeCapacity { nodeCapacity = room.next(after: nodeCount, at: offset) }
        let needed = attributeCount + attributes
        if needed >= attributeCapacity { attributeCapacity = room.next(after: needed, at: offset) }
    }
}

extension XMLDocumentBuilder {
    /// Adds the token that the tokenizer found.
    @inline(__always)
    private mutating func add(from tokenizer: inout XMLTokenizer, _ tree: XMLTreeRoom) throws(ResponseError) {
        let token = tokenizer.token
        switch token.kind {
        case .startElement:
            if !rules.keepsSpace { try tidyText(&tokenizer, tree) }
            open(token, &tokenizer, tree)
        case .endElement:
            if !rules.keepsSpace { try tidyText(&tokenizer, tree) }
            var node = tree.nodes[current]
            node.end = nodeCount
            tree.nodes[current] = node
            current = node.parent
        case .text: try addText(token, &tokenizer, tree)
        default: try addRest(token, &tokenizer, tree)
        }
        if _slowPath(nodeCount &+ attributeCount > room.limit) {
            let message = "the document has more than \(room.limit) nodes and attributes"
            throw ResponseError(.limitExceeded, message, offset: token.offset, limit: .nodes)
        }
    }

    @inline(__always)
    private mutating func open(_ token: XMLToken, _ tokenizer: inout XMLTokenizer, _ tree: XMLTreeRoom) {
        let index = nodeCount
        append(.element, token.name, at: token.offset, flags: tree.nodes[current].flags, tree)
        current = index
        let first = attributeCount
        let added = tokenizer.attributeCount
        for attribute in 0..<added { tree.attributes[first &+ attribute] = tokenizer.attribute(at: attribute) }
        attributeCount = first &+ added
        if !rules.keepsSpace { noteSpace(from: first, &tokenizer, tree) }
    }

    @inline(__always)
    private mutating func addText(
        _ token: XMLToken,
        _ tokenizer: inout XMLTokenizer,
        _ tree: XMLTreeRoom
    ) throws(ResponseError) {
        let last = tree.nodes[nodeCount &- 1]
        if last.kind == .text, last.parent == current {
            try merge(token, &tokenizer, tree)
        } else {
            append(.text, .nameless(token.text), at: token.offset, flags: [], tree)
        }
    }

    @inline(never)
    private mutating func addRest(
        _ token: XMLToken,
        _ tokenizer: inout XMLTokenizer,
        _ tree: XMLTreeRoom
    ) throws(ResponseError) {
        switch token.kind {
        case .cdata where !rules.keepsCDATA:
            if !token.text.isEmpty { try addText(token, &tokenizer, tree) }
        case .comment where !rules.keepsComments: break
        case .documentType: documentTypeIndex = nodeCount
        case .processingInstruction:
            try tidyText(&tokenizer, tree)
            append(.processingInstruction, token.name, at: token.offset, flags: [], tree)
            tree.attributes[attributeCount] = XMLAttributeRecord(token.name, value: token.text)
            attributeCount += 1
        default:
            try tidyText(&tokenizer, tree)
            let kind: XMLNode.Kind = token.kind == .cdata ? .cdata : .comment
            append(kind, .nameless(token.text), at: token.offset, flags: [], tree)
        }
    }

    /// Writes a node that ends behind itself, as all do but elements with content.
    @inline(__always)
    private mutating func append(
        _ kind: XMLNode.Kind,
        _ name: XMLName,
        at offset: Int,
        flags: XMLNode.Flags,
        _ tree: XMLTreeRoom
    ) {
        tree.nodes[nodeCount] = XMLNode(
            kind,
            name,
            parent: current,
            end: nodeCount &+ 1,
            offset: offset,
            attributes: attributeCount,
            flags: flags
        )
        nodeCount &+= 1
    }
}
