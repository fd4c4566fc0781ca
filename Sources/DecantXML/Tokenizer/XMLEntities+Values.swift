import DecantCore

// References in attribute values.

extension XMLEntities {
    /// Reads an attribute value up to its closing quotation mark (production 10), and normalizes it (§3.3.3).
    ///
    /// `stop` is the position of the first byte after `start` that needs special treatment. The result is the value and
    /// the position after the quotation mark.
    @inline(never)
    mutating func longValue(
        _ scanner: inout XMLScanner,
        _ text: UnsafeXMLText,
        from start: Int,
        stop: Int,
        quote: UInt8
    ) throws(XMLParseError) -> (XMLSlice, Int) {
        let first = scanner.assembled.count
        var run = start
        var position = stop
        while true {
            try scanner.checkAssembled(position - run)
            scanner.assembled.append(text.bytes(from: run, to: position))
            guard scanner.assembled.count - first <= scanner.rules.textLimit else {
                throw scanner.textLimitError(at: start, reached: position)
            }
            if text[position] == quote { return (scanner.assembledSlice(from: first), position + 1) }
            run = try valuePiece(&scanner, text, at: position)
            position = text.valueEnd(from: run, quote: quote)
        }
    }

    /// Consumes whitespace or a reference in an attribute value, and returns the position after it.
    private mutating func valuePiece(_ scanner: inout XMLScanner, _ text: UnsafeXMLText, at position: Int)
        throws(XMLParseError) -> Int
    {
        switch text[position] {
        case UInt8(ascii: "&"): return try valueReference(&scanner, text, at: position)
        case UInt8(ascii: "\r") where text[position + 1] == UInt8(ascii: "\n") && scanner.store == .text:
            scanner.assembled.append(UInt8(ascii: " "))
            return position + 2
        case let byte where XMLCharacters.isWhitespace(byte):
            scanner.assembled.append(UInt8(ascii: " "))
            return position + 1
        case UInt8(ascii: "<"):
            throw scanner.error("unexpected “<” in the value of an attribute", at: position, hint: "write it as “&lt;”")
        default:
            guard position >= text.count else { throw scanner.characterError(at: position) }
            throw scanner.error("the document ends inside the value of an attribute", at: position)
        }
    }

    /// Reads a reference in an attribute value, and returns the position after it.
    private mutating func valueReference(_ scanner: inout XMLScanner, _ text: UnsafeXMLText, at start: Int)
        throws(XMLParseError) -> Int
    {
        if let end = try scanner.characterOrPredefined(text, at: start) { return end }
        let end = try scanner.entityNameEnd(text, at: start)
        try expand(text.bytes(from: start + 1, to: end), &scanner, at: start)
        return end + 1
    }

    /// Appends the replacement text of an entity to an attribute value; an explicit stack replaces recursion.
    private mutating func expand(
        _ name: UnsafeXMLBytes,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLParseError) {
        var stack: [ValueSource] = []
        defer { for source in stack { setOpen(false, source.number) } }
        let first = scanner.assembled.count
        if let source = try source(inValue: name, depth: 0, &scanner, at: start) { stack.append(source) }
        while let source = stack.last {
            let replacement = scanner.replacement(upTo: source.end)
            let position = source.position
            stack[stack.count - 1].position += 1
            guard scanner.assembled.count - first <= scanner.rules.textLimit else {
                throw scanner.textLimitError(at: start)
            }
            switch replacement[position] {
            case 0 where position >= source.end:
                setOpen(false, source.number)
                stack.removeLast()
            case UInt8(ascii: "<"):
                throw scanner.error("the value of an attribute refers to an entity that contains “<”", at: start)
            case UInt8(ascii: "&"):
                let (name, end) = try reference(replacement, at: position, source, &scanner, from: start)
                stack[stack.count - 1].position = end
                if let name, let next = try self.source(inValue: name, depth: stack.count, &scanner, at: start) {
                    stack.append(next)
                }
            case let byte: scanner.assembled.append(max(byte, UInt8(ascii: " ")))
            }
        }
    }

    /// Reads a reference in replacement text for an attribute value: appends its character, or returns an entity's
    /// name.
    private func reference(
        _ replacement: UnsafeXMLText,
        at position: Int,
        _ source: ValueSource,
        _ scanner: inout XMLScanner,
        from start: Int
    ) throws(XMLParseError) -> (name: UnsafeXMLBytes?, end: Int) {
        do throws(XMLParseError) {
            if let end = try scanner.characterOrPredefined(replacement, at: position) { return (nil, end) }
            let end = try scanner.entityNameEnd(replacement, at: position)
            return (replacement.bytes(from: position + 1, to: end), end + 1)
        } catch {
            guard scanner.store == .text else { throw error }
            // The error is located in the replacement text. Report the position of the reference in the document
            // instead.
            var moved = error
            moved.message += location(inGeneral: source.number)
            (moved.offset, moved.reached) = (start, start)
            throw moved
        }
    }

    /// Returns the replacement text of an entity in an attribute value (§3.1, No External Entity References).
    ///
    /// The result is nil if the entity is not declared and does not have to be.
    private mutating func source(
        inValue name: UnsafeXMLBytes,
        depth: Int,
        _ scanner: inout XMLScanner,
        at start: Int
    ) throws(XMLParseError) -> ValueSource? {
        guard let declarations, let number = declarations.general.find(name) else {
            try skipUndeclared(name, &scanner, at: start)
            return nil
        }
        let entity = declarations.general[number]
        guard entity.kind == .internal else {
            let message = "the value of an attribute refers to the external entity “\(name.string)”"
            throw scanner.error(message, at: start)
        }
        try count(number, depth: self.depth + depth, &scanner, at: start)
        setOpen(true, number)
        let replacement = entity.replacement
        return ValueSource(number: number, position: replacement.start, end: replacement.start + replacement.count)
    }

    /// An open entity in an attribute value.
    private struct ValueSource {
        let number: Int
        var position: Int
        /// The end of the replacement text.
        let end: Int
    }
}
