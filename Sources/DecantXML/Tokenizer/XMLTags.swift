import DecantCore

/// The state of a document's tags: the attributes of the current one, the open elements, and the namespaces in scope.
struct XMLTags: ~Copyable {
    /// The attributes of the current start tag, including namespace declarations; defaults come last.
    private(set) var attributes = UnsafeXMLBuffer<XMLAttributeRecord>()
    private(set) var elements = UnsafeXMLBuffer<XMLOpenElement>()
    private(set) var namespaces = XMLNamespaceState()
    /// Whether the next token is the implied end of an empty element.
    private(set) var endsEmptyElement = false

    /// Reads a start tag or an empty-element tag (productions 40 and 44).
    @inline(__always)
    mutating func start(
        _ entities: inout XMLEntities,
        _ text: UnsafeXMLText,
        at start: Int
    ) throws(XMLParseError) -> XMLToken {
        let name = try entities.scanner.name(text, at: start &+ 1)
        var position = name.end
        attributes.truncate(to: 0)
        var special = XMLTagTraits()
        while XMLCharacters.isWhitespace(text[position]) {
            position = entities.scanner.skipSpace(text, at: position &+ 1)
            if text[position] == UInt8(ascii: ">") || text[position] == UInt8(ascii: "/") { break }
            position = try attribute(&entities, text, at: position, &special)
        }
        let isEmpty = text[position] == UInt8(ascii: "/")
        if isEmpty { position &+= 1 }
        guard text[position] == UInt8(ascii: ">") else { throw entities.scanner.tagError(at: position, name) }
        let token = try open(&entities, text, name, from: start, to: position &+ 1, special)
        endsEmptyElement = isEmpty
        return token
    }

    /// Reads an attribute, including any whitespace around its `=` (production 41).
    @inline(__always)
    private mutating func attribute(
        _ entities: inout XMLEntities,
        _ text: UnsafeXMLText,
        at start: Int,
        _ special: inout XMLTagTraits
    ) throws(XMLParseError) -> Int {
        let name = try entities.scanner.name(text, at: start)
        var position = name.end
        if _slowPath(text[position] != UInt8(ascii: "=")) {
            position = entities.scanner.skipSpace(text, at: position)
            guard text[position] == UInt8(ascii: "=") else {
                let what = "“=” after the attribute “\(entities.scanner.printable(name))”"
                throw entities.scanner.expected(what, at: position)
            }
        }
        position &+= 1
        var quote = text[position]
        if _slowPath(!XMLCharacters.isQuote(quote)) {
            position = entities.scanner.skipSpace(text, at: position)
            quote = text[position]
            guard XMLCharacters.isQuote(quote) else {
                let what = "a value in quotation marks for “\(entities.scanner.printable(name))”"
                throw entities.scanner.expected(what, at: position)
            }
        }
        let end = text.valueEnd(from: position &+ 1, quote: quote)
        let value: XMLSlice
        if _fastPath(text[end] == quote && end &- position <= entities.scanner.rules.textLimit) {
            value = XMLSlice(entities.scanner.store, offset: position &+ 1, count: end &- position &- 1)
            position = end &+ 1
        } else {
            (value, position) = try entities.longValue(from: position &+ 1, stop: end, quote: quote)
        }
        let word = text.bytes(from: name.start, to: name.end).word
        let flags = special.flags(word, length: name.length, prefix: name.colon, entities.scanner.rules)
        let slice = XMLSlice(entities.scanner.store, offset: name.start, count: name.length)
        // Tags with many attributes are checked at their end instead.
        if _slowPath(special.recordName(word, length: name.length)), attributes.count < Self.maxPairwise,
            attributes.contains(text.bytes(from: name.start, to: name.end), from: 0, &entities.scanner)
        {
            throw entities.scanner.repetitionError(slice, reached: position &- 1)
        }
        attributes.append(XMLAttributeRecord(XMLName(slice, prefixLength: name.colon), value: value, flags: flags))
        return position
    }

