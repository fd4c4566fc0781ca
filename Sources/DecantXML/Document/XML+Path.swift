import DecantCore
import DecantDocument

extension XML {
    /// A path from an element to its descendants, or to one of their attributes.
    ///
    /// ```swift
    /// let titles = channel.all("item/title").map(\.text)
    /// let link = feed.text(at: "a:entry/a:link/@href", namespaces: ["a": "http://www.w3.org/2005/Atom"])
    /// ```
    ///
    /// A path is a list of steps separated by `/`. Each step leads from an element to child elements:
    ///
    /// | step | leads to |
    /// | --- | --- |
    /// | `title` | elements written `title`, in any namespace |
    /// | `media:title` | elements written `media:title`, unless the prefix has a namespace (see below) |
    /// | `{http://www.w3.org/2005/Atom}title` | elements with that namespace and local name; `{}` means no namespace |
    /// | `*:title` | elements with that local name in any namespace |
    /// | `*`, `media:*`, `{…}*` | all elements, or all elements in a namespace |
    /// | `.` | the element itself; only at the beginning |
    /// | `@href`, `@xml:lang`, `@{…}href` | the attribute; only at the end, with the same forms of names |
    ///
    /// Pass the namespaces of prefixes to the method that uses the path. A step whose prefix has a namespace matches
    /// the namespace and the local name, regardless of the prefix in the document. The namespace of the empty prefix
    /// applies to elements without a prefix, but not to attributes.
    ///
    /// A literal that is not a valid path is a programming error and stops the program. For text from other sources,
    /// use ``init(_:)``. A path is encoded as its text.
    public struct Path: Sendable, Hashable, LosslessStringConvertible, ExpressibleByStringLiteral {
        /// The path as text.
        public let description: String
        let steps: [XMLNameTest]
        let attribute: XMLNameTest?

        /// Creates a path from text, or returns nil if the text is not a valid path.
        public init?(_ description: String) {
            var parser = XMLPathParser(description)
            guard let (steps, attribute) = parser.path() else { return nil }
            self.description = description
            self.steps = steps
            self.attribute = attribute
        }

        /// Creates a path from a literal, which must be a valid path.
        public init(stringLiteral value: String) {
            guard let path = XML.Path(value) else { preconditionFailure("“\(value)” is not a path") }
            self = path
        }

        /// The path to the element itself, `.`.
        public static let root = Path()

        private init() {
            description = "."
            steps = []
            attribute = nil
        }

        /// The steps as written, without the slashes.
        public var names: [String] { steps.map(\.description) + (attribute.map { ["@\($0)"] } ?? []) }
        /// Whether the path leads to an attribute, which has text but is not an element.
        public var leadsToAttribute: Bool { attribute != nil }
    }
}

extension XML.Path: Codable, CodingKeyRepresentable {
    /// Decodes a path from its text.
    ///
    /// - Throws: `DecodingError` if the value is not a string or the text is not a path.
    public init(from decoder: any Swift.Decoder) throws {
        self = try decoder.decodeText("path") { Self($0) }
    }

    /// Encodes the text of the path.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The text as a dictionary key.
    public var codingKey: any CodingKey { DocumentKey(stringValue: description) }

    /// Creates a path from a dictionary key; returns nil if it is not a path.
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}

extension XML.Node {
    /// Returns the first element at a path, using `namespaces` for the prefixes in the path.
    ///
    /// The path must not lead to an attribute.
    public func first(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Node? {
        all(path, namespaces: namespaces).first
    }

    /// Returns the elements at a path, in document order.
    ///
    /// Each element is found on demand. The path must not lead to an attribute.
    public func all(_ path: XML.Path, namespaces: [String: String] = [:]) -> some Collection<XML.Node> & Sendable {
        precondition(!path.leadsToAttribute, "“\(path)” leads to text, not to elements")
        return XMLNodes(self, path, namespaces)
    }

    /// Returns the text of the first element or attribute at a path, or nil if nothing matches.
    public func text(at path: XML.Path, namespaces: [String: String] = [:]) -> String? {
        lazyTexts(path, namespaces).first { _ in true }
    }

    /// Returns the texts of all elements or attributes at a path, in document order.
    public func texts(at path: XML.Path, namespaces: [String: String] = [:]) -> [String] {
        Array(lazyTexts(path, namespaces))
    }

    private func lazyTexts(_ path: XML.Path, _ namespaces: [String: String]) -> some Sequence<String> {
        let attribute = path.attribute?.resolved(namespaces, isAttribute: true)
        return XMLNodes(self, path, namespaces).lazy.flatMap { node in
            attribute.map { node.values(matching: $0) } ?? [node.text]
        }
    }

    private func values(matching test: XMLNameTest) -> [String] {
        guard isElement else { return [] }
        return storage.attributeRange(of: index).compactMap { attribute in
            let record = storage.attributes[attribute]
            let isMeant = !record.flags.contains(.declaresNamespace) && test.matches(record.name, in: storage)
            return isMeant ? storage.stores.string(record.value) : nil
        }
    }
}

/// A parser for paths.
///
/// ```
/// path      = [ "./" ] step *( "/" step ) [ "/" attribute ] / [ "./" ] attribute / "."
/// attribute = "@" test
/// step      = test
/// test      = [ ( name / "*" ) ":" / "{" *uri-character "}" ] ( name / "*" )
/// ```
///
/// A name contains neither whitespace nor reserved characters. Some characters are reserved only for future extensions
/// of the grammar.
private struct XMLPathParser {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = Substring(text).unicodeScalars }

