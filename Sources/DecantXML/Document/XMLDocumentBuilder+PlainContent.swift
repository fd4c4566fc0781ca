// Most of a document consists of tags with ASCII names, and of contiguous values and text. This code converts them into
// nodes directly, in half the time that tokens would take. The tokenizer parses everything else and reports all errors:
// a tag or text that turns out not to be plain is parsed again from its start.
//
// The next token cannot be parsed before the end of the current name or text is known. Many lengths repeat, so the
// processor can predict them instead of waiting, which saves a fifth to a third of the time.

import CDecantScan

extension XMLDocumentBuilder {
    /// Adds tags and text of the common form; the tokenizer resumes after the last one.
    @inline(never)
    mutating func addPlainContent(_ tokenizer: inout XMLTokenizer) {
        guard rules.keepsSpace, tokenizer.isAtPlainContent else { return }
        let text = tokenizer.scanner.text
        var position = tokenizer.scanner.position
        // The continuation of an interrupted text must be merged with it.
        if text[position] != UInt8(ascii: "<"), endsWithText { return }
        let changedElements = tokenizer.changedElements
        let mostNodes = rules.nodeLimit &- XMLTags.mostPairwise &- 2
        while tree.hasCapacity(nodes: 2, attributes: XMLTags.mostPairwise),
            tree.nodeCount &+ tree.attributeCount <= mostNodes
        {
            let start = position &+ decant_predicted(text.textEnd(from: position) &- position)
            guard text[start] == UInt8(ascii: "<"), start <= tokenizer.scanner.validated,
                start &- position <= tokenizer.scanner.rules.textLimit
            else { break }
            if start > position {
                append(.text, .nameless(XMLSlice(offset: position, count: start &- position)), at: position)
                position = start
            }
            let isEnd = text[start &+ 1] == UInt8(ascii: "/")
            let end =
                isEnd
                ? addEndTag(text, at: start, &tokenizer) : addStartTag(text, at: start, changedElements, &tokenizer)
            guard let end else { break }
            position = end
        }
        tokenizer.scanner.position = position
    }

    /// Ends an element other than the root; returns the position after the tag, or nil if the tag is not plain.
    @inline(__always)
    private mutating func addEndTag(_ text: UnsafeXMLText, at start: Int, _ tokenizer: inout XMLTokenizer) -> Int? {
        let last = tokenizer.tags.elements.count &- 1
        let element = tokenizer.tags.elements[last]
        let name = text.plainBytes(element.name.slice)
        let end = start &+ 2 &+ name.count
        guard last > 0, end < tokenizer.scanner.validated, text[end] == UInt8(ascii: ">"),
            text.bytes(from: start &+ 2, to: end) == name, tokenizer.tags.namespaces.changeCount == element.bindings
        else { return nil }
        tokenizer.tags.closeElement()
        tree[current].end = tree.nodeCount
        current = tree[current].parent
        return end &+ 1
    }

    /// Adds an element; returns the position after its start tag, or nil if the tag is not plain.
    @inline(__always)
    private mutating func addStartTag(
        _ text: UnsafeXMLText,
        at start: Int,
        _ changedElements: UInt64,
        _ tokenizer: inout XMLTokenizer
    ) -> Int? {
        guard tokenizer.tags.elements.count < tokenizer.scanner.rules.depthLimit,
            let name = text.plainName(at: start &+ 1, limit: tokenizer.scanner.rules.nameLimit)
        else { return nil }
        if changedElements != 0 {
            let word = text.bytes(from: name.start, to: name.end).word
            guard changedElements & XMLTagTraits.bit(of: word, length: name.length) == 0 else { return nil }
        }
        let first = tree.attributeCount
        var position = name.end
        if XMLCharacters.isWhitespace(text[position]) {
            guard let end = addAttributes(text, at: position, &tokenizer) else {
                tree.removeAttributes(from: first)
                return nil
            }
            position = end
        }
        let isEmpty = text[position] == UInt8(ascii: "/")
        let end = position &+ (isEmpty ? 1 : 0)
        var namespace = tokenizer.tags.namespaces.defaultNamespace
        if name.colon != 0 {
            namespace = tokenizer.tags.namespaces.namespace(
                of: text.bytes(from: name.start, to: name.start &+ name.colon)
            )
        }
        guard text[end] == UInt8(ascii: ">"), end < tokenizer.scanner.validated, name.colon == 0 || namespace != .none
        else {
            tree.removeAttributes(from: first)
            return nil
        }
        let slice = XMLSlice(offset: name.start, count: name.length)
        let fullName = XMLName(slice, prefixLength: name.colon, namespace: namespace)
        append(.element, fullName, at: start, attributes: first)
        if !isEmpty {
            tokenizer.tags.openElement(fullName, at: start)
            current = tree.nodeCount &- 1
        }
        return end &+ 1
    }

