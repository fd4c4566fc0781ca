public import DecantText

extension XML {
    /// How a document is read.
    ///
    /// ```swift
    /// var options = XML.Options()
    /// options.whiteSpace = .dropBetweenElements
    /// ```
    public struct Options: Sendable, Hashable, Codable {
        /// The caller's charset, and what happens to malformed bytes.
        public var text = TextOptions()

        /// Whether prefixes are resolved (Namespaces in XML 1.0).
        ///
        /// Without it `a:b` is just a name, and `xmlns` an attribute like any other.
        public var processesNamespaces = true

        /// What happens to a reference to something outside of the document, which is never read.
        public var externalReferences = ExternalReferences.skip

        /// What a tree keeps of white space.
        public var whiteSpace = WhiteSpace.keep

        /// Whether a tree keeps CDATA sections apart from the text around them.
        public var keepsCDATA = false

        /// Whether a tree keeps comments.
        public var keepsComments = true

        /// Creates the default options.
        public init() {}
    }
}

extension XML.Options {
    /// What happens to a reference to something outside of the document.
    ///
    /// In the value of an attribute such a reference is an error in any case (XML 1.0 §3.1).
    public enum ExternalReferences: String, Sendable, Hashable, Codable {
        /// It stands for nothing, and a finding tells of it.
        case skip

        /// It is an error.
        case refuse
    }

    /// What a tree keeps of white space.
    public enum WhiteSpace: String, Sendable, Hashable, Codable {
        /// All of it.
        case keep

        /// Text that is nothing but white space is left out, unless `xml:space="preserve"` holds (XML 1.0 §2.10).
        case dropBetweenElements

        /// As ``dropBetweenElements``, and in the text that stays each run of white space becomes one space, and that at the
        /// beginning and end is left out.
        case fold
    }
}
