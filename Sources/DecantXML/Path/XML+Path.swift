extension XML {
    /// The way from an element down to other elements, or to an attribute of theirs.
    ///
    /// ```swift
    /// let titles = channel.all("item/title").map(\.text)
    /// let link = feed.text(at: "a:entry/a:link/@href", namespaces: ["a": "http://www.w3.org/2005/Atom"])
    /// ```
    ///
    /// A path is a list of steps with `/` between them, each from an element to those in it:
    ///
    /// | step | leads to |
    /// | --- | --- |
    /// | `title` | elements that are written `title`, in whatever namespace that is |
    /// | `media:title` | elements that are written `media:title`; if it is said what the prefix stands for, those with that namespace and the local name `title`, whatever their prefix |
    /// | `{http://www.w3.org/2005/Atom}title` | elements with that namespace and local name; `{}title` for no namespace |
    /// | `*:title` | elements with that local name in any namespace |
    /// | `*`, `media:*`, `{…}*` | all elements, and all in a namespace |
    /// | `.` | the element itself; only at the beginning |
    /// | `@href`, `@xml:lang`, `@{…}href` | the attribute; only at the end, with the names of attributes in the same forms |
    ///
    /// What a prefix stands for is said where the path is used; the empty prefix then is that of names without one, but of no
    /// attribute.
    ///
    /// A literal that is no path is a programmer's mistake, and stops the program; ``init(_:)`` is for text from elsewhere.
    public struct Path: Sendable, Hashable, ExpressibleByStringLiteral, LosslessStringConvertible {
        /// The path as text.
        public let description: String

        /// The steps down to an element.
        let steps: [XMLNameTest]

        /// The attribute at the end.
        let attribute: XMLNameTest?

        /// Creates a path from text.
        ///
        /// - Parameter description: The text; nil is returned if it is no path.
        public init?(_ description: String) {
            var parser = XMLPathParser(description)
            guard let (steps, attribute) = parser.path() else { return nil }
            self.description = description
            self.steps = steps
            self.attribute = attribute
        }

        /// Creates a path from a literal, which must be one.
        ///
        /// - Parameter value: The literal.
        public init(stringLiteral value: String) {
            guard let path = XML.Path(value) else { preconditionFailure("“\(value)” is no path") }
            self = path
        }

        /// Whether the path leads to an attribute, and so to text and to no element.
        public var leadsToAttribute: Bool { attribute != nil }
    }
}
