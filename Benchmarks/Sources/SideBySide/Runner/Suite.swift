import ArgumentParser
import BenchmarkInputs
import CAllocator

/// A format to measure, with its texts, its competitors, and its required figures.
protocol Suite: Sendable {
    /// Returns every available text, in ascending order of size.
    ///
    /// - Parameter names: The names of the requested texts; all if empty.
    /// - Returns: The texts, read or generated.
    func files(named names: [String]) -> [InputFile]

    /// One or more texts to decode before measuring the memory for another one.
    var smallestFiles: [InputFile] { get }

    /// The names of the missing texts.
    var missingFiles: [String] { get }

    /// Returns the competitors for a text, in the order of the tables, each with the bytes in a form it accepts without
    /// a copy.
    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// Returns the competitors to measure for memory use on a text.
    func memoryCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// Returns the required speed figures, limited to the available texts and competitors.
    func figures(of comparison: Comparison) -> [Figure]

    /// Returns the required memory figures.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure]

    /// Measures the cost of reading the header of a text, for formats with a useful header.
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure]

    /// The kinds of texts that could cost more than their length warrants.
    var growthShapes: [GrowthShape] { get }

    /// Measures the cost of locating an error.
    func locationFigures(rounds: Int) throws -> [Figure]

    /// Measures what typical programs do.
    func programFigures(rounds: Int) throws -> [Figure]

    /// The rivals that run in this process, with their versions.
    var versions: [String] { get }
}

extension Suite {
    var missingFiles: [String] { [] }
    func memoryCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)] { competitors(on: file) }
    var smallestFiles: [InputFile] { Array(files(named: []).prefix(1)) }
    var growthShapes: [GrowthShape] { [] }
    func locationFigures(rounds: Int) throws -> [Figure] { [] }
    func programFigures(rounds: Int) throws -> [Figure] { [] }
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure] { [] }
}

/// A suite as named on the command line.
enum SuiteName: String, CaseIterable, ExpressibleByArgument {
    case json, xml, plist, images, codings, streams

    var suite: any Suite {
        switch self {
        case .json: JSONSuite()
        case .xml: XMLSuite()
        case .plist: PropertyListSuite()
        case .images: ImagesSuite()
        case .codings: CodingsSuite()
        case .streams: StreamsSuite()
        }
    }
}

/// One library at one task; a row of the results.
struct Competitor: RawRepresentable, Hashable, Codable, Sendable {
    /// The name in the tables.
    let rawValue: String

    static let decantDocument = Competitor(rawValue: "Decant, document")
    static let decantDecodable = Competitor(rawValue: "Decant, Decodable")

    /// The limit for every competitor that reads each byte: a copy into memory that is already in use.
    static let copy = Competitor(rawValue: "memcpy")
}

/// The work to time, which creates a result and frees it.
struct Work {
    let run: () throws -> Void

    /// Counts the contents of the text once, untimed; nil if not available.
    let checksum: (() throws -> Checksum)?

    /// Times a number of repetitions externally; nil if timed here.
    private var timer: ((Int) throws -> Int)?

    init(_ run: @escaping () throws -> Void) {
        self.run = run
        checksum = nil
    }

    /// Creates work whose result is kept alive to the end, then freed.
    ///
    /// - Parameters:
    ///   - make: The work to time.
    ///   - checksum: Counts the contents of a result.
    init<Value>(making make: @escaping () throws -> Value, checksum: ((Value) throws -> Checksum)? = nil) {
        run = { Sink.keep(try make()) }
        self.checksum = checksum.map { checksum in { try checksum(try make()) } }
    }

    /// Creates work whose result is its checksum.
    init(counting count: @escaping () throws -> Checksum) {
        run = { Sink.keep(try count()) }
        checksum = count
    }

    /// Creates work that runs and is timed in another process.
    ///
    /// - Parameter timer: Repeats the work a number of times and returns its duration in nanoseconds.
    init(timing timer: @escaping (Int) throws -> Int) {
        run = { _ = try timer(1) }
        checksum = nil
        self.timer = timer
    }

    /// Creates work that modifies its input, a fresh copy of the bytes each time; copying is not timed.
    ///
    /// - Parameter work: The work to time, on a copy.
    init(consuming bytes: [UInt8], _ work: @escaping (UnsafeMutableBufferPointer<UInt8>) throws -> Void) {
        // Reading the clock takes as long as processing some small inputs.
        let batch = max(1, 262_144 / max(bytes.count, 1))
        run = {
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
            defer { copy.deallocate() }
            _ = copy.initialize(from: bytes)
            try work(copy)
        }
        checksum = nil
        timer = { count in
            let copies = (0..<min(batch, count)).map { _ in
                UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
            }
            defer { copies.forEach { $0.deallocate() } }
            var time = 0
            for start in stride(from: 0, to: count, by: batch) {
                let current = copies.prefix(count - start)
                for copy in current { _ = copy.initialize(from: bytes) }
                time += try Clock.nanoseconds { for copy in current { try work(copy) } }
            }
            return time + Clock.nanoseconds { allocator_settle() }
        }
    }

    /// The number of repetitions for a sample of about 20 ms.
    func calibrated() throws -> Int {
        var count = 1
        while true {
            let time = try time(of: count)
            if time >= 20_000_000 || count >= 1 << 24 { return count }
            count = time < 1_000_000 ? count * 10 : max(count + 1, count * 20_000_000 / time)
        }
    }

    /// Returns the duration of a number of repetitions in nanoseconds, including memory merging that the allocator
    /// would otherwise defer to the next competitor.
    func time(of count: Int) throws -> Int {
        if let timer { return try timer(count) }
        return try Clock.nanoseconds {
            for _ in 0..<count { try run() }
            allocator_settle()
        }
    }
}

/// The counts of a competitor for a text.
///
/// All competitors that read the whole text must agree on them.
struct Checksum: Hashable, CustomStringConvertible {
    /// The numbers, in an order shared by all competitors of a suite.
    let counts: [Int]

    var description: String { counts.map(String.init).joined(separator: ", ") }
}

/// A destination for unused results, which keeps the optimizer from removing their computation.
enum Sink {
    @inline(never) @_optimize(none)
    static func keep<Value>(_ value: borrowing Value) {}
}