    /// Opens the element of a start tag, after its name and attributes were read.
    @inline(__always)
    private mutating func open(
        _ entities: inout XMLEntities,
        _ text: UnsafeXMLText,
        _ name: XMLNameEnd,
        from start: Int,
        to end: Int,
        _ traits: XMLTagTraits
    ) throws(XMLParseError) -> XMLToken {
        // Malformed bytes in the tag take precedence over errors of the tag as a whole, regardless of chunk boundaries.
        if _slowPath(end > entities.scanner.validated), entities.scanner.store == .text {
            try entities.scanner.validate(upTo: end)
        }
        if _slowPath(attributes.count > Self.maxPairwise) { try rejectRepetitions(&entities.scanner) }
        if _slowPath(elements.count >= entities.scanner.rules.depthLimit) {
            let message = "elements are nested more than \(entities.scanner.rules.depthLimit) deep"
            throw entities.scanner.error(message, at: start, limit: .xmlDepth)
        }
        let slice = XMLSlice(entities.scanner.store, offset: name.start, count: name.length)
        var special = traits
        if _slowPath(entities.declaresAttributes) {
            try addDeclaredAttributes(&entities, to: slice, &special)
        }
        if _slowPath(attributes.count > entities.scanner.rules.attributeLimit) {
            let message = "an element has more than \(entities.scanner.rules.attributeLimit.counted("attribute"))"
            throw entities.scanner.error(message, at: start, limit: .xmlAttributes)
        }
        let bindings = namespaces.changeCount
        var namespace = namespaces.defaultNamespace
        if _slowPath(special.declaresNamespaces) {
            try declareNamespaces(&entities.scanner)
            namespace = namespaces.defaultNamespace
        }
        if name.colon != 0 {
            namespace = namespaces.namespace(of: text.bytes(from: name.start, to: name.start &+ name.colon))
            guard _fastPath(namespace != .none) else {
                throw entities.scanner.unboundPrefixError(slice.prefix(name.colon), "element")
            }
        }
        if special.hasPrefixes { try resolveAttributes(&entities.scanner) }
        let fullName = XMLName(slice, prefixLength: name.colon, namespace: namespace)
        let offset = entities.scanner.offset(of: start)
        elements.append(XMLOpenElement(name: fullName, bindings: UInt32(truncatingIfNeeded: bindings), offset: offset))
        entities.scanner.position = end
        return XMLToken(kind: .startElement, name: fullName, text: .empty, offset: offset)
    }

    /// Reads an end tag (production 42).
    @inline(__always)
    mutating func end(
        _ entities: inout XMLEntities,
        _ text: UnsafeXMLText,
        at start: Int
    ) throws(XMLParseError) -> XMLToken {
        let last = elements.count &- 1
        let element = elements[last]
        let name = entities.scanner.view(element.name.slice)
        var end = start &+ 2 &+ name.count
        guard
            _fastPath(
                last >= entities.elementFloor && name.isPrefix(of: text.bytes(from: start &+ 2, to: start &+ 2))
            )
        else {
            throw endError(&entities, text, at: start)
        }
        if _slowPath(text[end] != UInt8(ascii: ">")) {
            end = entities.scanner.skipSpace(text, at: end)
            guard text[end] == UInt8(ascii: ">") else { throw endError(&entities, text, at: start) }
        }
        try entities.scanner.commit(end &+ 1)
        return close(element, at: entities.scanner.offset(of: start))
    }

    mutating func endEmptyElement(_ scanner: inout XMLScanner) -> XMLToken {
        endsEmptyElement = false
        return close(elements[elements.count &- 1], at: scanner.offset(of: scanner.position &- 2))
    }

    @inline(__always)
    private mutating func close(_ element: XMLOpenElement, at offset: Int) -> XMLToken {
        let count = elements.count &- 1
        elements.truncate(to: count)
        if namespaces.changeCount != element.bindings { namespaces.unbind(to: Int(element.bindings)) }
        return XMLToken(kind: .endElement, name: element.name, text: .empty, offset: offset)
    }

    /// The maximum number of attributes that are compared pairwise; larger sets are hashed.
    static var maxPairwise: Int { 32 }

    /// Throws if any two attributes of a tag with many attributes have the same name.
    @inline(never)
    private func rejectRepetitions(_ scanner: inout XMLScanner) throws(XMLParseError) {
        var names = XMLNameTable()
        for index in 0..<attributes.count {
            let isNew = names.number(of: scanner.view(attributes[index].name.slice)) == index
            guard isNew else { throw scanner.repetitionError(attributes[index].name.slice) }
        }
    }

    /// Opens an element that binds no namespaces.
    @inline(__always)
    mutating func openElement(_ name: XMLName, at offset: Int) {
        let bindings = UInt32(truncatingIfNeeded: namespaces.changeCount)
        elements.append(XMLOpenElement(name: name, bindings: bindings, offset: offset))
    }

    /// Closes the innermost element, which binds no namespaces.
    @inline(__always)
    mutating func closeElement() { elements.truncate(to: elements.count &- 1) }
}

// MARK: - Declared attributes

