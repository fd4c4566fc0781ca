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
            if byte == 0x3E {
                position &+= 1
                break
            }
            if XMLCharacters.isSpace(byte) {
                position = skipSpace(text, at: position &+ 1)
                byte = text[position]
                if byte != 0x3E, byte != 0x2F {
                    position = try attribute(text, at: position, &special)
                    continue
                }
            }
            guard byte == 0x2F || byte == 0x3E else { throw tagFault(text, at: position, name) }
            if byte == 0x2F {
                guard text[position &+ 1] == 0x3E else { throw tagFault(text, at: position &+ 1, name) }
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
        if _slowPath(text[position] != 0x3D) { position = try skipToEquals(text, at: position, name) }
        position &+= 1
        var quote = text[position]
        if _slowPath(quote != 0x22 && quote != 0x27) {
            position = skipSpace(text, at: position)
            quote = text[position]
            guard quote == 0x22 || quote == 0x27 else { throw valueFault(at: position, name) }
        }
        let end = text.valueEnd(from: position &+ 1, quote: quote)
        let value: XMLSlice
        if _fastPath(text[end] == quote && end &- position <= textLimit) {
            value = XMLSlice(store, offset: position &+ 1, count: end &- position &- 1)
            position = end &+ 1
        } else {
            (value, position) = try longValue(text, from: position &+ 1, stop: end, quote: quote)
        }
        let word = text.bytes(from: name.start, to: name.end).word
        var flags: XMLAttributeRecord.Flags = []
        if word & 0xFF_FFFF_FFFF == 0x73_6E6C_6D78, name.length == 5 || name.colon == 5, processesNamespaces {
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
        if _slowPath(attributeList.count > attributeLimit) { throw attributeLimitFault(at: start) }
        if _slowPath(elements.count >= depthLimit) { throw depthFault(at: start) }
        let slice = XMLSlice(store, offset: name.start, count: name.length)
        var special = traits
        if _slowPath(declaresAttributes) {
            try addDeclaredAttributes(to: slice, &special)
            if attributeList.count > attributeLimit { throw attributeLimitFault(at: start) }
        }
        let bindings = namespaceState.undo.count
        var namespace = namespaceState.defaultNamespace
        if _slowPath(special.declaresNamespaces) {
            try declareNamespaces()
            namespace = namespaceState.defaultNamespace
        }
        if name.colon != 0 { namespace = try self.namespace(ofElement: name, text) }
        if special.hasPrefixes { try resolveAttributes() }
        let fullName = XMLName(slice, prefixLength: name.colon, namespace: namespace)
        let offset = offset(of: start)
        elements.append(
            XMLOpenElement(name: fullName, bindings: UInt32(truncatingIfNeeded: bindings), offset: offset)
        )
        token = XMLToken(kind: .startElement, name: fullName, text: .empty, offset: offset)
        endsEmptyElement = isEmpty
        position = end
    }
}
