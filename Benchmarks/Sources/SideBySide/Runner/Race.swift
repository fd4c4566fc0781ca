/// Competitors that take turns: in every round each of them is timed once, so that what disturbs the machine for a while
/// disturbs all of them.
struct Race<Name: Hashable> {
    /// Nanoseconds of one repetition, by competitor, one for each round.
    private(set) var samples: [Name: [Double]] = [:]

    /// A sample of fewer repetitions comes after one that is not timed.
    private static var fewRepetitions: Int { 4 }

    /// The competitors, in the order in which they took their turns.
    let names: [Name]

    init(_ competitors: [(name: Name, work: Work)], rounds: Int) throws {
        names = competitors.map(\.name)
        let counts = try competitors.map { try $0.work.calibrated() }
        for _ in 0..<rounds {
            for (competitor, count) in zip(competitors, counts) {
                // What the one before it left in caches and memory would be a large part of a sample of few repetitions.
                if count < Self.fewRepetitions { try competitor.work.run() }
                let time = Double(try competitor.work.time(of: count)) / Double(count)
                samples[competitor.name, default: []].append(time)
            }
        }
    }

    /// The median time of a competitor in nanoseconds; nil if it did not take part.
    func median(_ name: Name) -> Double? {
        samples[name].map(\.median)
    }

    /// The ratio of the speeds of two: the median of the rounds' own ratios.
    func speed(of name: Name, over other: Name) -> Double? {
        guard let own = samples[name], let others = samples[other] else { return nil }
        return zip(own, others).map { $1 / $0 }.median
    }
}
