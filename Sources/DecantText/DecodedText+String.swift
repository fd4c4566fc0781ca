package import DecantCore

extension DecodedText {
    /// The text as a string.
    ///
    /// Making a string validates it, so a UTF-8 body need not have been validated before.
    ///
    /// - Returns: The text.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/invalidText`` if the text is not UTF-8.
    package func string() throws(ResponseError) -> String {
        if let string = String(validating: body.bytes, as: UTF8.self) { return string }
        throw malformed(at: UTF8Validator.firstMalformed(in: body.span) ?? 0)
    }
}