    /// Parses the whole text; returns nil if it is not a path.
    mutating func path() -> (steps: [XMLNameTest], attribute: XMLNameTest?)? {
        var steps: [XMLNameTest] = []
        if consume(".") {
            if rest.isEmpty { return ([], nil) }
            guard consume("/") else { return nil }
        }
        repeat {
            if consume("@") {
                guard let attribute = test(), rest.isEmpty else { return nil }
                return (steps, attribute)
            }
            guard let step = test() else { return nil }
            steps.append(step)
        } while consume("/")
        return rest.isEmpty ? (steps, nil) : nil
    }

    private mutating func test() -> XMLNameTest? {
        if consume("{") {
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let namespace = String(Substring(rest[..<end]))
            rest = rest[rest.index(after: end)...]
            return part().map { XMLNameTest(prefix: .namespace(namespace), local: $0 == "*" ? nil : $0) }
        }
        guard let first = part() else { return nil }
        guard consume(":") else {
            return first == "*" ? XMLNameTest(prefix: .any, local: nil) : XMLNameTest(prefix: .none, local: first)
        }
        guard let local = part() else { return nil }
        return XMLNameTest(prefix: first == "*" ? .any : .written(first), local: local == "*" ? nil : local)
    }

    /// Parses a name or `*`.
    private mutating func part() -> String? {
        if consume("*") { return "*" }
        let name = rest.prefix { !Self.isReserved($0) }
        rest = rest[name.endIndex...]
        guard let first = name.first, first != ".", first != "-" else { return nil }
        return String(Substring(name))
    }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "/:@*{}[]()|=<>&'\"$,!+?#%;^~`\\".unicodeScalars.contains(scalar)
    }
}

/// The condition that a step of a path imposes on names.
struct XMLNameTest: Sendable, Hashable {
    /// The part before the local name.
    enum Prefix: Sendable, Hashable {
        /// No prefix.
        case none
        /// `*:`, or no prefix before `*`.
        case any
        /// A prefix and a colon.
        case written(String)
        /// A namespace in braces.
        case namespace(String)
    }

    let prefix: Prefix
    /// The local name; nil matches any.
    let local: String?

    /// Returns the test with the namespace of its prefix; an attribute without a prefix has no namespace.
    func resolved(_ namespaces: [String: String], isAttribute: Bool = false) -> XMLNameTest {
        switch prefix {
        case .any, .namespace: return self
        case .none:
            guard !isAttribute, let namespace = namespaces[""] else { return self }
            return XMLNameTest(prefix: .namespace(namespace), local: local)
        case .written(let prefix):
            if let namespace = namespaces[prefix] { return XMLNameTest(prefix: .namespace(namespace), local: local) }
            return local.map { XMLNameTest(prefix: .none, local: "\(prefix):\($0)") } ?? self
        }
    }

    /// Returns whether a name matches a resolved test; without a prefix, the name is compared as written.
    func matches(_ name: XMLName, in storage: XMLDocumentStorage) -> Bool {
        let slice = prefix == .none ? name.slice : name.local
        if let local, !storage.stores.has(local, at: slice) { return false }
        switch prefix {
        case .none, .any: return true
        case .written(let prefix): return storage.stores.has(prefix, at: name.prefix)
        case .namespace(let namespace): return namespace == storage.namespace(of: name)
        }
    }
}

extension XMLNameTest: CustomStringConvertible {
    /// The notation of the test in a path.
    var description: String {
        let name = local ?? "*"
        return switch prefix {
        case .none: name
        case .any: local == nil ? "*" : "*:\(name)"
        case .written(let prefix): "\(prefix):\(name)"
        case .namespace(let namespace): "{\(namespace)}\(name)"
        }
    }
}
