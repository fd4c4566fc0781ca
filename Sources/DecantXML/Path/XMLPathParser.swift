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
struct XMLPathParser {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
        rest = Substring(text).unicodeScalars
    }

    /// Reads the whole text.
    ///
    /// - Returns: The steps and the attribute, or nil if the text is no path.
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
