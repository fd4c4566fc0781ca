import DecantCore

extension XMLDecodingState {
    /// Makes of whatever ended the decoding the error that explains it: with the path from the root element and the place in
    /// the text.
    func failure(_ error: any Error) -> ResponseError {
        if let error = error as? ResponseError { return error }
        var failure: ResponseError
        if let error = error as? DecodingError {
            let (code, context) = error.reported
            let place = place(of: context.codingPath)
            let isAbsent = code == .keyNotFound
            let offset = isAbsent ? storage.nodes[element(around: place)].offset : offset(of: place)
            let hint = isAbsent ? namesHint(for: place, without: Self.key(of: error)) : nil
            failure = self.error(code, context.debugDescription, at: offset, context.codingPath, hint: hint)
            failure.details.underlying = error.cause
        } else {
            failure = self.error(.dataCorrupted, "\(error)", at: storage.nodes[top].offset, [])
            failure.details.underlying = error
        }
        return failure
    }

    /// The key that was not found.
    private static func key(of error: DecodingError) -> (any CodingKey)? {
        guard case .keyNotFound(let key, _) = error else { return nil }
        return key
    }

    /// Makes an error with its place in the text and its path from the root element.
    func error(
        _ code: ResponseError.Code,
        _ message: String,
        at offset: Int,
        _ path: [any CodingKey],
        hint: String? = nil
    ) -> ResponseError {
        var error = ResponseError(code, message, path: components(of: pathToTop() + path), hint: hint)
        storage.source.locate(&error, at: offset)
        return error
    }

    /// Leaves out an element of a list, or throws its error again.
    func skip(_ item: XMLDecodedPlace, of entry: String, because error: any Error, _ path: [any CodingKey]) throws {
        let top = components(of: pathToTop())
        try skipped.skip(Int(item.position), of: entry, because: error, path: path, under: top) {
            storage.source.sourceOffset(of: offset(of: item))
        }
    }

    /// A path without the steps that have no name.
    private func components(of path: [any CodingKey]) -> [CodingPathComponent] {
        path.compactMap { $0.stringValue.isEmpty && $0.intValue == nil ? nil : CodingPathComponent($0) }
    }

    /// The way from the root element to where decoding began.
    private func pathToTop() -> [any CodingKey] {
        var elements: [Int] = []
        var node = top
        while node != storage.root, node != 0 {
            elements.append(node)
            node = storage.nodes[node].parent
        }
        return elements.reversed().flatMap { steps(to: $0) }.map { step in
            step.kind == .listed
                ? DocumentKey(intValue: Int(step.position)) : DocumentKey(stringValue: writtenKey(of: step))
        }
    }

    /// Walks down a coding path as far as it goes.
    ///
    /// A user's own error may have any path.
    private func place(of codingPath: [any CodingKey]) -> XMLDecodedPlace {
        var place = topPlace
        for key in codingPath {
            guard let next = step(key, from: place) else { return place }
            enter(next)
            place = next
        }
        return place
    }

    private func step(_ key: any CodingKey, from place: XMLDecodedPlace) -> XMLDecodedPlace? {
        let keyPlace = (key as? any XMLCodingKey)?.xmlPlace ?? .elementOrAttribute
        if place.kind == .child || place.kind == .text, let own = choose(key.stringValue, at: place) { return own }
        if let found = find(key.stringValue, keyPlace, in: place) { return found }
        guard let index = key.intValue else { return nil }
        var list = XMLDecodedList(self, place, isRepeated: true)
        while let current = list.current, Int(current.position) < index { list.skip(self, isRepeated: true) }
        return list.current
    }
}