extension XMLTags {
    /// Applies attribute declarations to a tag: normalizes tokenized values and adds defaults (XML 1.0 §3.3).
    @inline(never)
    private mutating func addDeclaredAttributes(
        _ entities: inout XMLEntities,
        to name: XMLSlice,
        _ traits: inout XMLTagTraits
    ) throws(XMLParseError) {
        guard let declarations = entities.declarations,
            let element = declarations.attributes.find(element: entities.scanner.view(name))
        else { return }
        declarations.attributes.startTag()
        for index in 0..<attributes.count {
            let name = entities.scanner.view(attributes[index].name.slice)
            guard let number = declarations.attributes.find(name, of: element) else { continue }
            declarations.attributes.markInTag(number)
            guard declarations.attributes[number].isTokenized else { continue }
            attributes[index].value = entities.scanner.folded(attributes[index].value) { $0 == UInt8(ascii: " ") }
        }
        let defaults = declarations.attributes.defaults(of: element)
        guard defaults.count > 0 else { return }
        try entities.countDefaults(defaults.count)
        var next = defaults.first
        while let number = next {
            if !declarations.attributes.isInTag(number) {
                try addDefault(declarations.attributes[number], &entities, &traits)
            }
            next = declarations.attributes.default(after: number)
        }
    }

    private mutating func addDefault(
        _ attribute: XMLDeclaredAttribute,
        _ entities: inout XMLEntities,
        _ traits: inout XMLTagTraits
    ) throws(XMLParseError) {
        var record = XMLAttributeRecord(attribute.name, value: attribute.value ?? .empty, flags: .isDefault)
        try entities.countDefaults(record.name.slice.count + record.value.count)
        let name = entities.scanner.view(attribute.name.slice)
        let prefix = Int(attribute.name.prefixLength)
        record.flags.formUnion(traits.flags(name.word, length: name.count, prefix: prefix, entities.scanner.rules))
        attributes.append(record)
    }
}

// MARK: - Namespaces

// Section numbers refer to Namespaces in XML 1.0 (third edition).

extension XMLTags {
    /// Binds the prefixes declared by the attributes of the current tag (§3).
    @inline(never)
    private mutating func declareNamespaces(_ scanner: inout XMLScanner) throws(XMLParseError) {
        for index in 0..<attributes.count {
            let attribute = attributes[index]
            guard attribute.flags.contains(.declaresNamespace) else { continue }
            try declareNamespace(attribute, &scanner)
            attributes[index].name.namespace = .xmlns
        }
    }

    private mutating func declareNamespace(
        _ attribute: XMLAttributeRecord,
        _ scanner: inout XMLScanner
    ) throws(XMLParseError) {
        let prefix = attribute.name.prefixLength == 0 ? .empty : attribute.name.local
        let prefixBytes = scanner.view(prefix)
        let name = scanner.view(attribute.value)
        let isXML = prefixBytes.isEqual(to: .xml)
        if name.count == 36, name.isEqual(to: "http://www.w3.org/XML/1998/namespace") {
            guard !isXML else { return }
            throw scanner.error("only the prefix “xml” can be bound to the namespace “\(name.string)”", at: prefix)
        }
        if name.count == 29, name.isEqual(to: "http://www.w3.org/2000/xmlns/") {
            throw scanner.error("no prefix can be bound to the namespace “\(name.string)”", at: prefix)
        }
        guard !isXML, !prefixBytes.isEqual(to: .xmlns) else {
            throw scanner.error("the prefix “\(prefixBytes.string)” cannot be bound to another namespace", at: prefix)
        }
        guard prefix.isEmpty || name.count > 0 else {
            throw scanner.error("the prefix “\(prefixBytes.string)” cannot be bound to an empty namespace", at: prefix)
        }
        namespaces.bind(prefixBytes, to: namespaces.number(of: name))
    }

    /// Resolves the prefixes of attributes; attributes without a prefix have no namespace (§6.2).
    @inline(never)
    private mutating func resolveAttributes(_ scanner: inout XMLScanner) throws(XMLParseError) {
        var prefixed = 0
        for index in 0..<attributes.count {
            let attribute = attributes[index]
            guard attribute.name.prefixLength > 0, !attribute.flags.contains(.declaresNamespace) else { continue }
            let namespace = namespaces.namespace(of: scanner.view(attribute.name.prefix))
            guard namespace != .none else { throw scanner.unboundPrefixError(attribute.name.prefix, "attribute") }
            attributes[index].name.namespace = namespace
            prefixed += 1
        }
        if prefixed > 1, let (first, second) = attributes.sameExpandedNames(from: 0, &scanner) {
            let (left, right) = (
                scanner.view(first.slice).string.printable, scanner.view(second.slice).string.printable
            )
            let message = "the attributes “\(left)” and “\(right)” have the same name in the same namespace"
            throw scanner.error(message, at: second.slice)
        }
    }
}

