import BenchmarkInputs

/// The results of all competitors on all files, and their comparison.
struct Contest {
    /// The races by their file.
    private(set) var races: [(file: InputFile, race: Race<Competitor>)] = []

    /// Two competitors that read the same text found different things in it.
    struct Disagreement: Error {
        let file: String
        let tallies: [String]
    }

    init(_ discipline: any Discipline, files: [InputFile], rounds: Int, isWanted: (Competitor) -> Bool) throws {
        for file in files {
            let competitors = discipline.competitors(on: file).filter { isWanted($0.name) }
            try Self.compareTallies(competitors, on: file)
            Report.note("\(file.name): \(competitors.count) competitors, \(rounds) rounds")
            let race = try Race(competitors, rounds: rounds)
            Report.table(of: file, race)
            races.append((file, race))
        }
    }

    /// Checks that no competitor is fast by leaving something out.
    private static func compareTallies(_ competitors: [(name: Competitor, work: Work)], on file: InputFile) throws {
        let tallies = try competitors.compactMap { competitor in
            try competitor.work.tally.map { (competitor.name.rawValue, try $0()) }
        }
        guard Set(tallies.map(\.1)).count > 1 else { return }
        throw Disagreement(file: file.name, tallies: tallies.map { "\($0): \($1)" })
    }

    /// The ratio of speeds of one competitor and another, file by file, where both took part.
    func speeds(of competitor: Competitor, over other: Competitor) -> [(file: String, speed: Double)] {
        races.compactMap { file, race in
            race.speed(of: competitor, over: other).map { (file.name, $0) }
        }
    }
}
