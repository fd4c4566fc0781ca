package import DecantCore

/// Hints for errors about missing members, worded alike for all formats.
package enum MemberNames {
    /// The maximum number of names in a hint.
    private static let maxListed = 8

    /// The maximum number of characters of a name in a hint.
    private static let longestName = 40

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
    package static func quoted(_ name: String) -> String { "“\(name.excerpt(longestName))”" }

    /// Returns a hint with the path to a member that has the expected content.
    ///
    /// Example: the member “data” has “id”; `.at("/data")` decodes it. Returns nil if the path cannot be shown unchanged.
    ///
    /// - Parameters:
    ///   - member: The kind of member, such as “the member”.
    ///   - name: The name of the member.
    ///   - content: The expected content, such as “is an array”.
    package static func hint(path: String, to member: String, _ name: String, which content: String) -> Hint? {
        guard path == path.excerpt(100) else { return nil }
        let literal = path.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        let remedy = Remedy(.path, path, text: "`.at(\"\(literal)\")` decodes it")
        return Hint("\(member) \(quoted(name)) \(content)", remedy)
    }
}

/// The absent keys that are names in the body before their conversion, such as `created_at` with
/// ``DecodingOptions/Keys/convertFromSnakeCase``.
///
/// An optional property with such a key would be nil without a reason.
package struct UnmatchedKeys {
    /// The maximum number of findings.
    private static let limit = 32

    private struct Entry: Hashable {
        let type: ObjectIdentifier
        let key: UTF8Key
    }

    /// The keys with a finding; each has one, however often it is absent.
    private var known: Set<Entry> = []

    /// The findings.
    package private(set) var findings: [Finding] = []

    /// Creates an empty record.
    package init() {}

    /// Returns whether there is no finding for a key yet.
    package func isNew(_ key: String, of type: any CodingKey.Type) -> Bool {
        findings.count < Self.limit && !known.contains(Entry(type: ObjectIdentifier(type), key: UTF8Key(text: key)))
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - key: The absent key.
    ///   - type: The type of the key.
    ///   - member: The member that has the key as its name, such as “the member “created_at””.
    ///   - converted: The key that the member has instead.
    ///   - strategy: The conversion, or nil for a custom function.
    ///   - offset: The position of the member in the body.
    package mutating func add(
        _ key: String,
        of type: any CodingKey.Type,
        member: String,
        as converted: String,
        _ strategy: DecodingOptions.Keys?,
        offset: Int
    ) {
        known.insert(Entry(type: ObjectIdentifier(type), key: UTF8Key(text: key)))
        let conversion = strategy.map { "`.keys(.\($0))`" } ?? "`.keys { }`"
        let reason = "\(conversion) reads \(member) as \(MemberNames.quoted(converted))"
        let message = "the key \(MemberNames.quoted(key)) is absent, because \(reason)"
        findings.append(Finding(.unmatchedKey, .warning, message, offset: offset))
    }

    /// Removes the findings, but not the record of their keys, before another decoding in a series.
    package mutating func removeFindings() { findings = [] }
}
