import DecantCore

// Text whose parts stand apart from one another, and text that is tidied once all of it is there.

extension XMLDocumentBuilder {
    /// Appends the text of a token to the last node.
    ///
    /// What is appended to again and again stands at the end of its store, so each byte is copied at most twice.
    @inline(never)
    mutating func merge(
        _ token: XMLToken,
        _ tokenizer: inout XMLTokenizer,
        _ tree: XMLTreeRoom
    ) throws(ResponseError) {
        let last = nodeCount - 1
        let text = tree.nodes[last].text
        try refuseMerging(text.count + token.text.count, at: token.offset)
        let start = moveToMerged(text, &tokenizer)
        merged.append(copying: tokenizer.bytes(of: token.text))
        tree.nodes[last].text = XMLSlice(.merged, offset: start, count: merged.count - start)
    }

    /// Makes sure that the numbers of a slice can hold what is going to be put together.
    private func refuseMerging(_ length: Int, at offset: Int) throws(ResponseError) {
        guard length <= rules.textLimit else {
            let message = "a text has more than \(rules.textLimit) bytes"
            throw ResponseError(.limitExceeded, message, offset: offset, limit: .xmlTextBytes)
        }
        guard length <= Int(UInt32.max) - merged.count else {
            let message = "the texts of a document can have at most \(UInt32.max) bytes"
            throw ResponseError(.limitExceeded, message, offset: offset, limit: .bodyBytes, hint: "this bound is fixed")
        }
    }

    /// Makes a text the last one that was put together.
    ///
    /// - Returns: Where it begins.
    private mutating func moveToMerged(_ text: XMLSlice, _ tokenizer: inout XMLTokenizer) -> Int {
        guard text.store == .merged else {
            merged.append(copying: tokenizer.bytes(of: text))
            return merged.count - text.count
        }
        // Nothing is put together between two parts of one text.
        return text.start
    }

    /// Leaves white space out of the text that ends here, if the last node is one.
    @inline(never)
    mutating func tidyText(_ tokenizer: inout XMLTokenizer, _ tree: XMLTreeRoom) throws(ResponseError) {
        let last = nodeCount - 1
        guard !rules.keepsSpace, tree.nodes[last].kind == .text, tree.nodes[last].parent == current else { return }
        guard !tree.nodes[current].flags.contains(.preservesSpace) else { return }
        let text = tree.nodes[last].text
        let folding =
            text.store == .merged
            ? XMLFolding(merged.span.extracting(text.start..<text.start + text.count))
            : XMLFolding(tokenizer.bytes(of: text))
        if folding.end == 0 {
            nodeCount -= 1
        } else if rules.whiteSpace == .fold {
            tree.nodes[last].text = text.prefix(folding.end).dropFirst(folding.leading)
            if !folding.isFolded { try fold(last, &tokenizer, tree) }
        }
    }

    private mutating func fold(
        _ node: Int,
        _ tokenizer: inout XMLTokenizer,
        _ tree: XMLTreeRoom
    ) throws(ResponseError) {
        let text = tree.nodes[node].text
        try refuseMerging(text.count, at: tree.nodes[node].offset)
        let start = moveToMerged(text, &tokenizer)
        // White space that was cut off from the end.
        merged.removeLast(merged.count - start - text.count)
        XMLFolding.fold(&merged, from: start)
        tree.nodes[node].text = XMLSlice(.merged, offset: start, count: merged.count - start)
    }

    /// Notes what `xml:space` says of the element that was opened last (XML 1.0 §2.10).
    @inline(never)
    func noteSpace(from first: Int, _ tokenizer: inout XMLTokenizer, _ tree: XMLTreeRoom) {
        for index in first..<attributeCount
        where tokenizer.bytes(of: tree.attributes[index].name.slice).hasText("xml:space") {
            let value = tokenizer.bytes(of: tree.attributes[index].value)
            if value.hasText("preserve") { tree.nodes[current].flags.insert(.preservesSpace) }
            if value.hasText("default") { tree.nodes[current].flags.remove(.preservesSpace) }
        }
    }
}
