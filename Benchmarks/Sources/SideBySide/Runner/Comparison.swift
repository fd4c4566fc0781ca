import BenchmarkInputs
import CAllocator
import Foundation

/// The results of all competitors on all files, and their comparison.
struct Comparison {
    /// The runs of each file.
    private(set) var entries: [(file: InputFile, runs: InterleavedRuns<Competitor>)] = []

    private static let passes = 3

    /// An error for two competitors that read the same text but found different contents.
    struct Disagreement: Error {
        let file: String
        let checksums: [String]
    }

    init(_ suite: any Suite, files: [InputFile], rounds: Int, isWanted: (Competitor) -> Bool) throws {
        for file in files {
            let competitors = suite.competitors(on: file).filter { isWanted($0.name) }
            try Self.compareChecksums(competitors, on: file)
            entries.append((file, try InterleavedRuns(competitors)))
        }
        // All files are measured in several passes; a disturbance of a few seconds affects only one of them.
        for pass in 1...Self.passes {
            Report.note("pass \(pass) of \(Self.passes)")
            for index in entries.indices {
                try entries[index].runs.run(rounds: (rounds + Self.passes - 1) / Self.passes)
            }
        }
        for entry in entries { Report.table(of: entry.file, entry.runs) }
    }

    /// Checks that no competitor is fast because it skips something.
    private static func compareChecksums(_ competitors: [(name: Competitor, work: Work)], on file: InputFile) throws {
        let checksums = try competitors.compactMap { competitor in
            try competitor.work.checksum.map { (competitor.name.rawValue, try $0()) }
        }
        guard Set(checksums.map(\.1)).count > 1 else { return }
        throw Disagreement(file: file.name, checksums: checksums.map { "\($0): \($1)" })
    }

    /// Returns the ratio of the speeds of two competitors, for each file that both have read.
    func speeds(of competitor: Competitor, over other: Competitor) -> [(file: String, speed: Double)] {
        entries.compactMap { file, runs in
            runs.speed(of: competitor, over: other).map { (file.name, $0) }
        }
    }
}

extension Comparison {
    /// Returns a figure for each file, and one for their geometric mean if it has a bound.
    ///
    /// - Parameters:
    ///   - name: The name of the figures, before the name of the file.
    ///   - competitor: The competitor that must be faster.
    ///   - other: The competitor to compare with.
    ///   - files: The files that count; all if nil.
    ///   - mean: The required ratio of the geometric mean.
    ///   - each: The required ratio of each file.
    /// - Returns: The figures of the files that both competitors have read.
    func figures(
        _ name: String,
        _ competitor: Competitor,
        _ other: Competitor,
        on files: Set<String>? = nil,
        mean: Double? = nil,
        each: Double
    ) -> [Figure] {
        let speeds = speeds(of: competitor, over: other).filter { files?.contains($0.file) ?? true }
        guard !speeds.isEmpty else { return [] }
        let means = mean.map { [Figure("\(name), geomean", speeds.map(\.speed).geometricMean, atLeast: $0)] } ?? []
        return means + speeds.map { Figure("\(name), \($0.file)", $0.speed, atLeast: each) }
    }

    /// Returns a figure for one file, with a custom name.
    func figure(
        _ name: String,
        _ competitor: Competitor,
        _ other: Competitor,
        on file: String,
        _ bound: Double
    ) -> [Figure] {
        speeds(of: competitor, over: other)
            .filter { $0.file == file }
            .map { Figure(name, $0.speed, atLeast: bound) }
    }
}

/// Competitors that take turns: each is timed once per round, so a temporary disturbance affects all of them.
///
/// The shortest time of each counts: other activity on the machine can only add time, and adds more to a program that
/// uses more of the processor's units.
struct InterleavedRuns<Name: Hashable> {
    /// The nanoseconds per repetition, one value per round, by competitor.
    private var samples: [Name: [Double]] = [:]

    /// The minimum duration of the rounds, long enough for quick competitors to find a quiet moment.
    private static var minDuration: Duration { .seconds(2) }

    private let competitors: [(name: Name, work: Work)]

    /// The number of repetitions in a sample of each competitor.
    private let counts: [Int]

    /// The competitors, in the order of their turns.
    var names: [Name] { competitors.map(\.name) }

    init(_ competitors: [(name: Name, work: Work)]) throws {
        self.competitors = competitors
        counts = try competitors.map { try $0.work.calibrated() }
    }

    /// Times all competitors in at least a number of rounds.
    mutating func run(rounds: Int) throws {
        let clock = ContinuousClock()
        let end = clock.now + Self.minDuration
        var round = 0
        while round < rounds || clock.now < end {
            round += 1
            for (competitor, count) in zip(competitors, counts) {
                // Each competitor finds a heap that only its own run has warmed, not memory that another one has left.
                allocator_trim()
                try competitor.work.run()
                let time = Double(try competitor.work.time(of: count)) / Double(count)
                samples[competitor.name, default: []].append(time)
            }
        }
    }

    /// Returns the shortest time of a competitor in nanoseconds; nil if it did not take part.
    func time(of name: Name) -> Double? {
        samples[name]?.min()
    }

    /// Returns the median time of a competitor; nil if it did not take part.
    func median(of name: Name) -> Double? {
        samples[name].map { $0.sorted()[$0.count / 2] }
    }

    /// Returns the ratio of the speeds of two competitors.
    func speed(of name: Name, over other: Name) -> Double? {
        guard let own = time(of: name), let others = time(of: other) else { return nil }
        return others / own
    }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The processor time of this process, unaffected by other programs.
///
/// The process has one thread, unless a competitor starts others.
enum Clock {
    static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    static func nanoseconds(of work: () throws -> Void) rethrows -> Int {
        let start = nanoseconds()
        try work()
        return nanoseconds() - start
    }
}

extension [Double] {
    var geometricMean: Double {
        exp(map { log($0) }.reduce(0, +) / Double(count))
    }
}
