import Benchmark
import BenchmarkInputs
import DecantCore
import DecantJSON

/// The benchmarks for comparing one change with another.
///
/// The program SideBySide compares Decant with other libraries.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .cpuTotal, .throughput, .instructions, .peakMemoryResidentDelta],
        warmupIterations: 3,
        maxDuration: .seconds(2)
    )
    for file in InputFile.json() {
        let body = ResponseBytes(file.bytes)
        let scaling: BenchmarkScalingFactor = file.bytes.count < 10_000 ? .kilo : .one
        Benchmark("document \(file.name)", configuration: .init(scalingFactor: scaling)) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try JSON(parsing: body)) }
        }
    }
}
