public import DecantCore

extension XML {
    /// A path from an element to its descendants, or to one of their attributes.
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
    /// | `media:title` | elements that are written `media:title`; if a namespace is given for the prefix, those with that namespace and the local name `title`, whatever their prefix |
    /// | `{http://www.w3.org/2005/Atom}title` | elements with that namespace and local name; `{}title` for no namespace |
    /// | `*:title` | elements with that local name in any namespace |
    /// | `*`, `media:*`, `{…}*` | all elements, and all in a namespace |
    /// | `.` | the element itself; only at the beginning |
    /// | `@href`, `@xml:lang`, `@{…}href` | the attribute; only at the end, with the names of attributes in the same forms |
    ///
    /// The namespace of a prefix is given where the path is used; the empty prefix then is that of names without one, but of no
    /// attribute.
    ///
    /// A literal that is not a path is a programmer's mistake, and stops the program; ``init(_:)`` is for text from elsewhere.
    public struct Path: DocumentPath {
        /// The path as text.
        public let description: String
        /// The steps down to an element.
        let steps: [XMLNameTest]
        /// The attribute at the end.
        let attribute: XMLNameTest?

        /// Creates a path from text; nil if it is not a path.
        public init?(_ description: String) {
            var parser = XMLPathParser(description)
            guard let (steps, attribute) = parser.path() else { return nil }
            self.description = description
            self.steps = steps
            self.attribute = attribute
        }

        /// Creates a path from a literal, which must be one.
        public init(stringLiteral value: String) {
            guard let path = XML.Path(value) else { preconditionFailure("“\(value)” is not a path") }
            self = path
        }

        /// The path to the element itself, `.`.
        public static let root = Path()

        private init() { (description, steps, attribute) = (".", [], nil) }

        /// The steps as written, without the slashes.
        public var names: [String] { steps.map(\.description) + (attribute.map { ["@\($0)"] } ?? []) }

        /// Whether the path leads to an attribute, and so to text and to no element.
        public var leadsToAttribute: Bool { attribute != nil }
    }
}

