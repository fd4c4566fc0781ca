/// The hints of an error about a member that is not where it was expected, in the same form for every format.
package enum MemberNames {
    /// The number of names that a hint lists.
    private static let mostListed = 8

    /// The number of characters of a name that a hint shows.
    private static let longestName = 40

    /// The number of members that are examined for a hint; larger objects have hints about their first members.
    package static let mostExamined = 64

    /// Returns a hint that lists the members of an object: “user” has “id”, “name” and 3 more.
    ///
    /// - Parameters:
    ///   - object: The object, such as “the object”.
    ///   - names: The names of the first members; a repeated one is listed once.
    ///   - unexamined: The number of further members; nil if it is not known.
    /// - Returns: The hint.
    package static func hint(_ object: String, has names: some Sequence<String>, unexamined: Int? = 0) -> String {
        var distinct: [String] = []
        for name in names where !distinct.contains(name) { distinct.append(name) }
        var items = distinct.prefix(mostListed).map(quoted)
        if let unexamined {
            let others = distinct.count - items.count + unexamined
            if others > 0 { items.append("\(others) more") }
        } else if distinct.count > items.count {
            items.append("more")
        }
        let last = items.popLast() ?? ""
        return "\(object) has " + (items.isEmpty ? last : "\(items.joined(separator: ", ")) and \(last)")
    }

    /// A name in quotation marks.
    package static func quoted(_ name: String) -> String { "“\(name.excerpt(longestName))”" }

    /// Returns a hint that names the path to a member with the expected content: `.at("/data")` decodes the member “data”, which
    /// has “id”.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - member: The member, such as “the member”.
    ///   - name: Its name.
    ///   - content: The expected content, such as “is an array”.
    /// - Returns: The hint; nil if the path cannot be shown as it is.
    package static func hint(path: String, to member: String, _ name: String, which content: String) -> String? {
        guard path == path.excerpt(100) else { return nil }
        let literal = path.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        return "`.at(\"\(literal)\")` decodes \(member) \(quoted(name)), which \(content)"
    }
}
