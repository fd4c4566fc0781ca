import DecantCore

/// A builder that creates the nodes of a document from tokens, without an object or recursion per node.
struct XMLDocumentBuilder: ~Copyable {
    var tree: XMLTree
    /// Texts that are not contiguous in the source, because content between their parts was omitted.
    var merged: [UInt8] = []
    /// The number of nodes before the document type declaration.
    private(set) var documentTypeIndex = 1
    /// The innermost open node.
    var current = 0
    let rules: XMLTreeRules
    private let textLength: Int

    init(_ options: borrowing XML.Options, _ limits: borrowing Limits, textLength: Int) {
        rules = XMLTreeRules(options, limits)
        self.textLength = textLength
        tree = XMLTree(textLength: textLength)
        append(.document, .nameless(.empty), at: 0)
    }

    /// Parses the whole document, and adds positions to errors.
    mutating func read(_ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        do throws(ResponseError) {
            while try tokenizer.advance() {
                try add(from: &tokenizer)
                addPlainContent(&tokenizer)
            }
        } catch {
            // The builder's errors have only an offset.
            var error = error
            error.locate { tokenizer.site(of: $0) }
            throw error
        }
    }

    @inline(__always)
    private mutating func add(from tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let token = tokenizer.token
        // A token adds one node and its attributes. A processing instruction adds one attribute.
        tree.reserve(nodes: 1, attributes: tokenizer.attributeCount &+ 1, at: token.offset, of: textLength)
        switch token.kind {
        case .startElement:
            if !rules.keepsSpace { try tidyText(&tokenizer) }
            open(token, &tokenizer)
        case .endElement:
            if !rules.keepsSpace { try tidyText(&tokenizer) }
            tree[current].end = tree.nodeCount
            current = tree[current].parent
        case .text: try addText(token, &tokenizer)
        default: try addRest(token, &tokenizer)
        }
        if _slowPath(tree.nodeCount &+ tree.attributeCount > rules.nodeLimit) {
            let message = "the document has more than \(rules.nodeLimit) nodes and attributes"
            throw ResponseError(.limitExceeded, message, offset: token.offset, limit: .xmlNodes)
        }
    }

    @inline(__always)
    private mutating func open(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) {
        let index = tree.nodeCount
        append(.element, token.name, at: token.offset, flags: tree[current].flags)
        current = index
        let first = tree.attributeCount
        for attribute in 0..<tokenizer.attributeCount { tree.append(tokenizer.attribute(at: attribute)) }
        if !rules.keepsSpace { noteSpace(from: first, &tokenizer) }
    }

    @inline(__always)
    private mutating func addText(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        if endsWithText {
            try merge(token, &tokenizer)
        } else {
            append(.text, .nameless(token.text), at: token.offset)
        }
    }

    /// Whether the last node is a text that following text extends.
    var endsWithText: Bool {
        let last = tree[tree.nodeCount &- 1]
        return last.kind == .text && last.parent == current
    }

    @inline(never)
    private mutating func addRest(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        switch token.kind {
        case .cdata where !rules.keepsCDATA:
            if !token.text.isEmpty { try addText(token, &tokenizer) }
        case .comment where !rules.keepsComments: break
        case .documentType: documentTypeIndex = tree.nodeCount
        case .processingInstruction:
            try tidyText(&tokenizer)
            append(.processingInstruction, token.name, at: token.offset)
            tree.append(XMLAttributeRecord(token.name, value: token.text))
        default:
            try tidyText(&tokenizer)
            let kind: XMLNode.Kind = token.kind == .cdata ? .cdata : .comment
            append(kind, .nameless(token.text), at: token.offset)
        }
    }

    /// Appends a node without descendants; the end of an element with content is updated later.
    @inline(__always)
    mutating func append(
        _ kind: XMLNode.Kind,
        _ name: XMLName,
        at offset: Int,
        attributes: Int? = nil,
        flags: XMLNode.Flags = []
    ) {
        let node = XMLNode(
            kind,
            name,
            parent: current,
            end: tree.nodeCount &+ 1,
            offset: offset,
            attributes: attributes ?? tree.attributeCount,
            flags: flags
        )
        tree.append(node)
    }

    /// Ends the document with a sentinel after the last node.
    mutating func finish() {
        tree[0].end = tree.nodeCount
        tree.append(.end(at: textLength, after: tree.nodeCount, attributes: tree.attributeCount))
        tree.finish()
    }
}

