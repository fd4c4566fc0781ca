import CDecantScan
import DecantCore

/// A builder that creates the nodes of a document from tokens, without an object or recursion per node.
struct XMLDocumentBuilder: ~Copyable {
    var nodes: UnsafeXMLBuffer<XMLNode>
    var attributes: UnsafeXMLBuffer<XMLAttributeRecord>
    /// The number of nodes before the document type declaration.
    private(set) var documentTypeIndex = 1
    /// The innermost open node.
    private(set) var current = 0
    private var keepsSpace: Bool { whitespace == .keep }
    private let keepsCDATA: Bool
    private let keepsComments: Bool
    private let whitespace: XML.Options.Whitespace
    private let nodeLimit: Int
    private let textLength: Int

    init(_ options: borrowing XML.Options, _ limits: borrowing Limits, textLength: Int) {
        keepsCDATA = options.keepsCDATA
        keepsComments = options.keepsComments
        whitespace = options.whitespace
        // Indices have 32 bits, and one is reserved for the sentinel.
        nodeLimit = min(max(limits.xmlNodes, 0), Int(UInt32.max) - 1)
        self.textLength = textLength
        // Most documents have a node or an attribute per 15 to 40 bytes. Unused memory is never touched. If the lists
        // do not grow, the allocator keeps their memory for the next document, because the larger one was at least half
        // of it; see M_TRIM_THRESHOLD in mallopt(3).
        nodes = UnsafeXMLBuffer(capacity: textLength / 12 + 16)
        attributes = UnsafeXMLBuffer(capacity: textLength / 12 + 8)
        append(.document, .nameless(.empty), at: 0)
    }

    /// Parses the whole document.
    mutating func read(_ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        while try tokenizer.advance() {
            try add(from: &tokenizer)
            addPlainContent(&tokenizer)
        }
    }

    @inline(__always)
    private mutating func add(from tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let token = tokenizer.token
        switch token.kind {
        case .startElement:
            if !keepsSpace { try tidyText(&tokenizer) }
            open(token, &tokenizer)
        case .endElement:
            if !keepsSpace { try tidyText(&tokenizer) }
            closeElement()
        case .text: try addText(token, &tokenizer)
        default: try addRest(token, &tokenizer)
        }
        if _slowPath(nodes.count &+ attributes.count > nodeLimit) {
            let message = "the document has more than \(nodeLimit) nodes and attributes"
            throw ResponseError(.limitExceeded, message, at: tokenizer.site(of: token.offset), limit: .xmlNodes)
        }
    }

    @inline(__always)
    private mutating func open(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) {
        let index = nodes.count
        append(.element, token.name, at: token.offset, flags: nodes[current].flags)
        current = index
        let first = attributes.count
        for attribute in 0..<tokenizer.attributeCount { attributes.append(tokenizer.attribute(at: attribute)) }
        if !keepsSpace { recordSpace(from: first, &tokenizer) }
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
        let last = nodes[nodes.count &- 1]
        return last.kind == .text && last.parent == current
    }

