/// An ordered log that keeps up to 100 findings of each kind and counts the others.
package struct FindingLog: Sendable, Hashable {
    /// The maximum number of findings to keep of each kind.
    package static let limit = 100

    private var kept: [Finding] = []
    /// The kinds in order of their first findings; with so few kinds, comparing is faster than hashing.
    private var tallies: [Tally] = []

    /// The number of findings, including omitted ones.
    package private(set) var count = 0

    private struct Tally: Sendable, Hashable {
        let code: Finding.Code
        var count: Int
    }

    /// Creates an empty log.
    package init() {}

    /// Counts a finding of a kind.
    ///
    /// - Returns: Whether the finding is kept. If so, create it and pass it to ``keep(_:)``.
    package mutating func admits(_ code: Finding.Code) -> Bool {
        count &+= 1
        for index in tallies.indices where tallies[index].code == code {
            tallies[index].count += 1
            return tallies[index].count <= Self.limit
        }
        tallies.append(Tally(code: code, count: 1))
        return true
    }

    /// Returns whether the log has reached the limit for a kind.
    package func isFull(of code: Finding.Code) -> Bool {
        tallies.contains { $0.code == code && $0.count >= Self.limit }
    }

    /// Appends an admitted finding.
    package mutating func keep(_ finding: Finding) { kept.append(finding) }

    /// Records a finding.
    package mutating func report(_ finding: Finding) {
        if admits(finding.code) { keep(finding) }
    }

    /// Records a finding of a kind, and creates it only if it is kept.
    package mutating func report(_ code: Finding.Code, _ make: () -> Finding) {
        if admits(code) { keep(make()) }
    }

    /// The findings in order, followed by a note for each kind with omitted findings.
    package var all: [Finding] {
        let more = tallies.filter { $0.count > Self.limit }.sorted { $0.code.rawValue < $1.code.rawValue }
        return kept
            + more.map { tally in
                let omitted = (tally.count - Self.limit).counted("more finding", "more findings")
                return Finding(tally.code, .note, "omitted \(omitted) of the kind \(tally.code.rawValue)")
            }
    }
}