extension UnsafeXMLBuffer where Element == XMLAttributeRecord {
    /// Returns whether a tag has an attribute with a name (XML 1.0 §3.1, Unique Att Spec).
    ///
    /// The attributes of the tag begin at an index.
    @inline(never)
    func contains(_ name: UnsafeXMLBytes, from first: Int, _ scanner: inout XMLScanner) -> Bool {
        for index in first..<count where scanner.view(self[index].name.slice) == name { return true }
        return false
    }

    /// Returns the first two names of a tag with the same local part in the same namespace (§6.3), or nil.
    ///
    /// The attributes of the tag begin at an index.
    @inline(never)
    func sameExpandedNames(from first: Int, _ scanner: inout XMLScanner) -> (XMLName, XMLName)? {
        guard count - first <= XMLTags.maxPairwise else { return sameExpandedNamesHashed(from: first, &scanner) }
        for later in first..<count {
            let name = self[later].name
            guard name.namespace != .none, name.namespace != .xmlns else { continue }
            for earlier in first..<later where self[earlier].name.namespace == name.namespace {
                if scanner.view(self[earlier].name.local) == scanner.view(name.local) {
                    return (self[earlier].name, name)
                }
            }
        }
        return nil
    }

    private func sameExpandedNamesHashed(from first: Int, _ scanner: inout XMLScanner) -> (XMLName, XMLName)? {
        var names = XMLNameTable()
        var firsts: [XMLName] = []
        for index in first..<count {
            let name = self[index].name
            guard name.namespace != .none, name.namespace != .xmlns else { continue }
            let number = names.number(of: scanner.view(name.local), in: name.namespace.rawValue)
            if number < firsts.count { return (firsts[number], name) }
            firsts.append(name)
        }
        return nil
    }
}

// MARK: - Open elements

extension XMLTags {
    /// Moves the names of elements to the `kept` store, and saves their lines, before text is dropped.
    mutating func keepNames(_ scanner: inout XMLScanner) {
        var first = elements.count
        while first > 0, elements[first - 1].line == 0 { first -= 1 }
        var last = first
        while last > 0, elements[last - 1].name.slice.store != .kept { last -= 1 }
        let slice = last > 0 ? elements[last - 1].name.slice : .empty
        scanner.window.kept.truncate(to: slice.start + slice.count)
        var lines = scanner.window.lines
        for index in first..<elements.count {
            lines = scanner.counted(on: lines, to: elements[index].offset)
            elements[index].line = UInt32(clamping: lines.line)
            guard elements[index].name.slice.store == .text else { continue }
            let name = scanner.view(elements[index].name.slice)
            elements[index].name.slice = XMLSlice(.kept, offset: scanner.window.kept.count, count: name.count)
            scanner.window.kept.append(name)
        }
    }
}

/// An open element.
struct XMLOpenElement: BitwiseCopyable {
    var name: XMLName
    /// The number of namespace changes in force before the element.
    var bindings: UInt32
    /// The line of the start tag; 0 if it was not needed so far.
    var line: UInt32 = 0
    /// The offset of the start tag in the whole text; for a tag from an entity, the offset of the reference.
    var offset: Int
}

/// The properties of a tag's attributes that require further processing.
struct XMLTagTraits {
    var declaresNamespaces = false
    var hasPrefixes = false
    /// One bit of 64 for each name so far; different names may share a bit.
    private var seen: UInt64 = 0

    /// Records the name of an attribute, and returns the flags that follow from it.
    @inline(__always)
    mutating func flags(
        _ word: UInt64,
        length: Int,
        prefix: Int,
        _ rules: XMLRules
    ) -> XMLAttributeRecord.Flags {
        if XMLKeyword.xmlns.isPrefix(of: word), length == 5 || prefix == 5, rules.processesNamespaces {
            declaresNamespaces = true
            return .declaresNamespace
        }
        if prefix != 0 { hasPrefixes = true }
        return []
    }

    /// Records a name by its first eight bytes and its length, and returns whether it may be a repetition.
    @inline(__always)
    mutating func recordName(_ word: UInt64, length: Int) -> Bool {
        let mixed = (word ^ UInt64(truncatingIfNeeded: length) &<< 56) &* 0x9E37_79B9_7F4A_7C15
        let bit: UInt64 = 1 &<< (mixed &>> 58)
        defer { seen |= bit }
        return seen & bit != 0
    }
}
