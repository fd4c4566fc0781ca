extension XMLDecodingState {
    /// Where in the text the value of a place begins.
    func offset(of place: XMLDecodedPlace) -> Int {
        if let offset = scalarSlice(of: place).flatMap({ start(of: $0) }) { return offset }
        if place.kind == .attribute, let offset = start(of: storage.attributes[place.number].name.slice) {
            return offset
        }
        return storage.nodes[element(around: place)].offset
    }

    /// Where in the text a slice begins, without white space, if it is part of the text and there is something in it.
    private func start(of slice: XMLSlice) -> Int? {
        guard slice.store == .text else { return nil }
        let range = storage.stores.withBytes(slice) { $0.trimmedRange }
        return range.isEmpty ? nil : slice.start + range.lowerBound
    }

    /// What there is where a key was not found.
    func namesHint(for place: XMLDecodedPlace) -> String? {
        guard place.kind.isElement else { return nil }
        var names: [String] = []
        var node = firstElement(in: place.number)
        for _ in 0..<64 {
            guard let child = node else { break }
            add(storage.nodes[child].name, "", to: &names)
            node = nextElement(after: child)
        }
        for index in storage.attributeRange(of: place.number).prefix(16) where isAttribute(index) {
            add(storage.attributes[index].name, "@", to: &names)
        }
        let name = elementName(of: place)
        guard !names.isEmpty else { return "\(name) has neither elements nor attributes" }
        return "\(name) has " + names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }

    private func add(_ name: XMLName, _ mark: String, to names: inout [String]) {
        let text = mark + storage.stores.string(name.slice.prefix(min(name.slice.count, 60)))
        if !names.contains(text) { names.append(text) }
    }
}
