/// Findings in order: up to 100 of each kind, and how many more there were.
package struct FindingLog: Sendable, Hashable {
    /// The number of findings of a kind that are kept.
    package static let limit = 100

    private var kept: [Finding] = []
    /// The kinds in the order of their first findings; there are few, so that comparing beats hashing.
    private var tallies: [Tally] = []

    private struct Tally: Sendable, Hashable {
        let code: Finding.Code
        var count: Int
    }

    /// Creates an empty log.
    package init() {}

    /// Counts a finding of a kind.
    ///
    /// - Returns: Whether the finding is kept. Only then it has to be made, for ``keep(_:)``.
    package mutating func admits(_ code: Finding.Code) -> Bool {
        for index in tallies.indices where tallies[index].code == code {
            tallies[index].count += 1
            return tallies[index].count <= Self.limit
        }
        tallies.append(Tally(code: code, count: 1))
        return true
    }

    /// Returns whether no more findings of a kind are kept.
    package func isFull(of code: Finding.Code) -> Bool {
        tallies.contains { $0.code == code && $0.count >= Self.limit }
    }

    /// Keeps a finding that was admitted.
    package mutating func keep(_ finding: Finding) { kept.append(finding) }

    /// Records a finding.
    package mutating func report(_ finding: Finding) {
        if admits(finding.code) { keep(finding) }
    }

    /// Records a finding of a kind, and makes it only if it is kept.
    package mutating func report(_ code: Finding.Code, _ make: () -> Finding) {
        if admits(code) { keep(make()) }
    }

    /// The findings in order, and a note for each kind of which some were omitted.
    package var all: [Finding] {
        let more = tallies.filter { $0.count > Self.limit }.sorted { $0.code.rawValue < $1.code.rawValue }
        return kept
            + more.map { tally in
                let omitted = (tally.count - Self.limit).counted("more finding", "more findings")
                return Finding(tally.code, .note, "omitted \(omitted) of the kind \(tally.code.rawValue)")
            }
    }
}
