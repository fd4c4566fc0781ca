import DecantCore

extension XMLTokenizer {
    /// Skips white space up to the `=` after the name of an attribute (production 25).
    @inline(never)
    func skipToEquals(_ text: UnsafeXMLText, at start: Int, _ name: XMLNameEnd) throws(XMLFault) -> Int {
        let position = skipSpace(text, at: start)
        guard text[position] == UInt8(ascii: "=") else { throw equalsFault(text, at: position, name) }
        return position
    }

    /// Reads the rest of a value from the first character that is not plain past the closing quotation mark (production
    /// 10), and normalizes it (§3.3.3).
    @inline(never)
    mutating func longValue(
        _ text: UnsafeXMLText,
        from start: Int,
        stop: Int,
        quote: UInt8
    ) throws(XMLFault) -> (XMLSlice, Int) {
        let first = assembled.count
        var run = start
        var position = stop
        while true {
            try checkAssembled(position - run)
            assembled.append(text.bytes(from: run, to: position))
            guard assembled.count - first <= rules.textLimit else { throw textLimitFault(at: start, reached: position) }
            if text[position] == quote { return (assembledSlice(from: first), position + 1) }
            run = try valuePiece(text, at: position)
            position = text.valueEnd(from: run, quote: quote)
        }
    }

    /// Takes white space or a reference in the value of an attribute.
    private mutating func valuePiece(_ text: UnsafeXMLText, at position: Int) throws(XMLFault) -> Int {
        switch text[position] {
        case UInt8(ascii: "&"): return try valueReference(text, at: position)
        case UInt8(ascii: "\r") where text[position + 1] == UInt8(ascii: "\n") && store == .text:
            assembled.append(UInt8(ascii: " "))
            return position + 2
        case let byte where XMLCharacters.isWhitespace(byte):
            assembled.append(UInt8(ascii: " "))
            return position + 1
        case UInt8(ascii: "<"):
            throw fault("unexpected “<” in the value of an attribute", at: position, hint: "write it as “&lt;”")
        default:
            guard position >= text.count else { throw characterFault(at: position) }
            throw fault("the document ends inside the value of an attribute", at: position)
        }
    }

    /// Reads a reference in the value of an attribute.
    private mutating func valueReference(_ text: UnsafeXMLText, at start: Int) throws(XMLFault) -> Int {
        if let end = try characterOrPredefined(text, at: start) { return end }
        let end = try entityNameEnd(text, at: start)
        try expandInValue(text.bytes(from: start + 1, to: end), at: start)
        return end + 1
    }

    /// Adds the replacement text of an entity to the value of an attribute; an explicit stack replaces recursion.
    private mutating func expandInValue(_ name: UnsafeXMLBytes, at start: Int) throws(XMLFault) {
        var stack: [XMLEntitySource] = []
        defer { for source in stack { declarations?.entities[source.entity].isOpen = false } }
        let first = assembled.count
        if let source = try source(inValue: name, depth: 0, at: start) { stack.append(source) }
        while let source = stack.last {
            let replacement = declared.text(to: source.end)
            let position = source.position
            stack[stack.count - 1].position += 1
            guard assembled.count - first <= rules.textLimit else { throw textLimitFault(at: start) }
            switch replacement[position] {
            case 0 where position >= source.end:
                declarations?.entities[source.entity].isOpen = false
                stack.removeLast()
            case UInt8(ascii: "<"):
                throw fault("the value of an attribute refers to an entity that contains “<”", at: start)
            case UInt8(ascii: "&"):
                let (name, end) = try reference(replacement, at: position, source, from: start)
                stack[stack.count - 1].position = end
                if let name, let next = try self.source(inValue: name, depth: stack.count, at: start) {
                    stack.append(next)
                }
            case let byte: assembled.append(max(byte, UInt8(ascii: " ")))
            }
        }
    }

