import DecantCore
import DecantDocument

extension JSON: Hashable {
    /// Returns whether two values are equal.
    ///
    /// Numbers are compared by their exact value, so `1`, `1.0` and `10e-1` are equal; strings are compared scalar by
    /// scalar; arrays in order; objects regardless of the order of their members (RFC 8259 §1). Members with the same
    /// name are compared in order.
    public static func == (left: JSON, right: JSON) -> Bool {
        left.flat.isSame(left.index, as: right.index, of: right.flat)
    }

    /// Feeds the value to a hasher.
    public func hash(into hasher: inout Hasher) { flat.hash(index, into: &hasher) }
}

extension JSON {
    /// Returns the value as JSON text.
    ///
    /// Only control characters, quotation marks and backslashes are escaped.
    ///
    /// - Parameter format: The form of the output.
    public func text(_ format: Format = .compact) -> String {
        String(decoding: bytes(format), as: UTF8.self)
    }

    /// Returns the value as JSON text in UTF-8.
    ///
    /// - Parameter format: The form of the output.
    public func bytes(_ format: Format = .compact) -> [UInt8] {
        var bytes: [UInt8] = []
        write(format, into: &bytes)
        return bytes
    }

    /// Appends the value as JSON text in UTF-8 to a buffer.
    ///
    /// ```swift
    /// let json = try JSON(parsing: bytes)
    /// var buffer: [UInt8] = []
    /// json.write(.pretty, into: &buffer) { buffer in
    ///     consume(buffer.span)
    ///     buffer.removeAll(keepingCapacity: true)
    /// }
    /// consume(buffer.span)
    /// ```
    ///
    /// - Parameters:
    ///   - format: The form of the output.
    ///   - buffer: The buffer, which keeps its contents.
    ///   - drain: A closure that may empty the buffer; called when the buffer has 64 KiB, and not at the end.
    public func write(
        _ format: Format = .compact,
        into buffer: inout [UInt8],
        drain: (inout [UInt8]) -> Void = { _ in }
    ) {
        var printer = JSONPrinter(flat, format)
        printer.write(index, into: &buffer, drain: drain)
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON in one line.
    public var description: String { text() }
}

extension JSON {
    /// Returns the value without its null members, on every level, as AFNetworking's
    /// `AFJSONObjectByRemovingKeysWithNullValues`.
    ///
    /// The options ``JSON/Options/removesNullMembers`` and ``JSON/Options/removesNullElements`` do the same while the
    /// text is read, at no cost. A value that is itself null stays.
    ///
    /// - Parameter elements: Whether nulls are removed from arrays as well; this changes the indices of the elements
    ///   after them.
    /// - Returns: A value that shares the text with this one.
    public func removingNulls(elements: Bool = false) -> JSON {
        JSON(DocumentReference(flat.removingNulls(from: index, elements: elements)), at: 0)
    }
}

extension JSON: ErrorSummarizing {
    /// The message of an error body, from a member that commonly holds it.
    ///
    /// The members are the title and detail of RFC 9457, the description of OAuth (RFC 6749 §5.2), a message, a reason,
    /// an error, and members with similar names, also of an error or of the first of several errors. The message about
    /// a field of a form begins with the name of the field. If the value is a string, it is the message itself. Empty if
    /// no message is found.
    package var errorSummary: String { serverMessage }
}