    /// Adds the attributes of a tag, and returns the position of the end of the tag.
    ///
    /// Returns nil if an attribute is not plain.
    @inline(never)
    private mutating func addAttributes(_ text: UnsafeXMLText, at start: Int, _ tokenizer: inout XMLTokenizer) -> Int? {
        let first = tree.attributeCount
        let most = min(tokenizer.scanner.rules.attributeLimit, XMLTags.mostPairwise)
        var traits = XMLTagTraits()
        var prefixed = 0
        var position = start
        while XMLCharacters.isWhitespace(text[position]) {
            position &+= 1
            while _slowPath(XMLCharacters.isWhitespace(text[position])) { position &+= 1 }
            if text[position] == UInt8(ascii: ">") || text[position] == UInt8(ascii: "/") { break }
            guard tree.attributeCount &- first < most,
                let name = text.plainName(at: position, limit: tokenizer.scanner.rules.nameLimit),
                text[name.end] == UInt8(ascii: "="), XMLCharacters.isQuote(text[name.end &+ 1])
            else { return nil }
            let value = name.end &+ 2
            position = text.valueEnd(from: value, quote: text[value &- 1])
            let bytes = text.bytes(from: name.start, to: name.end)
            let word = bytes.word
            guard text[position] == text[value &- 1], position &- value < tokenizer.scanner.rules.textLimit,
                !XMLKeyword.xmlns.isPrefix(of: word)
            else { return nil }
            if traits.note(word, length: name.length), hasAttribute(bytes, from: first, text) { return nil }
            var namespace = XMLNamespaceID.none
            if name.colon != 0 {
                namespace = tokenizer.tags.namespaces.namespace(
                    of: text.bytes(from: name.start, to: name.start &+ name.colon)
                )
                guard namespace != .none else { return nil }
                prefixed &+= 1
            }
            let slice = XMLSlice(offset: name.start, count: name.length)
            tree.append(
                XMLAttributeRecord(
                    XMLName(slice, prefixLength: name.colon, namespace: namespace),
                    value: XMLSlice(offset: value, count: position &- value)
                )
            )
            position &+= 1
        }
        if prefixed > 1, hasSameExpandedNames(from: first, text) { return nil }
        return position
    }

    @inline(never)
    private func hasAttribute(_ name: UnsafeXMLBytes, from first: Int, _ text: UnsafeXMLText) -> Bool {
        (first..<tree.attributeCount).contains { text.plainBytes(tree.attribute(at: $0).name.slice) == name }
    }

    /// Returns whether two attributes of a tag have the same local name in the same namespace (Namespaces in XML §6.3).
    @inline(never)
    private func hasSameExpandedNames(from first: Int, _ text: UnsafeXMLText) -> Bool {
        (first..<tree.attributeCount).contains { later in
            let name = tree.attribute(at: later).name
            guard name.namespace != .none else { return false }
            return (first..<later).contains { earlier in
                let other = tree.attribute(at: earlier).name
                return other.namespace == name.namespace
                    && text.plainBytes(other.local) == text.plainBytes(name.local)
            }
        }
    }
}

extension UnsafeXMLText {
    fileprivate func plainBytes(_ slice: XMLSlice) -> UnsafeXMLBytes {
        bytes(from: slice.start, to: slice.start &+ slice.count)
    }

    /// Returns the end of an ASCII name with at most one colon, which is neither the first nor the last character.
    ///
    /// Returns nil for any other name.
    @inline(__always)
    fileprivate func plainName(at start: Int, limit: Int) -> XMLNameEnd? {
        var run = nameRun(at: start)
        run.stop = decant_predicted(run.stop)
        if run.stop == 16 { run = longNameRun(at: start) }
        let end = start &+ run.stop
        // `-`, `.`, and digits cannot start a name. In ASCII they precede all other name characters.
        guard run.stop > 0, run.stop <= limit, UTF8.isASCII(self[end]), self[start] >= UInt8(ascii: ":"),
            run.colon == 0
                || run.colon > 0 && run.colon &+ 1 < run.stop && self[start &+ run.colon &+ 1] > UInt8(ascii: ":")
        else { return nil }
        return XMLNameEnd(start: start, end: end, colon: run.colon)
    }

    /// Returns the end of a run of ASCII name characters of any length.
    @inline(never)
    private func longNameRun(at start: Int) -> XMLNameRun {
        var run = nameRun(at: start)
        var isLast = run.stop < 16
        while !isLast {
            let next = nameRun(at: start &+ run.stop)
            if next.colon != 0 { run.colon = run.colon == 0 && next.colon > 0 ? run.stop &+ next.colon : -1 }
            isLast = next.stop < 16
            run.stop &+= next.stop
        }
        return run
    }
}
