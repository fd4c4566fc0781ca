extension XML {
    /// One piece of a document, with strings of its own: a value that can be kept, compared and sent.
    ///
    /// Events that borrow, see ``Event``, cost much less.
    public enum OwnedEvent: Sendable, Hashable {
        /// The start tag of an element, with its attributes in order, declarations of namespaces and defaults included.
        case startElement(name: Name, attributes: [Attribute])
        /// The end of an element.
        case endElement(name: Name)
        /// Character data up to the next piece of markup.
        case text(String)
        /// The content of a CDATA section.
        case cdata(String)
        /// A comment.
        case comment(String)
        /// A processing instruction.
        case processingInstruction(target: String, data: String)
        /// The document type declaration.
        case documentType(DocumentType)
    }
}

extension XML.OwnedEvent {
    /// The name of an element or attribute.
    public struct Name: Sendable, Hashable {
        /// The name as written, with the prefix.
        public var written: String
        /// The namespace that the name is in, or nil if it is in none.
        public var namespace: String?

        /// Creates a name as written, with its prefix, in a namespace or in none.
        public init(_ written: String, namespace: String? = nil) {
            self.written = written
            self.namespace = namespace
        }

        /// Returns whether a name as written equals a text.
        public static func == (name: Name, written: String) -> Bool { name.written.utf8.elementsEqual(written.utf8) }

        /// Returns whether a name as written differs from a text.
        public static func != (name: Name, written: String) -> Bool { !(name == written) }

        /// Returns whether a name as written equals a text, for `switch`.
        public static func ~= (written: String, name: Name) -> Bool { name == written }
    }

    /// One attribute of a start tag.
    public struct Attribute: Sendable, Hashable {
        /// The name.
        public var name: Name
        /// The value, normalised (XML 1.0 §3.3.3).
        public var value: String

        /// Creates an attribute.
        public init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
