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
