import DecantCore

/// Makes the nodes of a document from tokens: no object and no recursion for any of them.
struct XMLDocumentBuilder: ~Copyable {
    /// The number of nodes written; the first one is the document.
    var nodeCount = 0
    /// The number of attributes written.
    var attributeCount = 0
    /// Text that is not in one piece in the source, since a part between was omitted.
    var merged: [UInt8] = []
    /// The number of nodes before the document type declaration.
    private(set) var documentTypeIndex = 1
    var current = 0
    /// The number of nodes to reserve capacity for.
    private(set) var nodeCapacity: Int
    /// The number of attributes to reserve capacity for.
    private(set) var attributeCapacity: Int
    /// Whether the current token is still to be added.
    private var isPending = false
    private let capacity: XMLCapacity
    let rules: XMLTreeRules

    init(_ options: XML.Options, _ limits: Limits, textLength: Int) {
        rules = XMLTreeRules(options, limits)
        capacity = XMLCapacity(textLength: textLength, nodeLimit: limits.xmlNodes)
        nodeCapacity = capacity.firstNodes
        attributeCapacity = capacity.firstAttributes
    }

    /// Adds tokens until there are no more, or no capacity; the tokenizer is `inout` because borrowing it would copy it
    /// for each token.
    @inline(__always)
    mutating func run(_ tokenizer: inout XMLTokenizer, _ tree: XMLTreeOutput) -> XMLTreeOutcome {
        do throws(ResponseError) {
            if nodeCount == 0 { append(.document, .nameless(.empty), at: 0, flags: [], tree) }
            if isPending { try add(from: &tokenizer, tree) }
            isPending = false
            while try tokenizer.advance() {
                // A token brings one node, and its attributes or, as a processing instruction, one.
                let attributes = attributeCount &+ tokenizer.attributeCount
                guard nodeCount < tree.nodes.capacity, attributes < tree.attributes.capacity else {
                    isPending = true
                    return .needsCapacity
                }
                try add(from: &tokenizer, tree)
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    /// Raises the capacities for a token with some attributes at an offset.
    mutating func growCapacity(for attributes: Int, at offset: Int) {
        if nodeCount >= nodeCapacity { nodeCapacity = capacity.next(after: nodeCount, at: offset) }
        let needed = attributeCount + attributes
        if needed >= attributeCapacity { attributeCapacity = capacity.next(after: needed, at: offset) }
    }

    /// Adds the token that the tokenizer found.
    @inline(__always)
    private mutating func add(from tokenizer: inout XMLTokenizer, _ tree: XMLTreeOutput) throws(ResponseError) {
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
        if _slowPath(nodeCount &+ attributeCount > capacity.limit) {
            let message = "the document has more than \(capacity.limit) nodes and attributes"
            throw ResponseError(.limitExceeded, message, offset: token.offset, limit: .xmlNodes)
        }
    }

    @inline(__always)
    private mutating func open(_ token: XMLToken, _ tokenizer: inout XMLTokenizer, _ tree: XMLTreeOutput) {
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
        _ tree: XMLTreeOutput
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
        _ tree: XMLTreeOutput
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

    /// Writes a node that ends after itself, as all do but elements with content.
    @inline(__always)
    private mutating func append(
        _ kind: XMLNode.Kind,
        _ name: XMLName,
        at offset: Int,
        flags: XMLNode.Flags,
        _ tree: XMLTreeOutput
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

// Text whose parts are apart from one another, and text that is tidied once all of it is there.

extension XMLDocumentBuilder {
    /// Appends the text of a token to the last node.
    ///
    /// What is appended to again and again is at the end of its store, so each byte is copied at most twice.
    @inline(never)
    mutating func merge(_ token: XMLToken, _ tokenizer: inout XMLTokenizer, _ tree: XMLTreeOutput) throws(ResponseError)
    {
        let last = nodeCount - 1
        let text = tree.nodes[last].text
        try refuseMerging(text.count + token.text.count, at: token.offset)
        let start = moveToMerged(text, &tokenizer)
        merged.append(copying: tokenizer.bytes(of: token.text))
        tree.nodes[last].text = XMLSlice(.merged, offset: start, count: merged.count - start)
    }

    /// Checks that the numbers of a slice can hold the text to be assembled.
    private func refuseMerging(_ length: Int, at offset: Int) throws(ResponseError) {
        guard length <= rules.textLimit else {
            let message = "a text has more than \(rules.textLimit.counted("byte"))"
            throw ResponseError(.limitExceeded, message, offset: offset, limit: .xmlTextBytes)
        }
        guard length <= Int(UInt32.max) - merged.count else {
            let message = "the texts of a document can have at most \(UInt32.max) bytes"
            throw ResponseError(.limitExceeded, message, offset: offset, limit: .bodyBytes, hint: "this bound is fixed")
        }
    }

    /// Makes a text the last one in `merged`, and returns where it begins.
    private mutating func moveToMerged(_ text: XMLSlice, _ tokenizer: inout XMLTokenizer) -> Int {
        guard text.store == .merged else {
            merged.append(copying: tokenizer.bytes(of: text))
            return merged.count - text.count
        }
        // Nothing is assembled between two parts of one text.
        return text.start
    }

    /// Leaves white space out of the text that ends here, if the last node is one.
    @inline(never)
    mutating func tidyText(_ tokenizer: inout XMLTokenizer, _ tree: XMLTreeOutput) throws(ResponseError) {
        let last = nodeCount - 1
        guard !rules.keepsSpace, tree.nodes[last].kind == .text, tree.nodes[last].parent == current else { return }
        guard !tree.nodes[current].flags.contains(.preservesSpace) else { return }
        let text = tree.nodes[last].text
        let spaces =
            text.store == .merged
            ? XMLSpaceNormalization(merged.span.extracting(text.start..<text.start + text.count))
            : XMLSpaceNormalization(tokenizer.bytes(of: text))
        if spaces.end == 0 {
            nodeCount -= 1
        } else if rules.whiteSpace == .fold {
            tree.nodes[last].text = text.prefix(spaces.end).dropFirst(spaces.leading)
            if !spaces.isNormalized { try normalize(last, &tokenizer, tree) }
        }
    }

    private mutating func normalize(
        _ node: Int,
        _ tokenizer: inout XMLTokenizer,
        _ tree: XMLTreeOutput
    ) throws(ResponseError) {
        let text = tree.nodes[node].text
        try refuseMerging(text.count, at: tree.nodes[node].offset)
        let start = moveToMerged(text, &tokenizer)
        // White space that was cut off from the end.
        merged.removeLast(merged.count - start - text.count)
        XMLSpaceNormalization.normalize(&merged, from: start)
        tree.nodes[node].text = XMLSlice(.merged, offset: start, count: merged.count - start)
    }

    /// Records `xml:space` of the element that was opened last (XML 1.0 §2.10).
    @inline(never)
    func noteSpace(from first: Int, _ tokenizer: inout XMLTokenizer, _ tree: XMLTreeOutput) {
        for index in first..<attributeCount
        where tokenizer.bytes(of: tree.attributes[index].name.slice).hasText("xml:space") {
            let value = tokenizer.bytes(of: tree.attributes[index].value)
            if value.hasText("preserve") { tree.nodes[current].flags.insert(.preservesSpace) }
            if value.hasText("default") { tree.nodes[current].flags.remove(.preservesSpace) }
        }
    }
}

/// The rules for the part of the tokens that a tree keeps.
struct XMLTreeRules {
    /// Whether CDATA sections are nodes of their own.
    let keepsCDATA: Bool
    let keepsComments: Bool
    /// The treatment of white space.
    let whiteSpace: XML.Options.WhiteSpace
    /// Whether all white space is kept.
    let keepsSpace: Bool
    /// The limit on the bytes of one text.
    let textLimit: Int

    init(_ options: XML.Options, _ limits: Limits) {
        keepsCDATA = options.keepsCDATA
        keepsComments = options.keepsComments
        whiteSpace = options.whiteSpace
        keepsSpace = options.whiteSpace == .keep
        textLimit = min(limits.xmlTextBytes, XMLSlice.longest)
    }
}

/// The changes that normalize the white space of a text.
private struct XMLSpaceNormalization {
    /// The number of bytes of white space at the beginning.
    let leading: Int
    /// The number of bytes up to the white space at the end; 0 if there is nothing else.
    let end: Int
    /// Whether all the white space between the two is single spaces.
    let isNormalized: Bool

    init(_ text: Span<UInt8>) {
        var start = 0
        while start < text.count, XMLCharacters.isWhitespace(text[start]) { start += 1 }
        var end = text.count
        while end > start, XMLCharacters.isWhitespace(text[end - 1]) { end -= 1 }
        leading = start
        self.end = end > start ? end : 0
        isNormalized = Self.isNormalized(text.extracting(start..<end))
    }

    private static func isNormalized(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where XMLCharacters.isWhitespace(text[index]) {
            // Neither the first nor the last byte is white space.
            if text[index] != UInt8(ascii: " ") || XMLCharacters.isWhitespace(text[index + 1]) { return false }
        }
        return true
    }

    /// Makes each run of white space one space in a text at the end of an array.
    static func normalize(_ bytes: inout [UInt8], from start: Int) {
        var end = start
        for index in start..<bytes.count {
            let byte = bytes[index]
            if XMLCharacters.isWhitespace(byte), end > start, bytes[end - 1] == UInt8(ascii: " ") { continue }
            bytes[end] = XMLCharacters.isWhitespace(byte) ? UInt8(ascii: " ") : byte
            end += 1
        }
        bytes.removeLast(bytes.count - end)
    }
}
