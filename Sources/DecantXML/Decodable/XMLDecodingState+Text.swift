extension XMLDecodingState {
    /// The text of a place as it stands in the document, if it stands in one piece: all that an element without elements in it
    /// mostly has.
    func scalarSlice(of place: XMLDecodedPlace) -> XMLSlice? {
        switch place.kind {
        case .attribute: return storage.attributes[place.number].value
        case .word: return words[place.number].slice
        case .text, .ownText:
            let record = storage.nodes[place.number]
            return end(ofItem: place.number) == record.end ? record.text : nil
        default:
            let end = storage.nodes[place.number].end
            let first = place.number + 1
            if end == first { return .empty }
            return end == first + 1 && storage.nodes[first].kind.isText ? storage.nodes[first].text : nil
        }
    }

    /// Makes a value of the text of a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - allowsElements: Whether text with elements in it is text, too.
    ///   - make: Makes the value.
    /// - Returns: The value; nil if there is none, or no text.
    @inline(__always)
    func parse<Value>(
        _ place: XMLDecodedPlace,
        allowsElements: Bool = false,
        _ make: (Span<UInt8>) -> Value?
    ) -> Value? {
        noteRepetition(of: place)
        if let slice = scalarSlice(of: place) { return storage.stores.withBytes(slice, make) }
        guard let text = joinedText(of: place, allowsElements) else { return nil }
        return make(Array(text.utf8).span)
    }

    /// The text of an element that does not stand in one piece.
    ///
    /// - Returns: The text; nil if there are elements and the text between them is white space only, or must not be there.
    @inline(never)
    private func joinedText(of place: XMLDecodedPlace, _ allowsElements: Bool) -> String? {
        let node = XML.Node(storage, place.number)
        if place.kind == .text || place.kind == .ownText {
            return slices(ofText: place.number).map(storage.stores.string).joined()
        }
        guard firstElement(in: place.number) != nil else { return node.ownText }
        unread.readTexts.insert(place.number)
        if place.kind == .content { return node.ownText }
        guard allowsElements, !node.ownText.utf8.allSatisfy(\.isXMLSpace) else { return nil }
        return node.text
    }

    /// The texts in an element without elements, which comments and processing instructions may stand between.
    func texts(in element: Int) -> [XMLSlice] {
        (element + 1..<storage.nodes[element].end).lazy.map { [storage] in storage.nodes[$0] }.filter(\.kind.isText)
            .map(\.text)
    }

    /// Whether an element has no elements in it, and a place no text but white space.
    func isBlank(_ place: XMLDecodedPlace) -> Bool {
        if let slice = scalarSlice(of: place) { return storage.stores.isXMLSpace(slice) }
        guard place.kind.isElement else { return false }
        var node = place.number + 1
        while node < storage.nodes[place.number].end {
            let record = storage.nodes[node]
            if record.kind == .element { return false }
            if record.kind.isText, !storage.stores.isXMLSpace(record.text) { return false }
            node = record.end
        }
        return true
    }
}

extension Span<UInt8> {
    /// Where the bytes are without the white space around them.
    var trimmedRange: Range<Int> {
        var (start, end) = (0, count)
        while start < end, self[start].isXMLSpace { start &+= 1 }
        while start < end, self[end &- 1].isXMLSpace { end &-= 1 }
        return start..<end
    }
}
