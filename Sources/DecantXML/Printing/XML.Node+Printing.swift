extension XML.Node {
    /// Writes the node and all that is in it as XML.
    ///
    /// An element brings along the declarations of namespaces around it, so that what is written can be read by itself.
    ///
    /// - Parameter format: How it is written.
    /// - Returns: The text.
    public func xmlString(_ format: XML.Format = .compact) -> String { xmlBytes(format).span.string }

    /// Writes the node and all that is in it as XML in UTF-8.
    ///
    /// - Parameter format: How it is written.
    /// - Returns: The bytes.
    public func xmlBytes(_ format: XML.Format = .compact) -> [UInt8] {
        var printer = XMLPrinter(self, format)
        return printer.bytes()
    }
}

extension XML.Node: CustomStringConvertible {
    /// The node as XML.
    public var description: String { xmlString() }
}
