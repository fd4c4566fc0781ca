extension JSON {
    /// Writes the value as text.
    ///
    /// Control characters, quotation marks and backslashes are escaped, and nothing else is.
    ///
    /// - Parameter format: How it is written.
    /// - Returns: The text.
    public func text(_ format: JSONFormat = .compact) -> String {
        String(decoding: bytes(format), as: UTF8.self)
    }

    /// Writes the value as text in UTF-8.
    ///
    /// - Parameter format: How it is written.
    /// - Returns: The bytes.
    public func bytes(_ format: JSONFormat = .compact) -> [UInt8] {
        var printer = JSONPrinter(document, format)
        return printer.text(of: index)
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON in one line.
    public var description: String { text() }
}
