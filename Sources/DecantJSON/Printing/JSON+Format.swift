extension JSON {
    /// How a JSON value is written as text.
    public struct Format: Sendable, Hashable, Codable {
        /// By how many spaces each level is indented; nil writes everything into one line without spaces.
        public var indentation: Int?

        /// Whether the members of objects are sorted by the UTF-16 units of their names, else they come in the order of the text.
        public var sortsNames: Bool

        /// Whether a number is written as ECMAScript writes the nearest `Double` (ECMA-262 §6.1.6.1.20), by the fewest digits that
        /// tell it from others; else exactly as it was read.
        ///
        /// A number too large for any `Double`, for which there is no such text, stays as it was read.
        public var shortensNumbers: Bool

        /// Creates a format.
        ///
        /// - Parameters:
        ///   - indentation: By how many spaces each level is indented; nil writes everything into one line.
        ///   - sortsNames: Whether the members of objects are sorted.
        ///   - shortensNumbers: Whether numbers are written as ECMAScript writes them.
        public init(indentation: Int? = nil, sortsNames: Bool = false, shortensNumbers: Bool = false) {
            self.indentation = indentation
            self.sortsNames = sortsNames
            self.shortensNumbers = shortensNumbers
        }

        /// One line without spaces, in the order of the text.
        public static let compact = Format()

        /// A line for each value, indented by two spaces, in the order of the text.
        public static let pretty = Format(indentation: 2)

        /// The canonical form of RFC 8785, which is the same for all texts of the same value, fit to be hashed and signed.
        ///
        /// Unlike the RFC, this form has members of the same name, in the order of the text, and numbers beyond `Double`.
        public static let canonical = Format(sortsNames: true, shortensNumbers: true)
    }
}
