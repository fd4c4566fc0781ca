import BenchmarkInputs
import CAllocator
import DecantCore
import DecantImages

/// The cost of the header of a large picture: time, and memory.
enum HeaderFigures {
    static func measured(_ file: InputFile, rounds: Int) throws -> [Figure] {
        let body = ResponseBody(file.bytes)
        let race = try Race(
            [(name: file.name, work: Work(making: { try ImageHeader(readingFrom: body) }))],
            rounds: rounds
        )
        let time = (race.median(file.name) ?? .nan) / 1000
        allocator_forget_largest()
        Sink.keep(try ImageHeader(readingFrom: body))
        let largest = allocator_largest()
        let figure = Figure("header in microseconds, \(file.name)", time, atMost: 20)
        return largest < 0
            ? [figure]
            : [figure, Figure("largest allocation of a header, \(file.name)", Double(largest), atMost: 65536)]
    }
}
