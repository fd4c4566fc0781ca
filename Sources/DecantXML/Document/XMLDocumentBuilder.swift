package import DecantCore

/// Makes the nodes of a document from tokens: no object and no recursion for any of them.
package struct XMLDocumentBuilder: ~Copyable {
    /// The nodes so far; the first one is the document.
    package internal(set) var nodes: [XMLNode] = []

    /// The attributes so far.
    package internal(set) var attributes: [XMLAttributeRecord] = []

    /// Text that stands nowhere as it is, since something between its parts was left out.
    var merged: [UInt8] = []

    /// How many nodes stand before the document type declaration.
    private(set) var documentTypeIndex = 1

    /// The innermost open element.
    var current = 0

    /// How many nodes there may be before more room is needed.
    private var capacity: Int

    private let room: XMLRoom
    let rules: XMLTreeRules

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - options: What a tree keeps.
    ///   - limits: How many nodes there may be, and how long text may be.
    ///   - textLength: The length of the text in bytes.
    package init(_ options: XML.Options, _ limits: Limits, textLength: Int) {
        rules = XMLTreeRules(options, limits)
        room = XMLRoom(textLength: textLength, nodeLimit: limits.nodes)
        capacity = min(room.firstNodes, room.limit)
        nodes.reserveCapacity(room.firstNodes)
        attributes.reserveCapacity(room.firstAttributes)
        nodes.append(node(.document, .nameless(.empty), at: 0))
    }

    /// Adds the token that the tokenizer found.
    ///
    /// - Parameter tokenizer: The tokenizer; it is not changed, but lending it would copy it for each token.
    /// - Throws: ``ResponseError`` with an offset in the text, if there are more nodes or there is more text than may be.
    @inline(__always)
    package mutating func add(from tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let token = tokenizer.token
        switch token.kind {
        case .startElement:
            if !rules.keepsSpace { try tidyText(&tokenizer) }
            try open(token, &tokenizer)
            if !rules.keepsSpace { noteSpace(&tokenizer) }
        case .endElement:
            if !rules.keepsSpace { try tidyText(&tokenizer) }
            close()
        case .text: try addText(token, &tokenizer)
        default: try addRest(token, &tokenizer)
        }
    }

    /// Ends the document.
    ///
    /// - Parameter tokenizer: The tokenizer, which has come to the end of the text.
    /// - Returns: What the document is made of.
    consuming func finish(_ tokenizer: consuming XMLTokenizer) -> XMLDocumentStorage {
        nodes[0].end = nodes.count
        nodes.append(node(.document, .nameless(.empty), at: tokenizer.body.count))
        let type = tokenizer.documentType.map { ($0, documentTypeIndex) }
        return XMLDocumentStorage(
            tokenizer.takeStores(),
            merged: merged,
            nodes: nodes,
            attributes: attributes,
            documentType: type
        )
    }
}

extension XMLDocumentBuilder {
    /// Adds an element; the attributes are asked for one by one, since lending all of them would copy the whole tokenizer.
    @inline(__always)
    private mutating func open(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let index = nodes.count
        try append(node(.element, token.name, at: token.offset))
        current = index
        let added = tokenizer.attributeCount
        guard added > 0 else { return }
        if attributes.count + added > attributes.capacity { makeRoom(forAttributes: added, at: token.offset) }
        for attribute in 0..<added { attributes.append(tokenizer.attribute(at: attribute)) }
        if _slowPath(nodes.count + attributes.count > room.limit) { throw tooMany(at: token.offset) }
    }

    @inline(__always)
    private mutating func close() {
        nodes[current].end = nodes.count
        current = nodes[current].parent
    }

    @inline(__always)
    private mutating func addText(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let last = nodes[nodes.count - 1]
        if last.kind == .text, last.parent == current {
            try merge(token, &tokenizer)
        } else {
            try append(node(.text, .nameless(token.text), at: token.offset))
        }
    }

    @inline(never)
    private mutating func addRest(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        switch token.kind {
        case .cdata where !rules.keepsCDATA:
            if !token.text.isEmpty { try addText(token, &tokenizer) }
        case .comment where !rules.keepsComments: break
        case .documentType: documentTypeIndex = nodes.count
        case .processingInstruction:
            try tidyText(&tokenizer)
            try append(node(.processingInstruction, token.name, at: token.offset))
            attributes.append(XMLAttributeRecord(token.name, value: token.text))
            if nodes.count + attributes.count > room.limit { throw tooMany(at: token.offset) }
        default:
            try tidyText(&tokenizer)
            let kind: XMLNode.Kind = token.kind == .cdata ? .cdata : .comment
            try append(node(kind, .nameless(token.text), at: token.offset))
        }
    }

    /// A node that ends behind itself, as all do but elements with content.
    @inline(__always)
    private func node(_ kind: XMLNode.Kind, _ name: XMLName, at offset: Int) -> XMLNode {
        XMLNode(
            kind,
            name,
            parent: current,
            end: nodes.count + 1,
            offset: offset,
            attributes: attributes.count,
            flags: nodes.isEmpty ? [] : nodes[current].flags
        )
    }

    @inline(__always)
    private mutating func append(_ node: XMLNode) throws(ResponseError) {
        if _slowPath(nodes.count + attributes.count >= capacity) { try makeRoom(for: node) }
        nodes.append(node)
    }

    @inline(never)
    private mutating func makeRoom(for node: XMLNode) throws(ResponseError) {
        guard nodes.count + attributes.count < room.limit else { throw tooMany(at: node.offset) }
        if nodes.count == nodes.capacity { nodes.reserveCapacity(room.next(after: nodes.count, at: node.offset)) }
        capacity = min(nodes.capacity + attributes.count, room.limit)
    }

    @inline(never)
    private mutating func makeRoom(forAttributes added: Int, at offset: Int) {
        attributes.reserveCapacity(room.next(after: attributes.count + added, at: offset))
    }

    private func tooMany(at offset: Int) -> ResponseError {
        let message = "the document has more than \(room.limit) nodes and attributes"
        return ResponseError(.limitExceeded, message, offset: offset, limit: .nodes)
    }
}
