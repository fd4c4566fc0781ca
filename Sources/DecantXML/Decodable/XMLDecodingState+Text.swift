import DecantCore

extension XMLDecodingState {
    /// The text at a location as it appears in the document, if it is in one piece: all that an element without elements in it
    /// mostly has.
    func scalarSlice(of location: XMLLocation) -> XMLSlice? {
        switch location.kind {
        case .attribute: return storage.attributes[location.number].value
        case .word: return words[location.number].slice
        case .text, .ownText:
            let record = storage.nodes[location.number]
            return end(ofItem: location.number) == record.end ? record.text : nil
        default:
            let end = storage.nodes[location.number].end
            let first = location.number + 1
            if end == first { return .empty }
            return end == first + 1 && storage.nodes[first].kind.isText ? storage.nodes[first].text : nil
        }
    }

    /// Makes a value of the text at a location.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - allowsElements: Whether text with elements in it is text, too.
    ///   - make: Makes the value.
    /// - Returns: The value; nil if there is none, or no text.
    func parse<Value>(
        _ location: XMLLocation,
        allowsElements: Bool = false,
        _ make: (Span<UInt8>) -> Value?
    ) -> Value? {
        noteRepetition(of: location)
        if let slice = scalarSlice(of: location) { return storage.stores.withBytes(slice, make) }
        guard let text = joinedText(of: location, allowsElements) else { return nil }
        return make(Array(text.utf8).span)
    }

    /// The text of an element that is not in one piece.
    ///
    /// - Returns: The text; nil if there are elements and the text between them is white space only, or must not be there.
    @inline(never)
    private func joinedText(of location: XMLLocation, _ allowsElements: Bool) -> String? {
        let node = XML.Node(storage, location.number)
        if location.kind == .text || location.kind == .ownText {
            return slices(ofText: location.number).map(storage.stores.string).joined()
        }
        guard firstElement(in: location.number) != nil else { return node.ownText }
        unread.readTexts.insert(location.number)
        if location.kind == .content { return node.ownText }
        guard allowsElements, !node.ownText.utf8.allSatisfy(XMLCharacters.isWhitespace) else { return nil }
        return node.text
    }

    /// The texts in an element without elements, which comments and processing instructions may occur between.
    func texts(in element: Int) -> [XMLSlice] {
        (element + 1..<storage.nodes[element].end).lazy.map { [storage] in storage.nodes[$0] }.filter(\.kind.isText)
            .map(\.text)
    }

    /// Returns whether there are neither elements nor text other than white space at a location.
    func isBlank(_ location: XMLLocation) -> Bool {
        if let slice = scalarSlice(of: location) { return storage.stores.isWhitespace(slice) }
        guard location.kind.isElement else { return false }
        var node = location.number + 1
        while node < storage.nodes[location.number].end {
            let record = storage.nodes[node]
            if record.kind == .element { return false }
            if record.kind.isText, !storage.stores.isWhitespace(record.text) { return false }
            node = record.end
        }
        return true
    }
}

extension Span<UInt8> {
    /// The range of the bytes without the white space around them.
    var trimmedRange: Range<Int> {
        var (start, end) = (0, count)
        while start < end, XMLCharacters.isWhitespace(self[start]) { start &+= 1 }
        while start < end, XMLCharacters.isWhitespace(self[end &- 1]) { end &-= 1 }
        return start..<end
    }
}

extension XMLDecodingState {
    /// Returns the offset in the text at which the value of a location begins.
    func offset(of location: XMLLocation) -> Int {
        if let offset = scalarSlice(of: location).flatMap({ start(of: $0) }) { return offset }
        if location.kind == .attribute, let offset = start(of: storage.attributes[location.number].name.slice) {
            return offset
        }
        return storage.nodes[element(around: location)].offset
    }

    /// Returns the offset in the text of a slice, without white space, if it is part of the text and not empty.
    private func start(of slice: XMLSlice) -> Int? {
        guard slice.store == .text else { return nil }
        let range = storage.stores.withBytes(slice) { $0.trimmedRange }
        return range.isEmpty ? nil : slice.start + range.lowerBound
    }
}

extension XMLDecodingState {
    /// Returns whether an element declares that it has no value, and has none (XML Schema part 1 §2.6.2).
    func isNil(_ location: XMLLocation) -> Bool {
        guard location.kind.isElement, saysNil(location.number) else { return false }
        return isBlank(XMLLocation(.content, location.number, level: 0))
    }

    private func saysNil(_ element: Int) -> Bool {
        if let instances { return storage.attributeRange(of: element).contains { isNil($0, instances) } }
        return !hasNamespaces && storage.attributeRange(of: element).contains { isNil($0, .none) }
    }

    /// Whether names were read with their namespaces; if not, no namespace but the three that every document has is known.
    var hasNamespaces: Bool { storage.namespaces.count > 3 }

    private func isNil(_ attribute: Int, _ namespace: XMLNamespaceID) -> Bool {
        let record = storage.attributes[attribute]
        let stores = storage.stores
        guard record.name.namespace == namespace else { return false }
        guard stores.has("nil", at: record.name.local) || stores.has("xsi:nil", at: record.name.slice) else {
            return false
        }
        guard namespace != .none || stores.has("xsi:nil", at: record.name.slice) else { return false }
        return stores.has("true", at: record.value) || stores.has("1", at: record.value)
    }

    /// Returns whether an optional of a type is nil at a location.
    ///
    /// Elements that a list is made of are values, whatever they are themselves.
    func isNothing(_ location: XMLLocation, _ type: Any.Type) -> Bool {
        if location.kind == .named, kind(of: type).isList { return false }
        if isNil(location) { return true }
        guard location.kind != .content else {
            return kind(of: type).isScalar ? !hasText(location.number) : isBlank(location)
        }
        if kind(of: type).isScalar {
            return (options.emptyElementsAreNil || kind(of: type).hasNoEmptyValue) && isBlank(location)
        }
        return options.emptyElementsAreNil && isEmpty(location)
    }

    /// Returns whether there is text in an element itself that is not only white space.
    func hasText(_ element: Int) -> Bool {
        var node = element + 1
        while node < storage.nodes[element].end {
            if isText(node) { return true }
            node = storage.nodes[node].end
        }
        return false
    }

    /// Returns whether there is neither text nor an element nor an attribute.
    private func isEmpty(_ location: XMLLocation) -> Bool {
        isBlank(location)
            && (!location.kind.isElement || !storage.attributeRange(of: location.number).contains(where: isAttribute))
    }

    /// Returns whether the value at a location is null for any type.
    func isNull(_ location: XMLLocation) -> Bool { isNil(location) || options.emptyElementsAreNil && isEmpty(location) }
}
