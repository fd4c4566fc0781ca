public import DecantCore

extension JSONDocument {
    /// Makes a value of a type that reads itself straight from the document.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path and the place in the text.
    public func decode<Value: JSONDirectDecodable>(direct type: Value.Type) throws(ResponseError) -> Value {
        try decode(direct: type, at: 0)
    }

    /// Makes a value from a part of the document.
    package func decode<Value: JSONDirectDecodable>(
        direct type: Value.Type,
        at node: Int
    ) throws(ResponseError) -> Value {
        do throws(ResponseError) {
            return try Value(from: JSONReader(self, at: node))
        } catch {
            throw completed(error)
        }
    }

    /// Fills in the path and the place of an error that a reader made, which knows the offset in the text only.
    private func completed(_ error: ResponseError) -> ResponseError {
        guard let offset = error.details.offset, error.details.position == nil else { return error }
        var error = error
        if let node = node(atTextOffset: offset), error.details.path.isEmpty { error.details.path = path(to: node) }
        locate(&error, at: offset)
        return error
    }

    /// The value that begins at an offset of the text, found by halves: nodes stand in the order of the text.
    private func node(atTextOffset offset: Int) -> Int? {
        var range = 0..<nodes.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if textOffset(of: middle) == offset { return middle }
            range = textOffset(of: middle) < offset ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension JSON {
    /// Makes a value of a type that reads itself straight from the document.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the place in the text.
    public func decode<Value: JSONDirectDecodable>(direct type: Value.Type) throws(ResponseError) -> Value {
        try document.decode(direct: type, at: index)
    }
}
