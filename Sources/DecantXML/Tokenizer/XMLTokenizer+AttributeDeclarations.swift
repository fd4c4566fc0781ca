extension XMLTokenizer {
    /// Takes an attribute-list declaration (production 52).
    mutating func takeAttributeListDeclaration() throws(XMLFault) {
        try takeOpening("<!ATTLIST")
        let element = listedElement(try takeName().slice)
        while true {
            let hasSpace = takeSpace()
            if text[position] == UInt8(ascii: ">") { break }
            guard hasSpace else {
                let found = text.described(at: position)
                throw fault("expected white space or “>” in an attribute list, but found \(found)", at: position)
            }
            try takeAttributeDefinition(of: element)
        }
        position += 1
    }

    /// The number of an element that has attribute lists; nil if the declarations do not count.
    private func listedElement(_ name: XMLSlice) -> Int? {
        guard let declarations, !declarations.isIncomplete || declaration?.standalone == true else { return nil }
        return declarations.attributes.number(ofElement: view(name))
    }

    /// Takes the definition of one attribute (production 53).
    private mutating func takeAttributeDefinition(of element: Int?) throws(XMLFault) {
        let start = assembled.count
        let name = try takeName()
        // The text that the name is in may be dropped or moved before it is needed.
        assembled.append(view(name.slice))
        let nameSlice = declare(from: start)
        try takeSpace(after: "the name of an attribute")
        let isTokenized = try takeAttributeType()
        try takeSpace(after: "the type of an attribute")
        let value = try takeDefault(isTokenized)
        guard let element, let declarations else { return }
        let attribute = XMLDeclaredAttribute(
            nameSlice,
            prefixLength: name.prefixLength,
            isTokenized: isTokenized,
            value
        )
        declarations.attributes.add(attribute, to: element, declared)
    }

    /// Takes the type of an attribute (productions 54 to 59); true if its values are cut into tokens.
    private mutating func takeAttributeType() throws(XMLFault) -> Bool {
        if text[position] == UInt8(ascii: "(") {
            try takeEnumeration { (tokenizer) throws(XMLFault) in try tokenizer.takeToken() }
            return true
        }
        if try take(word: "CDATA") { return false }
        if try take(word: "NOTATION") {
            try takeSpace(after: "“NOTATION”")
            try takeEnumeration { (tokenizer) throws(XMLFault) in _ = try tokenizer.takePlainName(of: "a notation") }
            return true
        }
        for word: StaticString in ["IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS", "NMTOKEN"] {
            if try takeType(word) { return true }
        }
        throw fault("expected the type of an attribute, but found \(text.described(at: position))", at: position)
    }

    /// Takes the name of a type; that of a longer one may begin with it.
    private mutating func takeType(_ word: StaticString) throws(XMLFault) -> Bool {
        guard let mismatch = text.mismatch(word, at: position) else {
            position += word.utf8CodeUnitCount
            return true
        }
        guard mismatch == text.count, mismatch > position, !isFinal else { return false }
        throw fault("expected “\(word)”", at: position, reached: mismatch)
    }

    /// Takes an enumeration (productions 58 and 59).
    private mutating func takeEnumeration(_ takeItem: (inout XMLTokenizer) throws(XMLFault) -> Void) throws(XMLFault) {
        try take("(", "before the values of an attribute")
        while true {
            takeSpace()
            try takeItem(&self)
            takeSpace()
            guard text[position] == UInt8(ascii: "|") else { break }
            position += 1
        }
        try take(")", "after the values of an attribute")
    }

    /// Takes the default of an attribute (production 60).
    private mutating func takeDefault(_ isTokenized: Bool) throws(XMLFault) -> XMLSlice? {
        if text[position] == UInt8(ascii: "#") {
            if try take(word: "#REQUIRED") { return nil }
            if try take(word: "#IMPLIED") { return nil }
            guard try take(word: "#FIXED") else {
                throw fault("expected “#REQUIRED”, “#IMPLIED” or “#FIXED”", at: position, reached: position + 2)
            }
            try takeSpace(after: "“#FIXED”")
        }
        let quote = text[position]
        guard XMLCharacters.isQuote(quote) else {
            let found = text.described(at: position)
            throw fault("expected the default of an attribute, but found \(found)", at: position)
        }
        let first = assembled.count
        let start = position + 1
        (_, position) = try longValue(text, from: start, stop: text.valueEnd(from: start, quote: quote), quote: quote)
        if isTokenized { foldSpaces(from: first) }
        return declare(from: first)
    }

    /// Removes spaces at both ends of the assembled text, and all but one between tokens (§3.3.3).
    mutating func foldSpaces(from start: Int) {
        let space = UInt8(ascii: " ")
        var count = start
        for index in start..<assembled.count {
            let byte = assembled[index]
            if byte == space, count == start || assembled[count - 1] == space { continue }
            assembled[count] = byte
            count += 1
        }
        if count > start, assembled[count - 1] == space { count -= 1 }
        assembled.truncate(to: count)
    }

    /// Takes the declaration of an element (production 45), whose content is not compared with it.
    mutating func takeElementDeclaration() throws(XMLFault) {
        try takeOpening("<!ELEMENT")
        _ = try takeName()
        try takeSpace(after: "the name of the element")
        if text[position] == UInt8(ascii: "(") {
            position += 1
            takeSpace()
            if text[position] == UInt8(ascii: "#") { try takeMixedContent() } else { try takeContentModel() }
        } else {
            let isEmpty = try take(word: "EMPTY")
            let isAny = try take(word: "ANY")
            guard isEmpty || isAny else {
                let found = text.described(at: position)
                throw fault("expected “EMPTY”, “ANY” or “(”, but found \(found)", at: position)
            }
        }
        takeSpace()
        try take(">", "at the end of the declaration of an element")
    }

    /// Takes text mixed with elements (production 51) after the parenthesis.
    private mutating func takeMixedContent() throws(XMLFault) {
        guard try take(word: "#PCDATA") else { throw fault("expected “#PCDATA”", at: position, reached: position + 1) }
        var hasNames = false
        takeSpace()
        while text[position] == UInt8(ascii: "|") {
            position += 1
            takeSpace()
            _ = try takeName()
            takeSpace()
            hasNames = true
        }
        try take(")", "at the end of a mixed-content model")
        if hasNames {
            try take("*", "after a mixed-content model with element names")
        } else if text[position] == UInt8(ascii: "*") {
            position += 1
        }
    }

    /// Takes a model of elements (productions 47 to 50) after its first parenthesis; an explicit stack replaces recursion.
    private mutating func takeContentModel() throws(XMLFault) {
        // The separators of the groups that are open, 0 for those that have shown none.
        var separators: [UInt8] = [0]
        while true {
            takeSpace()
            if text[position] == UInt8(ascii: "(") {
                position += 1
                separators.append(0)
                continue
            }
            _ = try takeName()
            takeOccurrence()
            takeSpace()
            while text[position] == UInt8(ascii: ")") {
                position += 1
                takeOccurrence()
                separators.removeLast()
                guard !separators.isEmpty else { return }
                takeSpace()
            }
            try takeSeparator(&separators[separators.count - 1])
        }
    }

    private mutating func takeOccurrence() {
        switch Unicode.Scalar(text[position]) {
        case "?", "*", "+": position += 1
        default: break
        }
    }

    private mutating func takeSeparator(_ separator: inout UInt8) throws(XMLFault) {
        let byte = text[position]
        guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: ","), separator == 0 || separator == byte else {
            let wanted = separator == 0 ? "“,”, “|” or “)”" : "“\(Unicode.Scalar(separator))” or “)”"
            throw fault(
                "expected \(wanted) in a content model, but found \(text.described(at: position))",
                at: position
            )
        }
        separator = byte
        position += 1
    }
}