extension XML.Node {
    /// The first element that a path, not to an attribute, leads to, with `namespaces` for the prefixes in the path.
    public func first(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Node? {
        all(path, namespaces: namespaces).first
    }

    /// The elements that a path, not to an attribute, leads to, in document order, each found on demand.
    public func all(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Nodes {
        precondition(!path.leadsToAttribute, "“\(path)” leads to text, not to elements")
        return XML.Nodes(self, path, namespaces)
    }

    /// The text of the first element or attribute that a path leads to, or nil.
    public func text(at path: XML.Path, namespaces: [String: String] = [:]) -> String? {
        let matches = XML.Nodes(self, path, namespaces)
        guard let attribute = path.attribute?.resolved(namespaces, isAttribute: true) else {
            return matches.first?.text
        }
        return matches.lazy.compactMap { $0.value(matching: attribute) }.first
    }

    /// The texts of all elements or attributes that a path leads to, in document order.
    public func texts(at path: XML.Path, namespaces: [String: String] = [:]) -> [String] {
        let matches = XML.Nodes(self, path, namespaces)
        guard let attribute = path.attribute?.resolved(namespaces, isAttribute: true) else {
            return matches.map(\.text)
        }
        return matches.flatMap { $0.values(matching: attribute) }
    }

    private func value(matching test: XMLNameMatcher) -> String? { values(matching: test).first }

    private func values(matching test: XMLNameMatcher) -> [String] {
        guard isElement else { return [] }
        return storage.attributeRange(of: index).compactMap { attribute in
            let record = storage.attributes[attribute]
            let isMeant = !record.flags.contains(.declaresNamespace) && test.matches(record.name, in: storage)
            return isMeant ? storage.stores.string(record.value) : nil
        }
    }
}

/// Reads a path.
///
/// ```
/// path      = [ "./" ] step *( "/" step ) [ "/" attribute ] / [ "./" ] attribute / "."
/// attribute = "@" test
/// step      = test
/// test      = [ ( name / "*" ) ":" / "{" *uri-character "}" ] ( name / "*" )
/// ```
///
/// A name is anything without white space and the characters that the grammar, or a richer one some day, has for itself.
private struct XMLPathParser {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = Substring(text).unicodeScalars }

    /// Reads the whole text: the steps and the attribute, or nil if it is not a path.
    mutating func path() -> (steps: [XMLNameTest], attribute: XMLNameTest?)? {
        var steps: [XMLNameTest] = []
        if take(".") {
            if rest.isEmpty { return ([], nil) }
            guard take("/") else { return nil }
        }
        repeat {
            if take("@") {
                guard let attribute = test(), rest.isEmpty else { return nil }
                return (steps, attribute)
            }
            guard let step = test() else { return nil }
            steps.append(step)
        } while take("/")
        return rest.isEmpty ? (steps, nil) : nil
    }

    private mutating func test() -> XMLNameTest? {
        if take("{") {
            guard let namespace = namespace(), let local = part() else { return nil }
            return XMLNameTest(prefix: .namespace(namespace), local: local == "*" ? nil : local)
        }
        guard let first = part() else { return nil }
        guard take(":") else {
            return first == "*" ? XMLNameTest(prefix: .any, local: nil) : XMLNameTest(prefix: .none, local: first)
        }
        guard let local = part() else { return nil }
        return XMLNameTest(prefix: first == "*" ? .any : .written(first), local: local == "*" ? nil : local)
    }

    private mutating func namespace() -> String? {
        guard let end = rest.firstIndex(of: "}") else { return nil }
        defer { rest = rest[rest.index(after: end)...] }
        return String(Substring(rest[..<end]))
    }

    /// A name, or `*`.
    private mutating func part() -> String? {
        if take("*") { return "*" }
        let name = rest.prefix { !Self.isReserved($0) }
        rest = rest[name.endIndex...]
        guard let first = name.first, first != ".", first != "-" else { return nil }
        return String(Substring(name))
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "/:@*{}[]()|=<>&'\"$,!+?#%;^~`\\".unicodeScalars.contains(scalar)
    }
}

/// The condition of a path's step on the names it leads to.
struct XMLNameTest: Sendable, Hashable {
    /// The part before the local name.
    enum Prefix: Sendable, Hashable {
        /// Matches no node.
        case none
        /// `*:`, or nothing before a `*`.
        case any
        /// A prefix and a colon.
        case written(String)
        /// The name of a namespace in braces.
        case namespace(String)
    }

    /// The part before the local name.
    let prefix: Prefix
    /// The local name; nil for any.
    let local: String?

    /// Resolves the prefix; an attribute without one is in no namespace.
    func resolved(_ namespaces: [String: String], isAttribute: Bool = false) -> XMLNameMatcher {
        switch prefix {
        case .any: return XMLNameMatcher(local: local)
        case .namespace(let name): return XMLNameMatcher(namespace: name, local: local)
        case .none:
            if !isAttribute, let name = namespaces[""] { return XMLNameMatcher(namespace: name, local: local) }
            return XMLNameMatcher(written: local)
        case .written(let prefix):
            if let name = namespaces[prefix] { return XMLNameMatcher(namespace: name, local: local) }
            guard let local else { return XMLNameMatcher(writtenPrefix: prefix) }
            return XMLNameMatcher(written: "\(prefix):\(local)")
        }
    }
}

extension XMLNameTest: CustomStringConvertible {
    /// The test as a path has it.
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

/// Tests names; members that are nil match any name.
struct XMLNameMatcher: Sendable {
    /// The name of the namespace; empty for none.
    var namespace: String?
    var local: String?
    /// The name as written.
    var written: String?
    /// The prefix as written.
    var writtenPrefix: String?

    /// Returns whether a name is one of those meant.
    func matches(_ name: XMLName, in storage: XMLDocumentStorage) -> Bool {
        if let written, !storage.stores.has(written, at: name.slice) { return false }
        if let local, !storage.stores.has(local, at: name.local) { return false }
        if let writtenPrefix, !storage.stores.has(writtenPrefix, at: name.prefix) { return false }
        return namespace == nil || namespace == storage.namespace(of: name)
    }
}