    @inline(never)
    private mutating func addRest(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        switch token.kind {
        case .cdata where !keepsCDATA:
            if !token.text.isEmpty { try addText(token, &tokenizer) }
        // The texts around the comment stay adjacent.
        case .comment where !keepsComments: tokenizer.scanner.discard(token.text)
        case .documentType: documentTypeIndex = nodes.count
        case .processingInstruction:
            try tidyText(&tokenizer)
            append(.processingInstruction, token.name, at: token.offset)
            attributes.append(XMLAttributeRecord(token.name, value: token.text))
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
        firstAttribute: Int? = nil,
        flags: XMLNode.Flags = []
    ) {
        let node = XMLNode(
            kind,
            name,
            parent: current,
            end: nodes.count &+ 1,
            offset: offset,
            attributes: firstAttribute ?? attributes.count,
            flags: flags
        )
        nodes.append(node)
    }

    /// Ends the innermost open element after its last descendant.
    @inline(__always)
    mutating func closeElement() {
        nodes[current].end = nodes.count
        current = nodes[current].parent
    }

    /// Ends the document with a sentinel after the last node.
    mutating func finish() {
        nodes[0].end = nodes.count
        current = 0
        append(.document, .nameless(.empty), at: textLength)
        nodes.shrink()
        attributes.shrink()
    }
}

// The following functions join texts from separate parts, and normalize whitespace at the end of a text.

extension XMLDocumentBuilder {
    /// Appends the text of a token to the last node.
    ///
    /// A growing text is at the end of the assembled text, so each byte is copied at most twice.
    @inline(never)
    private mutating func merge(_ token: XMLToken, _ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let last = nodes.count - 1
        let text = nodes[last].text
        let length = text.count + token.text.count
        let limit = tokenizer.scanner.rules.textLimit
        guard length <= limit else {
            let message = "a text has more than \(limit.counted("byte"))"
            throw ResponseError(.limitExceeded, message, at: tokenizer.site(of: token.offset), limit: .xmlTextBytes)
        }
        try checkAssembling(length, at: token.offset, tokenizer)
        nodes[last].text = tokenizer.scanner.joined(text, token.text)
    }

    /// Throws if an assembled text would exceed the 32-bit offsets of slices.
    private func checkAssembling(
        _ length: Int,
        at offset: Int,
        _ tokenizer: borrowing XMLTokenizer
    ) throws(ResponseError) {
        guard length > Int(UInt32.max) - tokenizer.scanner.assembled.count else { return }
        let message = "the texts of a document can have at most \(UInt32.max) bytes"
        let (site, hint): (ErrorSite, Hint) = (tokenizer.site(of: offset), "this bound is fixed")
        throw ResponseError(.limitExceeded, message, at: site, limit: .bodyBytes, hint: hint)
    }

    /// Applies the whitespace policy to the last node, if it is a text that ends here.
    @inline(never)
    private mutating func tidyText(_ tokenizer: inout XMLTokenizer) throws(ResponseError) {
        let last = nodes.count - 1
        guard !keepsSpace, nodes[last].kind == .text, nodes[last].parent == current else { return }
        guard !nodes[current].flags.contains(.preservesSpace) else { return }
        let text = nodes[last].text
        if tokenizer.scanner.isWhitespace(text) {
            nodes.truncate(to: last)
        } else if whitespace == .collapse {
            try checkAssembling(text.count, at: nodes[last].offset, tokenizer)
            nodes[last].text = tokenizer.scanner.folded(text, XMLCharacters.isWhitespace)
        }
    }