    /// Reads a reference in the replacement text of an entity that is referred to in the value of an attribute: adds the
    /// character, or gives the name of another entity.
    private mutating func reference(
        _ replacement: UnsafeXMLText,
        at position: Int,
        _ source: XMLEntitySource,
        from start: Int
    ) throws(XMLFault) -> (name: UnsafeXMLBytes?, end: Int) {
        do throws(XMLFault) {
            if let end = try characterOrPredefined(replacement, at: position) { return (nil, end) }
            let end = try entityNameEnd(replacement, at: position)
            return (replacement.bytes(from: position + 1, to: end), end + 1)
        } catch {
            guard store == .text else { throw error }
            // The place is one in the replacement text; what the document has is the reference to it.
            var fault = error
            fault.message += inside(source)
            (fault.offset, fault.reached) = (start, start)
            throw fault
        }
    }

    /// The replacement text of an entity that is referred to in the value of an attribute (§3.1, No External Entity
    /// References), or nil if it is not declared and need not be.
    private mutating func source(
        inValue name: UnsafeXMLBytes,
        depth: Int,
        at start: Int
    ) throws(XMLFault) -> XMLEntitySource? {
        guard let declarations, let number = declarations.general.find(name) else {
            try refuseUndeclared(name, at: start)
            skip(
                "the entity “\(name.string)” is not declared in the internal document type",
                .warning,
                start
            )
            return nil
        }
        let entity = declarations.entities[number]
        guard entity.kind == .internal else {
            let message = "the value of an attribute refers to the external entity “\(name.string)”"
            throw fault(message, at: start)
        }
        try count(entity, name, depth: expansion.depth + depth, at: start)
        declarations.entities[number].isOpen = true
        return XMLEntitySource(
            entity: number,
            isParameter: false,
            position: entity.start,
            end: entity.end,
            store: .declared
        )
    }

    /// Applies the declarations to the attributes of a tag: tokens are trimmed, and defaults added (XML 1.0 §3.3).
    @inline(never)
    mutating func addDeclaredAttributes(to name: XMLSlice, _ traits: inout XMLTagTraits) throws(XMLFault) {
        guard let declarations, let element = declarations.attributes.find(element: view(name)) else { return }
        declarations.attributes.beginTag()
        for index in 0..<attributeList.count {
            let name = view(attributeList[index].name.slice)
            guard let number = declarations.attributes.find(name, of: element, declared) else { continue }
            declarations.attributes.noteInTag(number)
            if declarations.attributes[number].isTokenized { foldValue(at: index) }
        }
        let defaults = declarations.attributes.defaults(of: element)
        guard defaults.count > 0 else { return }
        try countDefaults(defaults.count)
        var next = defaults.first
        while let number = next {
            if !declarations.attributes.isInTag(number) { try addDefault(declarations.attributes[number], &traits) }
            next = declarations.attributes.default(after: number)
        }
    }

    private mutating func addDefault(_ attribute: XMLDeclaredAttribute, _ traits: inout XMLTagTraits) throws(XMLFault) {
        try countDefaults(attribute.name.slice.count + attribute.value.count)
        var record = XMLAttributeRecord(attribute.name, value: attribute.value, flags: .isDefault)
        let name = view(attribute.name.slice)
        let prefix = attribute.name.prefixLength
        if rules.processesNamespaces, XMLKeyword.xmlns.isPrefix(of: name.word), name.count == 5 || prefix == 5 {
            record.flags.insert(.declaresNamespace)
            traits.declaresNamespaces = true
        } else if prefix > 0 {
            traits.hasPrefixes = true
        }
        attributeList.append(record)
    }

    /// Cuts the value of an attribute into tokens, if it is not cut already.
    private mutating func foldValue(at index: Int) {
        let value = view(attributeList[index].value)
        let last = value.count - 1
        guard last >= 0 else { return }
        let space = UInt8(ascii: " ")
        let isFolded = (0...last).allSatisfy { position in
            value[position] != space || (position > 0 && position < last && value[position - 1] != space)
        }
        guard !isFolded else { return }
        let first = assembled.count
        // The value may be in the list itself, which must not move while it is copied.
        assembled.grow(to: first + value.count)
        assembled.append(view(attributeList[index].value))
        foldSpaces(from: first)
        attributeList[index].value = assembledSlice(from: first)
    }

    /// Counts the work for defaults, and the bytes that they bring in.
    private mutating func countDefaults(_ cost: Int) throws(XMLFault) {
        willChange()
        if let excess = expansion.countDefaults(cost, at: window.start + position) {
            throw fault(excess, at: position)
        }
    }
}
