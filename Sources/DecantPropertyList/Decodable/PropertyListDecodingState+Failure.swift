import DecantCore

extension PropertyListDecodingState {
    /// Makes of whatever ended the decoding the error that explains it: with the path from the top of the document and
    /// the place in the body.
    func failure(_ error: any Error) -> ResponseError {
        if let error = error as? ResponseError { return error }
        guard let error = error as? DecodingError else {
            return document.error(.dataCorrupted, "\(error)", at: top).caused(by: error)
        }
        let (code, context) = Self.parts(of: error)
        let place = place(of: context.codingPath)
        return document.error(code, context.debugDescription, at: place.node, path: place.path).caused(by: error)
    }

    private static func parts(of error: DecodingError) -> (ResponseError.Code, DecodingError.Context) {
        switch error {
        case .typeMismatch(_, let context): return (.typeMismatch, context)
        case .valueNotFound(_, let context): return (.valueNotFound, context)
        case .keyNotFound(_, let context): return (.keyNotFound, context)
        case .dataCorrupted(let context):
            return (context.underlyingError is NumberDoesNotFit ? .typeMismatch : .dataCorrupted, context)
        @unknown default: return (.dataCorrupted, .init(codingPath: [], debugDescription: "\(error)"))
        }
    }

    /// Walks down a coding path as far as it goes.
    ///
    /// A user's own error may have any path.
    private func place(of codingPath: [any CodingKey]) -> (node: Int, path: [CodingPathComponent]) {
        var node = top
        var path = document.path(to: top)
        var isLost = false
        for key in codingPath {
            let child = isLost ? nil : child(key, of: node)
            path.append(tape[node].kind == .dictionary ? .key(key.stringValue) : CodingPathComponent(key))
            if let child { node = child } else { isLost = true }
        }
        return (node, path)
    }

    private func child(_ key: any CodingKey, of node: Int) -> Int? {
        switch tape[node].kind {
        case .array, .set: return key.intValue.flatMap { element(at: $0, of: node) }
        case .dictionary: return document.value(of: key.stringValue, in: node)
        default: return nil
        }
    }

    private func element(at position: Int, of array: Int) -> Int? {
        guard position >= 0, position < tape.count(of: array) else { return nil }
        var node = array + 2
        for _ in 0..<position { node = tape.next(after: node) }
        return node
    }
}

extension ResponseError {
    /// The same error with the one that led to it.
    fileprivate func caused(by underlying: any Error) -> ResponseError {
        var error = self
        error.details.underlying = underlying
        return error
    }
}
