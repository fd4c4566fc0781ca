extension XML {
    /// How a node is written as XML.
    public struct Format: Sendable, Hashable, Codable {
        /// By how many spaces each level is indented; nil writes everything as it is.
        ///
        /// Where an element has text that is more than white space, or `xml:space="preserve"` holds, nothing in it is changed.
        /// Elsewhere the white space between elements gives way to the indentation.
        public var indentation: Int?

        /// Whether a document begins with an XML declaration.
        ///
        /// None is needed for UTF-8, in which text is written.
        public var hasDeclaration: Bool

        /// Creates a format.
        ///
        /// - Parameters:
        ///   - indentation: By how many spaces each level is indented; nil writes everything as it is.
        ///   - hasDeclaration: Whether a document begins with an XML declaration.
        public init(indentation: Int? = nil, hasDeclaration: Bool = false) {
            self.indentation = indentation
            self.hasDeclaration = hasDeclaration
        }

        /// As it is: what is read from it is equal to what was written.
        public static let compact = Format()

        /// A line for each element that has no text beside it, indented by two spaces.
        public static let indented = Format(indentation: 2)
    }
}
