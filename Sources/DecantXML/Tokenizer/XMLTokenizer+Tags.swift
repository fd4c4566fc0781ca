extension XMLTokenizer {
    /// Reads a start tag, or the tag of an element without content (productions 40 and 44).
    @inline(__always)
    mutating func startTag(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Bool {
        let name = try name(text, at: start &+ 1)
        var position = name.end
        attributeList.truncate(to: 0)
        var special = XMLTagTraits()
        var isEmpty = false
        while true {
            var byte = text[position]
            if byte == UInt8(ascii: ">") {
                position &+= 1
                break
            }
            if XMLCharacters.isWhitespace(byte) {
                position = skipSpace(text, at: position &+ 1)
                byte = text[position]
                if byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
                    position = try attribute(text, at: position, &special)
                    continue
                }
            }
            guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") else {
                throw tagFault(text, at: position, name)
            }
            if byte == UInt8(ascii: "/") {
                guard text[position &+ 1] == UInt8(ascii: ">") else { throw tagFault(text, at: position &+ 1, name) }
                position &+= 1
                isEmpty = true
            }
            position &+= 1
            break
        }
        try open(text, name, from: start, to: position, isEmpty: isEmpty, special)
        return true
    }

    /// Reads an attribute and the white space around its `=` (production 41).
    @inline(__always)
    private mutating func attribute(
        _ text: UnsafeXMLText,
        at start: Int,
        _ special: inout XMLTagTraits
    ) throws(XMLFault) -> Int {
        let name = try name(text, at: start)
        var position = name.end
        if _slowPath(text[position] != UInt8(ascii: "=")) { position = try skipToEquals(text, at: position, name) }
        position &+= 1
        var quote = text[position]
        if _slowPath(!XMLCharacters.isQuote(quote)) {
            position = skipSpace(text, at: position)
            quote = text[position]
            guard XMLCharacters.isQuote(quote) else { throw valueFault(at: position, name) }
        }
        let end = text.valueEnd(from: position &+ 1, quote: quote)
        let value: XMLSlice
        if _fastPath(text[end] == quote && end &- position <= rules.textLimit) {
            value = XMLSlice(store, offset: position &+ 1, count: end &- position &- 1)
            position = end &+ 1
        } else {
            (value, position) = try longValue(text, from: position &+ 1, stop: end, quote: quote)
        }
        let word = text.bytes(from: name.start, to: name.end).word
        var flags: XMLAttributeRecord.Flags = []
        if XMLKeyword.xmlns.isPrefix(of: word), name.length == 5 || name.colon == 5, rules.processesNamespaces {
            flags = .declaresNamespace
            special.declaresNamespaces = true
        } else if name.colon != 0 {
            special.hasPrefixes = true
        }
        let slice = XMLSlice(store, offset: name.start, count: name.length)
        attributeList.append(XMLAttributeRecord(XMLName(slice, prefixLength: name.colon), value: value, flags: flags))
        if _slowPath(special.note(word, length: name.length)) { try refuseRepetition(reached: position) }
        return position
    }

    /// Opens the element of a start tag that was read.
    @inline(__always)
    private mutating func open(
        _ text: UnsafeXMLText,
        _ name: XMLNameEnd,
        from start: Int,
        to end: Int,
        isEmpty: Bool,
        _ traits: XMLTagTraits
    ) throws(XMLFault) {
        // A malformed byte in the tag comes before what is wrong with the whole of it, wherever the tag is cut.
        if _slowPath(end > validated), store == .text { try validate(upTo: end) }
        if _slowPath(attributeList.count > Self.mostPairwise) { try refuseRepetitions() }
        if _slowPath(attributeList.count > rules.attributeLimit) { throw attributeLimitFault(at: start) }
        if _slowPath(elements.count >= rules.depthLimit) { throw depthFault(at: start) }
        let slice = XMLSlice(store, offset: name.start, count: name.length)
        var special = traits
        if _slowPath(documentTypeState.declaresAttributes) {
            try addDeclaredAttributes(to: slice, &special)
            if attributeList.count > rules.attributeLimit { throw attributeLimitFault(at: start) }
        }
        let bindings = namespaceState.changeCount
        var namespace = namespaceState.defaultNamespace
        if _slowPath(special.declaresNamespaces) {
            try declareNamespaces()
            namespace = namespaceState.defaultNamespace
        }
        if name.colon != 0 { namespace = try self.namespace(ofElement: name, text) }
        if special.hasPrefixes { try resolveAttributes() }
        let fullName = XMLName(slice, prefixLength: name.colon, namespace: namespace)
        let offset = offset(of: start)
        elements.append(XMLOpenElement(name: fullName, bindings: UInt32(truncatingIfNeeded: bindings), offset: offset))
        token = XMLToken(kind: .startElement, name: fullName, text: .empty, offset: offset)
        endsEmptyElement = isEmpty
        position = end
    }

    /// Reads an end tag (production 42).
    @inline(__always)
    mutating func endTag(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Bool {
        let last = elements.count &- 1
        let element = elements[last]
        let name = view(element.name.slice)
        var end = start &+ 2 &+ name.count
        guard
            _fastPath(
                last >= expansion.elementFloor && name.isPrefix(of: text.bytes(from: start &+ 2, to: start &+ 2))
            )
        else {
            throw endTagFault(text, at: start)
        }
        if _slowPath(text[end] != UInt8(ascii: ">")) {
            end = skipSpace(text, at: end)
            guard text[end] == UInt8(ascii: ">") else { throw endTagFault(text, at: start) }
        }
        try commit(end &+ 1)
        close(element, at: offset(of: start))
        return true
    }

    /// Ends an element without content.
    mutating func endEmptyElement() -> Bool {
        endsEmptyElement = false
        close(elements[elements.count &- 1], at: offset(of: position &- 2))
        return true
    }

    @inline(__always)
    private mutating func close(_ element: XMLOpenElement, at offset: Int) {
        let count = elements.count &- 1
        elements.truncate(to: count)
        if namespaceState.changeCount != element.bindings { namespaceState.unbind(to: Int(element.bindings)) }
        if count == 0 { phase = .epilog }
        token = XMLToken(kind: .endElement, name: element.name, text: .empty, offset: offset)
    }

    /// The number of attributes that are compared one by one.
    static var mostPairwise: Int { 32 }

    /// Throws if the last attribute has the name of one before it (XML 1.0 §3.1, Unique Att Spec); with many attributes
    /// that is left to the end of the tag.
    @inline(never)
    func refuseRepetition(reached end: Int) throws(XMLFault) {
        let last = attributeList.count - 1
        guard last < Self.mostPairwise else { return }
        let name = view(attributeList[last].name.slice)
        for earlier in 0..<last where view(attributeList[earlier].name.slice) == name {
            throw repetitionFault(attributeList[last].name, reached: end - 1)
        }
    }

    /// Throws if any two of many attributes have the same name.
    @inline(never)
    func refuseRepetitions() throws(XMLFault) {
        let repetition = XMLHashSlots.firstRepetition(among: attributeList.count) { index in
            view(attributeList[index].name.slice).hash()
        } isEqual: { earlier, later in
            view(attributeList[earlier].name.slice) == view(attributeList[later].name.slice)
        }
        if let repetition { throw repetitionFault(attributeList[repetition.later].name) }
    }
}

/// The extra work that the attributes of a tag require beyond being listed.
struct XMLTagTraits {
    /// Whether one of them declares a namespace.
    var declaresNamespaces = false
    /// Whether the name of one of them has a prefix.
    var hasPrefixes = false
    /// One bit of 64 for each name so far; names that differ may have the same.
    private var seen: UInt64 = 0

    /// Records a name by its first eight bytes and its length; true if it may have been there before.
    @inline(__always)
    mutating func note(_ word: UInt64, length: Int) -> Bool {
        let bit = Self.bit(of: word, length: length)
        defer { seen |= bit }
        return seen & bit != 0
    }

    /// One bit of 64 for a name, by its first eight bytes and its length; names that differ may have the same.
    @inline(__always)
    static func bit(of word: UInt64, length: Int) -> UInt64 {
        let mixed = (word ^ UInt64(truncatingIfNeeded: length) &<< 56) &* 0x9E37_79B9_7F4A_7C15
        return 1 &<< (mixed &>> 58)
    }
}