    /// Records `xml:space` of the last opened element (XML 1.0 §2.10).
    @inline(never)
    private mutating func recordSpace(from first: Int, _ tokenizer: inout XMLTokenizer) {
        for index in first..<attributes.count
        where tokenizer.scanner.view(attributes[index].name.slice).isEqual(to: "xml:space") {
            let value = tokenizer.scanner.view(attributes[index].value)
            if value.isEqual(to: "preserve") { nodes[current].flags.insert(.preservesSpace) }
            if value.isEqual(to: "default") { nodes[current].flags.remove(.preservesSpace) }
        }
    }
}

// Most of a document consists of tags with ASCII names, and of contiguous values and text. This code converts them into
// nodes directly, in half the time that tokens would take. The tokenizer parses everything else and reports all errors:
// a tag or text that turns out not to be plain is parsed again from its start.
//
// The next token cannot be parsed before the end of the current name or text is known. Many lengths repeat, so the
// processor can predict them instead of waiting, which saves a fifth to a third of the time.

extension XMLDocumentBuilder {
    /// Adds tags and text of the common form; the tokenizer resumes after the last one.
    @inline(never)
    mutating func addPlainContent(_ tokenizer: inout XMLTokenizer) {
        guard keepsSpace, tokenizer.isAtPlainContent else { return }
        let text = tokenizer.scanner.text
        var position = tokenizer.scanner.position
        // The continuation of an interrupted text must be merged with it.
        if text[position] != UInt8(ascii: "<"), endsWithText { return }
        let maxNodes = nodeLimit &- XMLTags.maxPairwise &- 2
        while nodes.count &+ attributes.count <= maxNodes {
            let start = position &+ decant_predicted(text.textEnd(from: position) &- position)
            guard text[start] == UInt8(ascii: "<"), start <= tokenizer.scanner.validated,
                start &- position <= tokenizer.scanner.rules.textLimit
            else { break }
            if start > position {
                append(.text, .nameless(XMLSlice(offset: position, count: start &- position)), at: position)
                position = start
            }
            let isEnd = text[start &+ 1] == UInt8(ascii: "/")
            let end = isEnd ? addEndTag(text, at: start, &tokenizer) : addStartTag(text, at: start, &tokenizer)
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
        closeElement()
        return end &+ 1
    }

    /// Adds an element; returns the position after its start tag, or nil if the tag is not plain.
    @inline(__always)
    private mutating func addStartTag(
        _ text: UnsafeXMLText,
        at start: Int,
        _ tokenizer: inout XMLTokenizer
    ) -> Int? {
        guard tokenizer.tags.elements.count < tokenizer.scanner.rules.depthLimit,
            let name = text.plainName(at: start &+ 1, limit: tokenizer.scanner.rules.nameLimit),
            !tokenizer.entities.changesTags(of: text.bytes(from: name.start, to: name.end))
        else { return nil }
        let first = attributes.count
        var position = name.end
        if XMLCharacters.isWhitespace(text[position]) {
            guard let end = addAttributes(text, at: position, &tokenizer) else {
                attributes.truncate(to: first)
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
        guard text[end] == UInt8(ascii: ">"), end < tokenizer.scanner.validated,
            name.colon == 0 || namespace != .none
        else {
            attributes.truncate(to: first)
            return nil
        }
        let slice = XMLSlice(offset: name.start, count: name.length)
        let fullName = XMLName(slice, prefixLength: name.colon, namespace: namespace)
        append(.element, fullName, at: start, firstAttribute: first)
        if !isEmpty {
            tokenizer.tags.openElement(fullName, at: start)
            current = nodes.count &- 1
        }
        return end &+ 1
    }

    /// Adds the attributes of a tag, and returns the position of the end of the tag.
    ///
    /// Returns nil if an attribute is not plain.
    @inline(never)
    private mutating func addAttributes(_ text: UnsafeXMLText, at start: Int, _ tokenizer: inout XMLTokenizer) -> Int? {
        let first = attributes.count
        let limit = min(tokenizer.scanner.rules.attributeLimit, XMLTags.maxPairwise)
        var traits = XMLTagTraits()
        var prefixed = 0
        var position = start
        while XMLCharacters.isWhitespace(text[position]) {
            position &+= 1
            while _slowPath(XMLCharacters.isWhitespace(text[position])) { position &+= 1 }
            if text[position] == UInt8(ascii: ">") || text[position] == UInt8(ascii: "/") { break }
            guard attributes.count &- first < limit,
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
            if traits.recordName(word, length: name.length),
                attributes.contains(bytes, from: first, &tokenizer.entities.scanner)
            {
                return nil
            }
            var namespace = XMLNamespaceID.none
            if name.colon != 0 {
                namespace = tokenizer.tags.namespaces.namespace(
                    of: text.bytes(from: name.start, to: name.start &+ name.colon)
                )
                guard namespace != .none else { return nil }
                prefixed &+= 1
            }
            let slice = XMLSlice(offset: name.start, count: name.length)
            let fullName = XMLName(slice, prefixLength: name.colon, namespace: namespace)
            let valueSlice = XMLSlice(offset: value, count: position &- value)
            attributes.append(XMLAttributeRecord(fullName, value: valueSlice))
            position &+= 1
        }
        if prefixed > 1, attributes.sameExpandedNames(from: first, &tokenizer.entities.scanner) != nil { return nil }
        return position
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
