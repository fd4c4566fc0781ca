package import DecantCore

/// Hints for errors about missing members, worded alike for all formats.
package enum MemberNames {
    /// The maximum number of names in a hint.
    private static let maxListed = 8

    /// The maximum number of characters of a name in a hint.
    private static let maxNameLength = 40

    /// The maximum number of members to examine; the hint for a larger object covers its first members.
    package static let maxExamined = 64

    /// Returns a hint that lists the members of an object: “user” has “id”, “name” and 3 more.
    ///
    /// - Parameters:
    ///   - object: The object, such as “the object”.
    ///   - names: The names of the first members; repeated names are listed once.
    ///   - unexamined: The number of further members, or nil if unknown.
    package static func hint(_ object: String, has names: some Sequence<String>, unexamined: Int? = 0) -> Hint {
        var distinct: [String] = []
        for name in names where !distinct.contains(name) { distinct.append(name) }
        var items = distinct.prefix(maxListed).map(quoted)
        if let unexamined {
            let others = distinct.count - items.count + unexamined
            if others > 0 { items.append("\(others) more") }
        } else if distinct.count > items.count {
            items.append("more")
        }
        let last = items.popLast() ?? ""
        return "\(object) has \(items.isEmpty ? last : "\(items.joined(separator: ", ")) and \(last)")"
    }

    /// Returns a name in quotation marks.
    package static func quoted(_ name: String) -> String { "“\(name.excerpt(maxNameLength))”" }

    /// Returns a hint with the path to a member that has the expected content.
    ///
    /// Example: the member “data” has “id”; `.at("/data")` decodes it. Returns nil if the path cannot be shown
    /// unchanged.
    package static func hint(path: String, to member: String, _ name: String, which content: String) -> Hint? {
        guard path == path.excerpt(100) else { return nil }
        let literal = path.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        let remedy = Remedy(.path, path, text: "`.at(\"\(literal)\")` decodes it")
        return Hint("\(member) \(quoted(name)) \(content)", remedy)
    }
}

/// A comparison of names that ignores style: `request_id`, `requestId`, and `Request-ID` are the same.
package enum NameStyle {
    /// Returns whether two names differ only in the case of their letters and the separators between their words.
    package static func isSame(_ name: String, _ other: String) -> Bool {
        name.unicodeScalars.lazy.filter(isPart).elementsEqual(other.unicodeScalars.lazy.filter(isPart)) {
            $0 == $1 || $0.properties.lowercaseMapping == $1.properties.lowercaseMapping
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar != "_" && scalar != "-" && scalar != "." }
}
