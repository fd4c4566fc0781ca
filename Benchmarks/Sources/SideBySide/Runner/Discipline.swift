import ArgumentParser
import BenchmarkInputs
import CAllocator

/// What there is to compete in: a format, with its texts, its competitors, and what is to be reached.
protocol Discipline: Sendable {
    /// Every text that is there, the smaller first.
    ///
    /// - Parameter names: The names of those wanted; all if empty.
    /// - Returns: The texts, read or generated.
    func files(named names: [String]) -> [InputFile]

    /// A text that is decoded before the memory of another one is measured, or several.
    var smallestFiles: [InputFile] { get }

    /// The names of the texts that should be there and are not.
    var missingFiles: [String] { get }

    /// Everyone who takes part on a text, in the order of the tables, each with the bytes in the form that it takes without
    /// a copy.
    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// What is to be reached in speed, as far as the texts and the competitors for it are there.
    func figures(of contest: Contest) -> [Figure]

    /// What is to be reached in memory.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure]

    /// What it costs to read the head of a text, where the head says something by itself.
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure]

    /// What could be made to cost more than its length warrants.
    var growthShapes: [GrowthShape] { get }

    /// What it costs to say where a fault is.
    func placeFigures(rounds: Int) throws -> [Figure]

    /// The rivals that run in this process, with their versions.
    var versions: [String] { get }
}

extension Discipline {
    var missingFiles: [String] { [] }
    var smallestFiles: [InputFile] { Array(files(named: []).prefix(1)) }
    var growthShapes: [GrowthShape] { [] }
    func placeFigures(rounds: Int) throws -> [Figure] { [] }
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure] { [] }
}

/// A discipline as it is named on the command line.
enum DisciplineName: String, CaseIterable, ExpressibleByArgument {
    case json, xml, plist, images, codings, streams

    var discipline: any Discipline {
        switch self {
        case .json: JSONDiscipline()
        case .xml: XMLDiscipline()
        case .plist: PropertyListDiscipline()
        case .images: ImagesDiscipline()
        case .codings: CodingsDiscipline()
        case .streams: StreamsDiscipline()
        }
    }
}

/// One library at one task: what a row of the results is about.
struct Competitor: RawRepresentable, Hashable, Codable, Sendable {
    /// What the tables call it.
    let rawValue: String

    static let decantDocument = Competitor(rawValue: "Decant, document")
    static let decantDecodable = Competitor(rawValue: "Decant, Decodable")

    /// The limit of everything that reads each byte: a copy into memory that is in use already.
    static let copy = Competitor(rawValue: "memcpy")
}

/// Something that is timed: it makes a result and frees it.
struct Work {
    let run: () throws -> Void

    /// What was found in the text, if it is told; looked at once and not timed.
    let tally: (() throws -> Tally)?

    /// What times some repetitions, where that is done elsewhere.
    private var timer: ((Int) throws -> Int)?

    init(_ run: @escaping () throws -> Void) {
        self.run = run
        tally = nil
    }

    /// Work whose result is made, kept alive to the end, and freed.
    ///
    /// - Parameters:
    ///   - make: What is timed.
    ///   - tally: Counts what is in a result.
    init<Value>(making make: @escaping () throws -> Value, tally: ((Value) throws -> Tally)? = nil) {
        run = { Sink.keep(try make()) }
        self.tally = tally.map { tally in { try tally(try make()) } }
    }

    /// Work that is to count.
    init(counting count: @escaping () throws -> Tally) {
        run = { Sink.keep(try count()) }
        tally = count
    }

    /// Work that is done and timed in another process.
    ///
    /// - Parameter timer: Does it as often as it is told and gives the nanoseconds that this took.
    init(timing timer: @escaping (Int) throws -> Int) {
        run = { _ = try timer(1) }
        tally = nil
        self.timer = timer
    }

    /// How often it has to be repeated for a sample of about 20 ms.
    func calibrated() throws -> Int {
        var count = 1
        while true {
            let time = try time(of: count)
            if time >= 20_000_000 || count >= 1 << 24 { return count }
            count = time < 1_000_000 ? count * 10 : max(count + 1, count * 20_000_000 / time)
        }
    }

    /// Nanoseconds that a number of repetitions take, with what the allocator would leave to the next competitor.
    func time(of count: Int) throws -> Int {
        if let timer { return try timer(count) }
        return try Clock.nanoseconds {
            for _ in 0..<count { try run() }
            allocator_settle()
        }
    }
}

/// What a competitor found in a text: numbers that everyone who read all of it has to agree on.
struct Tally: Hashable, CustomStringConvertible {
    /// The numbers, in an order that all competitors of one discipline share.
    let counts: [Int]

    var description: String { counts.map(String.init).joined(separator: ", ") }
}

/// Where results go that nobody reads, so that the optimiser has to make them.
enum Sink {
    @inline(never) @_optimize(none)
    static func keep<Value>(_ value: borrowing Value) {}
}