// The following functions join texts from separate parts, and normalize whitespace at the end of a text.

extension XMLDocumentBuilder {
    /// Appends the text of a token to the last node.
    ///
    /// A growing text is at the end of `merged`, so each byte is copied at most twice.
    @inline(never)
    mutating func merge(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let last = tree.nodeCount - 1
        let text = tree[last].text
        try refuseMerging(text.count + token.text.count, at: token.offset)
        let start = moveToMerged(text, &tokenizer)
        merged.append(copying: tokenizer.bytes(of: token.text))
        tree[last].text = XMLSlice(.merged, offset: start, count: merged.count - start)
    }

    /// Throws if a merged text would exceed the limit for one text or the 32-bit offsets of slices.
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

    /// Makes a text the last one in `merged`, and returns its offset.
    private mutating func moveToMerged(_ text: XMLSlice, _ tokenizer: inout XMLTokenizer) -> Int {
        guard text.store == .merged else {
            merged.append(copying: tokenizer.bytes(of: text))
            return merged.count - text.count
        }
        // Nothing else is merged between two parts of one text, so the text is already the last one.
        return text.start
    }

    /// Applies the whitespace policy to the last node, if it is a text that ends here.
    @inline(never)
    mutating func tidyText(_ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let last = tree.nodeCount - 1
        guard !rules.keepsSpace, tree[last].kind == .text, tree[last].parent == current else { return }
        guard !tree[current].flags.contains(.preservesSpace) else { return }
        let text = tree[last].text
        let spaces =
            text.store == .merged
            ? XMLSpaceNormalization(merged.span.extracting(text.start..<text.start + text.count))
            : XMLSpaceNormalization(tokenizer.bytes(of: text))
        if spaces.end == 0 {
            tree.removeLastNode()
        } else if rules.whiteSpace == .fold {
            tree[last].text = text.prefix(spaces.end).dropFirst(spaces.leading)
            if !spaces.isNormalized { try normalize(last, &tokenizer) }
        }
    }

    private mutating func normalize(_ node: Int, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let text = tree[node].text
        try refuseMerging(text.count, at: tree[node].offset)
        let start = moveToMerged(text, &tokenizer)
        // Remove trailing whitespace.
        merged.removeLast(merged.count - start - text.count)
        XMLSpaceNormalization.normalize(&merged, from: start)
        tree[node].text = XMLSlice(.merged, offset: start, count: merged.count - start)
    }

    /// Records `xml:space` of the last opened element (XML 1.0 §2.10).
    @inline(never)
    mutating func noteSpace(from first: Int, _ tokenizer: inout XMLTokenizer) {
        for index in first..<tree.attributeCount
        where tokenizer.bytes(of: tree.attribute(at: index).name.slice).hasText("xml:space") {
            let value = tokenizer.bytes(of: tree.attribute(at: index).value)
            if value.hasText("preserve") { tree[current].flags.insert(.preservesSpace) }
            if value.hasText("default") { tree[current].flags.remove(.preservesSpace) }
        }
    }
}

/// The rules that determine which tokens a tree keeps.
struct XMLTreeRules {
    let keepsCDATA: Bool
    let keepsComments: Bool
    let whiteSpace: XML.Options.WhiteSpace
    let keepsSpace: Bool
    let textLimit: Int
    let nodeLimit: Int

    init(_ options: borrowing XML.Options, _ limits: borrowing Limits) {
        keepsCDATA = options.keepsCDATA
        keepsComments = options.keepsComments
        whiteSpace = options.whiteSpace
        keepsSpace = options.whiteSpace == .keep
        textLimit = min(limits.xmlTextBytes, XMLSlice.longest)
        // Indices have 32 bits, and one is reserved for the sentinel.
        nodeLimit = min(max(limits.xmlNodes, 0), Int(UInt32.max) - 1)
    }
}

/// The changes that normalize the whitespace of a text.
private struct XMLSpaceNormalization {
    /// The number of leading whitespace bytes.
    let leading: Int
    /// The number of bytes before the trailing whitespace; 0 if the text is only whitespace.
    let end: Int
    /// Whether every run of whitespace between the two is a single space.
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
            // Neither the first nor the last byte is whitespace.
            if text[index] != UInt8(ascii: " ") || XMLCharacters.isWhitespace(text[index + 1]) { return false }
        }
        return true
    }

    /// Replaces each run of whitespace in the text at the end of an array with a single space.
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
