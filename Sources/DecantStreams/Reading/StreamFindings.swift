public import DecantCore

/// The findings of a stream: up to 100 of each kind, and how many more there were.
struct StreamFindings: Sendable {
    /// The number of findings of a kind that are kept.
    static let limit = 100

    private var kept: [Finding] = []
    private var counts: [Finding.Code: Int] = [:]

    /// Notes a finding.
    mutating func report(_ finding: Finding) {
        let count = counts[finding.code, default: 0] + 1
        counts[finding.code] = count
        if count <= Self.limit { kept.append(finding) }
    }

    /// Notes a finding if there can be one of its kind; makes it only then.
    mutating func report(_ code: Finding.Code, _ make: () -> Finding) {
        let count = counts[code, default: 0]
        if count < Self.limit { return report(make()) }
        counts[code] = count + 1
    }

    /// The number of findings of a kind, with those that were not kept.
    func count(of code: Finding.Code) -> Int { counts[code, default: 0] }

    /// The findings in order, and a note for each kind of which some were omitted.
    var all: [Finding] {
        let more = counts.filter { $0.value > Self.limit }.sorted { $0.key.rawValue < $1.key.rawValue }
        return kept
            + more.map { code, count in
                Finding(
                    code,
                    .note,
                    "omitted \((count - Self.limit).counted("more finding", "more findings")) of the kind \(code.rawValue)"
                )
            }
    }
}

extension Finding.Code {
    /// An item of a stream that could not be read or decoded was skipped, as the caller allows.
    public static let skippedItem: Self = "skippedItem"

    /// The stream ended inside an item, which was discarded, as the standard of the format requires.
    public static let incompleteItem: Self = "incompleteItem"

    /// A server-sent event has an unknown field, which was ignored.
    public static let unknownField: Self = "unknownField"

    /// A field of a server-sent event has a value that the standard requires to be ignored.
    public static let ignoredField: Self = "ignoredField"
}
