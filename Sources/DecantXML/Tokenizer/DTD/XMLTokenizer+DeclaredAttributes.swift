import DecantCore

extension XMLTokenizer {
    /// Makes the attributes of a tag what is declared of them: tokens are cut, and defaults added (XML 1.0 §3.3).
    @inline(never)
    mutating func addDeclaredAttributes(to name: XMLSlice, _ traits: inout XMLTagTraits) throws(XMLFault) {
        guard let declarations, !declarations.attributeLists.isEmpty else { return }
        guard let number = declarations.listed.find(view(name)) else { return }
        let list = declarations.attributeLists[number]
        declarations.tagCount += 1
        for index in 0..<attributeList.count {
            guard let declared = list.names.find(view(attributeList[index].name.slice)) else { continue }
            list.seen[declared] = declarations.tagCount
            if list.attributes[declared].isTokenized { foldValue(at: index) }
        }
        guard !list.defaults.isEmpty else { return }
        try countDefaults(list.defaults.count)
        for number in list.defaults where list.seen[number] != declarations.tagCount {
            try add(list.attributes[number], &traits)
        }
    }

    private mutating func add(_ attribute: XMLDeclaredAttribute, _ traits: inout XMLTagTraits) throws(XMLFault) {
        guard let value = attribute.value else { return }
        try countDefaults(attribute.name.slice.count + value.count)
        var record = XMLAttributeRecord(attribute.name, value: value, flags: .isDefault)
        let name = view(attribute.name.slice)
        let prefix = attribute.name.prefixLength
        if processesNamespaces, name.word & 0xFF_FFFF_FFFF == 0x73_6E6C_6D78, name.count == 5 || prefix == 5 {
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
        let isFolded = (0...last).allSatisfy { position in
            value[position] != 0x20 || (position > 0 && position < last && value[position - 1] != 0x20)
        }
        guard !isFolded else { return }
        let first = assembled.count
        // The value may stand in the list itself, which must not move while it is copied.
        assembled.grow(to: first + value.count)
        assembled.append(view(attributeList[index].value))
        foldSpaces(from: first)
        attributeList[index].value = assembledSlice(from: first)
    }

    /// Counts the work for defaults, and the bytes that they bring in: a few bytes of tags could bring in any number of
    /// both, once for each element, as references to entities could.
    private mutating func countDefaults(_ cost: Int) throws(XMLFault) {
        willChange()
        defaultCost += cost
        guard defaultCost > Self.freeDefaults else { return }
        let read = sources.isEmpty ? window.start + position : referenceOffset
        let (most, isBoundless) = max(read, 1).multipliedReportingOverflow(by: limits.xmlEntityRatio)
        guard isBoundless || defaultCost - Self.freeDefaults <= most else {
            let message = "declared defaults bring in more than \(limits.xmlEntityRatio) times as much as was read"
            throw fault(message, at: position, code: .limitExceeded, limit: .xmlEntityRatio)
        }
    }

    /// How much defaults may cost however small the document is.
    private static var freeDefaults: Int { 64 << 10 }
}
