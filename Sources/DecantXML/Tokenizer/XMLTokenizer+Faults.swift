import DecantCore

// What is wrong, in words.

extension XMLTokenizer {
    func tagFault(_ text: UnsafeXMLText, at position: Int, _ name: XMLNameEnd) -> XMLFault {
        let tag = text.bytes(from: name.start, to: name.end).string.printable
        if position >= text.count { return fault("the document ends inside the start tag “\(tag)”", at: position) }
        let found = text.described(at: position)
        return fault("expected white space, “>” or “/>” in the start tag “\(tag)”, but found \(found)", at: position)
    }

    func equalsFault(_ text: UnsafeXMLText, at position: Int, _ name: XMLNameEnd) -> XMLFault {
        let attribute = text.bytes(from: name.start, to: name.end).string.printable
        return fault(
            "expected “=” behind the attribute “\(attribute)”, but found \(text.described(at: position))",
            at: position
        )
    }

    func valueFault(at position: Int, _ name: XMLNameEnd) -> XMLFault {
        let attribute = text.bytes(from: name.start, to: name.end).string.printable
        let found = text.described(at: position)
        return fault("expected a value in quotation marks for “\(attribute)”, but found \(found)", at: position)
    }

    func qualifiedNameFault(_ text: UnsafeXMLText, from start: Int, to end: Int) -> XMLFault {
        let name = text.bytes(from: start, to: end).string.printable
        return fault("“\(name)” is not a name with at most one prefix", at: start, reached: end)
    }

    func unboundPrefixFault(_ prefix: XMLSlice, _ what: String) -> XMLFault {
        let message = "the prefix “\(view(prefix).string.printable)” of an \(what) is not bound to a namespace"
        return fault(message, at: prefix, hint: "with `processesNamespaces = false` a prefix is a part of the name")
    }

    func sameExpandedNameFault(_ first: XMLName, _ second: XMLName) -> XMLFault {
        let (left, right) = (view(first.slice).string.printable, view(second.slice).string.printable)
        return fault(
            "the attributes “\(left)” and “\(right)” have the same name in the same namespace",
            at: second.slice
        )
    }

    func repetitionFault(_ name: XMLName, reached: Int? = nil) -> XMLFault {
        let message = "the attribute “\(view(name.slice).string.printable)” is there twice"
        guard name.slice.store == .text else { return fault(message, at: name.slice) }
        return fault(message, at: name.slice.start, reached: reached)
    }

    func sectionEndFault(at position: Int) -> XMLFault {
        fault("“]]>” cannot stand in text", at: position, reached: position + 2, hint: "its “>” is written “&gt;”")
    }

    /// A byte that stopped a search and is no mark of anything: malformed, forbidden, or missing.
    func characterFault(at position: Int) -> XMLFault {
        guard store != .text else { return documentCharacterFault(at: position) }
        if let next = text.scalar(at: position), !XMLCharacters.isCharacter(next.value) {
            return fault(forbiddenMessage(next.value), at: position)
        }
        if position >= text.count { return fault(endInCharacterMessage, at: position) }
        if text[position] == 0 { return fault(forbiddenMessage(0), at: position) }
        return XMLFault(malformedMessage, at: referenceOffset - window.start, code: .invalidText, hint: malformedHint)
    }

    /// A byte of the document that cannot stand where it does, also while an entity is read.
    func documentCharacterFault(at position: Int) -> XMLFault {
        let text = documentText
        if let next = text.scalar(at: position) { return XMLFault(forbiddenMessage(next.value), at: position) }
        if position >= text.count { return XMLFault(endInCharacterMessage, at: position) }
        if text[position] == 0 { return XMLFault(forbiddenMessage(0), at: position) }
        let reached = text.isCut(at: position) ? text.count : position
        return XMLFault(malformedMessage, at: position, reached: reached, code: .invalidText, hint: malformedHint)
    }

    private func forbiddenMessage(_ scalar: UInt32) -> String {
        let number = String(scalar, radix: 16, uppercase: true)
        return
            "the character U+\(String(repeating: "0", count: max(0, 4 - number.count)) + number) is not allowed in XML"
    }

    private var endInCharacterMessage: String { "the document ends in the middle of a character" }

    func unfinishedFault(at position: Int) -> XMLFault {
        guard let element = elements.isEmpty ? nil : elements[elements.count - 1] else {
            return fault("the document has no root element", at: position)
        }
        let name = view(element.name.slice).string.printable
        let message = "the document ends inside the element “\(name)” that begins on line \(line(of: element))"
        return fault(message, at: position)
    }

    func endTagFault(_ text: UnsafeXMLText, at start: Int) -> XMLFault {
        let element = elements[elements.count - 1]
        let open = view(element.name.slice).string.printable
        let end = text.endOfNameCharacters(from: start + 2)
        let name = text.bytes(from: start + 2, to: end).string.printable
        guard end < text.count else { return fault("the document ends inside an end tag", at: end) }
        if end == start + 2 {
            return fault("expected a name behind “</”, but found \(text.described(at: end))", at: end)
        }
        if name == open, elements.count > elementFloor {
            let next = skipSpace(text, at: end)
            return fault("expected “>” behind “</\(name)”, but found \(text.described(at: next))", at: next)
        }
        let line = line(of: element)
        let message = "the end tag “\(name)” does not match the start tag “\(open)” on line \(line)"
        return fault(message, at: start, reached: end)
    }

    func delimiterFault(_ delimiter: XMLDelimiter, at position: Int, of start: Int) -> XMLFault {
        guard position >= text.count else { return characterFault(at: position) }
        return fault("\(delimiter.name) is not closed", at: start, reached: position)
    }
}

// Limits.

extension XMLTokenizer {
    func nameLimitFault(at position: Int) -> XMLFault {
        limitFault("a name has more than \(nameLimit) bytes", .xmlNameBytes, at: position)
    }

    func textLimitFault(at position: Int, reached: Int? = nil) -> XMLFault {
        limitFault("a piece of text has more than \(textLimit) bytes", .xmlTextBytes, at: position, reached: reached)
    }

    func attributeLimitFault(at position: Int) -> XMLFault {
        limitFault("an element has more than \(attributeLimit) attributes", .xmlAttributes, at: position)
    }

    func depthFault(at position: Int) -> XMLFault {
        limitFault("elements are more than \(depthLimit) deep inside each other", .xmlDepth, at: position)
    }

    private func limitFault(
        _ message: String,
        _ limit: Limits.Name,
        at position: Int,
        reached: Int? = nil
    ) -> XMLFault {
        fault(message, at: position, reached: reached, code: .limitExceeded, limit: limit)
    }
}
