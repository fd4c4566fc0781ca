import DecantCore

// Errors are created as `DecodingError`, which the `init(from:)` of a user's type may catch. `failure` converts the
// error to a `ResponseError` where decoding ends.

extension DecodingState {
    /// Returns the error for a value that is null or has an unexpected type.
    @inline(never)
    func mismatch(_ type: Any.Type, _ location: DocumentLocation) -> DecodingError {
        let message = "expected \(text(of: type)), but found \(document.description(of: location.node))"
        let context = context(message, location)
        return document[location.node].kind.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Returns the error for a number that does not fit into the type, or for a value that is not a number.
    @inline(never)
    func numberMismatch(_ type: Any.Type, _ location: DocumentLocation) -> DecodingError {
        guard document[location.node].kind.isNumber else { return mismatch(type, location) }
        let message = "expected \(text(of: type)), but found \(document.description(ofUnfit: location.node))"
        return .dataCorrupted(context(message, location, underlying: NumberDoesNotFit()))
    }

    /// Returns the error for a scalar that a type or a custom function rejects.
    func rejection(
        of scalar: DecodedScalar,
        as type: Any.Type,
        _ location: DocumentLocation,
        because error: any Error
    ) -> any Error {
        if let mismatch = (error as? ResponseError)?.mismatch {
            let context = context(mismatch.message(for: scalar, document.description(of: location.node)), location)
            return mismatch.isContent ? DecodingError.dataCorrupted(context) : .typeMismatch(type, context)
        }
        if error is DecodingError || error is ResponseError { return error }
        return DecodingError.dataCorrupted(context("the value was refused: \(error)", location, underlying: error))
    }

    @inline(never)
    func missing(_ key: some CodingKey, in object: DocumentLocation) -> DecodingError {
        .keyNotFound(key, context("no member “\(key.stringValue)”", object))
    }

    @inline(never)
    func atEnd(_ type: Any.Type, of array: DocumentLocation, position: Int) -> DecodingError {
        let path = path(to: array) + [DocumentKey(intValue: position)]
        let message = "expected another element, but found the end of the array"
        return .valueNotFound(type, .init(codingPath: path, debugDescription: message))
    }

    /// Returns the error for a Foundation type in a program that does not import its conformance.
    @inline(never)
    func missingImport(_ type: Any.Type, _ node: Int) -> ResponseError {
        let message = "\(type) is a type of Foundation, and its conformance is not imported"
        return document.error(.missingImport, message, at: node, hint: Hint(nil, .foundation))
    }

    private func context(
        _ message: String,
        _ location: DocumentLocation,
        underlying: (any Error)? = nil
    ) -> DecodingError.Context {
        .init(codingPath: path(to: location), debugDescription: message, underlyingError: underlying)
    }

    private func text(of type: Any.Type) -> String {
        if type == [Any].self { return "an array" }
        if type == [String: Any].self { return document.words.object }
        return "\(type)"
    }
}

// MARK: - Path

// Decoding does not keep the coding path of a value; it is built for an error, or on request of the user's type. In the
// usual order, depth first, the cursor of each level holds the child that leads to the value, so the cost is linear in
// the depth. Otherwise the children are searched for the one that contains the value.

extension DecodingState {
    /// Returns the coding path of a value, with its level counted from the top of the decoding.
    func path(to node: Int, depth: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        path.reserveCapacity(depth)
        var container = top
        for level in 0..<depth {
            guard document[container].kind.isContainer else { break }
            let (child, position) = step(from: container, to: node, level)
            if document[container].kind == .object {
                path.append(key(at: child &- 1, in: container, depth: level) { path })
            } else {
                path.append(DocumentKey(intValue: position))
            }
            container = child
        }
        return path
    }

    private func step(from container: Int, to node: Int, _ level: Int) -> (child: Int, position: Int) {
        if scratch.hasCursor(level), scratch[level].container == UInt32(truncatingIfNeeded: container) {
            let child = Int(scratch[level].child)
            if child > container, child <= node, node < document.next(after: child) {
                return (child, Int(scratch[level].position))
            }
        }
        return document.child(of: container, leadingTo: node)
    }
}

// MARK: - The end of a decoding

extension DecodingState {
    /// Returns the error that ends a decoding, with the path from the top of the document and the position in the text.
    func failure(_ error: any Error) -> ResponseError {
        if let error = error as? ResponseError { return error }
        guard let error = error as? DecodingError else {
            return document.error(.dataCorrupted, "\(error)", at: top).caused(by: error)
        }
        let (code, context) = error.reported
        let location = location(of: context.codingPath)
        let failure = document.error(
            code,
            context.debugDescription,
            at: location.node,
            path: location.path,
            hint: memberHint(for: error, location.node, context.codingPath.count)
                ?? conversionHint(for: error, location.node)
        )
        return failure.caused(by: error.cause)
    }

    /// Returns a hint with the conversion that reads a value of another type.
    private func conversionHint(for error: DecodingError, _ node: Int) -> Hint? {
        switch error {
        case .typeMismatch(let type, _), .valueNotFound(let type, _):
            document.conversionHint(of: node, to: ConversionTarget(type), besides: rules.options.conversions)
        default: nil
        }
    }

    /// Follows a coding path while its keys exist.
    ///
    /// An error thrown by a user's type may have any path.
    private func location(of codingPath: [any CodingKey]) -> (node: Int, path: [CodingPathComponent]) {
        var node = top
        var path = document.path(to: top)
        var isLost = false
        for (depth, key) in codingPath.enumerated() {
            let child = isLost ? nil : child(key, of: node, depth)
            path.append(document[node].kind == .object ? .key(key.stringValue) : CodingPathComponent(key))
            if let child { node = child } else { isLost = true }
        }
        return (node, path)
    }

    private func child(_ key: any CodingKey, of node: Int, _ depth: Int) -> Int? {
        let kind = document[node].kind
        if kind.isList { return key.intValue.flatMap { document.element(at: $0, of: node) } }
        guard kind == .object else { return nil }
        let written = document.value(named: key.stringValue, of: node)
        guard convertsNames else { return written }
        return written ?? table(for: node, depth: depth).value(named: key.stringValue)
    }
}
