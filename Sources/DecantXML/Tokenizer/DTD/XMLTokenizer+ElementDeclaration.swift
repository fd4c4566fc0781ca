extension XMLTokenizer {
    /// Takes the declaration of an element (production 45), whose content is not compared with it.
    mutating func takeElementDeclaration() throws(XMLFault) {
        try takeOpening("<!ELEMENT")
        _ = try takeName()
        try takeSpace(behind: "the name of the element")
        if text[position] == 0x28 {
            position += 1
            takeSpace()
            if text[position] == 0x23 { try takeMixedContent() } else { try takeContentModel() }
        } else {
            let isEmpty = try take(word: "EMPTY")
            let isAny = try take(word: "ANY")
            guard isEmpty || isAny else {
                let found = text.described(at: position)
                throw fault("expected “EMPTY”, “ANY” or “(”, but found \(found)", at: position)
            }
        }
        takeSpace()
        try take(0x3E, "at the end of the declaration of an element")
    }

    /// Takes text mixed with elements (production 51) behind the parenthesis.
    private mutating func takeMixedContent() throws(XMLFault) {
        guard try take(word: "#PCDATA") else { throw fault("expected “#PCDATA”", at: position, reached: position + 1) }
        var hasNames = false
        takeSpace()
        while text[position] == 0x7C {
            position += 1
            takeSpace()
            _ = try takeName()
            takeSpace()
            hasNames = true
        }
        try take(0x29, "at the end of the content of an element")
        if hasNames {
            try take(0x2A, "behind the content of an element with text")
        } else if text[position] == 0x2A {
            position += 1
        }
    }

    /// Takes a model of elements (productions 47 to 50) behind its first parenthesis; an explicit stack stands for recursion.
    private mutating func takeContentModel() throws(XMLFault) {
        // The separators of the groups that are open, 0 for those that have shown none.
        var separators: [UInt8] = [0]
        while true {
            takeSpace()
            if text[position] == 0x28 {
                position += 1
                separators.append(0)
                continue
            }
            _ = try takeName()
            takeOccurrence()
            takeSpace()
            while text[position] == 0x29 {
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
        let byte = text[position]
        if byte == 0x3F || byte == 0x2A || byte == 0x2B { position += 1 }
    }

    private mutating func takeSeparator(_ separator: inout UInt8) throws(XMLFault) {
        let byte = text[position]
        guard byte == 0x7C || byte == 0x2C, separator == 0 || separator == byte else {
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
