public import DecantCore

extension JSONReader {
    /// Makes an error about the value, for a type that finds it unusable.
    ///
    /// - Parameter message: What is wrong, in one sentence without a full stop.
    /// - Returns: An error that knows the place in the text; the path is filled in where decoding ends.
    public func error(_ message: String) -> ResponseError {
        ResponseError(.dataCorrupted, message, offset: textOffset)
    }

    /// The error for a value of another type than expected.
    @inline(never)
    func mismatch(_ expected: String) -> ResponseError {
        let code: ResponseError.Code = isNull ? .valueNotFound : .typeMismatch
        return ResponseError(code, "expected \(expected), found \(tape.description(of: node))", offset: textOffset)
    }

    /// Where the value begins; for a string, the quotation mark.
    private var textOffset: Int {
        let value = tape[node]
        return value.kind.isString ? value.offset - 1 : value.offset
    }
}
