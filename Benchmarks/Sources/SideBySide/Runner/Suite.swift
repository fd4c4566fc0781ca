import ArgumentParser
import BenchmarkInputs
import CAllocator

/// A format to compete in, with its texts, its competitors, and its required figures.
protocol Suite: Sendable {
    /// Every text that is there, the smaller first.
    ///
    /// - Parameter names: The names of those wanted; all if empty.
    /// - Returns: The texts, read or generated.
    func files(named names: [String]) -> [InputFile]

    /// A text that is decoded before the memory of another one is measured, or several.
    var smallestFiles: [InputFile] { get }

    /// The names of the texts that should be there and are not.
    var missingFiles: [String] { get }

    /// The competitors on a text, in the order of the tables, each with the bytes in the form that it takes without
    /// a copy.
    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// The competitors whose memory is measured on a text.
    func memoryCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// The required figures of speed, as far as the texts and the competitors for them are there.
    func figures(of comparison: Comparison) -> [Figure]

    /// The required figures of memory.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure]

    /// The cost of reading the head of a text, where the head is useful by itself.
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure]

    /// The shapes of texts that could cost more than their length warrants.
    var growthShapes: [GrowthShape] { get }

    /// The cost of locating a fault.
    func placeFigures(rounds: Int) throws -> [Figure]

    /// The rivals that run in this process, with their versions.
    var versions: [String] { get }
}

extension Suite {
    var missingFiles: [String] { [] }
    func memoryCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)] { competitors(on: file) }
    var smallestFiles: [InputFile] { Array(files(named: []).prefix(1)) }
    var growthShapes: [GrowthShape] { [] }
    func placeFigures(rounds: Int) throws -> [Figure] { [] }
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure] { [] }
}

/// A suite as it is named on the command line.
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

/// One library at one task: what a row of the results is about.
struct Competitor: RawRepresentable, Hashable, Codable, Sendable {
    /// The name in the tables.
    let rawValue: String

    static let decantDocument = Competitor(rawValue: "Decant, document")
    static let decantDecodable = Competitor(rawValue: "Decant, Decodable")

    /// The limit of everything that reads each byte: a copy into memory that is in use already.
    static let copy = Competitor(rawValue: "memcpy")
}

/// Something that is timed: it makes a result and frees it.
struct Work {
    let run: () throws -> Void

    /// The counts for the text, if there are any; computed once and not timed.
    let checksum: (() throws -> Checksum)?

    /// The timer of some repetitions, where that is done elsewhere.
    private var timer: ((Int) throws -> Int)?

    init(_ run: @escaping () throws -> Void) {
        self.run = run
        checksum = nil
    }

    /// Work whose result is made, kept alive to the end, and freed.
    ///
    /// - Parameters:
    ///   - make: The work to time.
    ///   - checksum: Counts what is in a result.
    init<Value>(making make: @escaping () throws -> Value, checksum: ((Value) throws -> Checksum)? = nil) {
        run = { Sink.keep(try make()) }
        self.checksum = checksum.map { checksum in { try checksum(try make()) } }
    }

    /// Work that is to count.
    init(counting count: @escaping () throws -> Checksum) {
        run = { Sink.keep(try count()) }
        checksum = count
    }

    /// Work that is done and timed in another process.
    ///
    /// - Parameter timer: Repeats the work a number of times and returns the nanoseconds that this took.
    init(timing timer: @escaping (Int) throws -> Int) {
        run = { _ = try timer(1) }
        checksum = nil
        self.timer = timer
    }

    /// Work that changes its input, which is a fresh copy of some bytes each time; copying is not timed.
    ///
    /// - Parameters:
    ///   - bytes: The input.
    ///   - work: The work to time, on a copy.
    init(consuming bytes: [UInt8], _ work: @escaping (UnsafeMutableBufferPointer<UInt8>) throws -> Void) {
        // Reading the clock takes as long as some small inputs.
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

    /// Nanoseconds that a number of repetitions take, with what the allocator would leave to the next competitor.
    func time(of count: Int) throws -> Int {
        if let timer { return try timer(count) }
        return try Clock.nanoseconds {
            for _ in 0..<count { try run() }
            allocator_settle()
        }
    }
}

/// The counts of a competitor for a text: numbers on which all that read the whole text have to agree.
struct Checksum: Hashable, CustomStringConvertible {
    /// The numbers, in an order that all competitors of one suite share.
    let counts: [Int]

    var description: String { counts.map(String.init).joined(separator: ", ") }
}

/// A destination of unused results, so that the optimiser has to compute them.
enum Sink {
    @inline(never) @_optimize(none)
    static func keep<Value>(_ value: borrowing Value) {}
}
