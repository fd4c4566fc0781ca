import BenchmarkInputs

/// What all competitors did on all files, and the figures that follow from it.
struct Contest {
    /// The races by the name of their file.
    private(set) var races: [(file: InputFile, race: Race<Competitor>)] = []

    init(files: [InputFile], rounds: Int, only wanted: Set<Competitor>) throws {
        for file in files {
            let competitors = file.competitors().filter { wanted.contains($0.name) }
            Report.note("\(file.name): \(competitors.count) competitors, \(rounds) rounds")
            let race = try Race(competitors, rounds: rounds)
            Report.table(of: file, race)
            races.append((file, race))
        }
    }

    /// How many times faster one competitor is than another, file by file, where both took part.
    func speeds(of competitor: Competitor, over other: Competitor) -> [(file: String, speed: Double)] {
        races.compactMap { file, race in
            race.speed(of: competitor, over: other).map { (file.name, $0) }
        }
    }
}
