public import DecantCore
import DecantDocument

extension JSON: Hashable {
    /// Returns whether two values are the same.
    ///
    /// Numbers are compared by their exact value, so `1`, `1.0` and `10e-1` are the same; strings scalar by scalar; arrays in
    /// order; objects whatever the order of their members (RFC 8259 §1). Members of the same name are compared in order.
    public static func == (left: JSON, right: JSON) -> Bool {
        left.flat.isSame(left.index, as: right.index, of: right.flat)
    }

    /// Feeds the value to a hasher, so that equal values have equal hashes.
    public func hash(into hasher: inout Hasher) { flat.hash(index, into: &hasher) }
}

extension JSON {
    /// Writes the value as text.
    ///
    /// Control characters, quotation marks and backslashes are escaped, and nothing else is.
    ///
    /// - Parameter format: The form of the output.
    /// - Returns: The text.
    public func text(_ format: Format = .compact) -> String {
        String(decoding: bytes(format), as: UTF8.self)
    }

    /// Writes the value as text in UTF-8.
    ///
    /// - Parameter format: The form of the output.
    /// - Returns: The bytes.
    public func bytes(_ format: Format = .compact) -> [UInt8] {
        var printer = JSONPrinter(flat, format)
        return printer.text(of: index)
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON in one line.
    public var description: String { text() }
}

extension JSON {
    /// The value without its null members, on every level: AFNetworking's `AFJSONObjectByRemovingKeysWithNullValues`.
    ///
    /// The options ``JSON/Options/removesNullMembers`` and ``JSON/Options/removesNullElements`` do the same while the text is
    /// read, at no cost. A value that is null itself stays.
    ///
    /// - Parameter elements: Whether nulls are removed from arrays as well; the indices of the elements after them change.
    /// - Returns: A value that shares the text with this one.
    public func removingNulls(elements: Bool = false) -> JSON {
        JSON(DocumentReference(flat.removingNulls(from: index, elements: elements)), at: 0)
    }
}

extension JSON: ErrorSummarizing {
    /// The message in the members that error bodies commonly have: the title and detail of RFC 9457, the description of
    /// OAuth (RFC 6749 §5.2), a message, an error, the message of an error or of the first of several errors, or the value
    /// itself if it is a string; empty if there is none of them.
    public var errorSummary: String {
        ServerMessage.summary { path in
            var value: JSON? = self
            for name in path { value = name == "0" ? value?[0] : value?[name] }
            return value?.string
        }
    }
}
