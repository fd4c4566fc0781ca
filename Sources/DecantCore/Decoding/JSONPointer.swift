/// A JSON pointer (RFC 6901): the names and indices that lead from a value to one inside it.
package struct JSONPointer: Sendable {
    /// The names and indices, without escapes.
    package let names: [String]

    /// Reads a pointer.
    ///
    /// - Parameter pointer: The pointer: empty, or a slash before each name or index; `~1` in a name is a slash, and `~0` a tilde.
    /// - Throws: ``Malformed`` if it is not a pointer (RFC 6901 §3).
    package init(_ pointer: String) throws(Malformed) {
        guard !pointer.isEmpty else {
            names = []
            return
        }
        guard pointer.utf8.first == UInt8(ascii: "/") else {
            throw Malformed(message: "“\(pointer.excerpt(100))” is not a JSON pointer: it does not begin with “/”")
        }
        var names: [String] = []
        for token in pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = Self.unescaped(Substring(token)) else {
                let message = "“\(pointer.excerpt(100))” is not a JSON pointer: “~” is not followed by 0 or 1"
                throw Malformed(message: message)
            }
            names.append(name)
        }
        self.names = names
    }

    /// The pointer from an object to its first member with a name.
    package static func text(toMember name: String) -> String {
        "/" + name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }

    /// The reason that a text is not a JSON pointer.
    package struct Malformed: Error {
        package let message: String
    }

    /// A token without its escapes; nil if a tilde is not one.
    private static func unescaped(_ token: Substring) -> String? {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
        var bytes: [UInt8] = []
        var isAfterTilde = false
        for byte in token.utf8 {
            if isAfterTilde {
                guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
                bytes.append(UInt8(ascii: byte == UInt8(ascii: "0") ? "~" : "/"))
                isAfterTilde = false
            } else if byte == UInt8(ascii: "~") {
                isAfterTilde = true
            } else {
                bytes.append(byte)
            }
        }
        return isAfterTilde ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
