import BenchmarkInputs
import DecantCore
import DecantJSON

/// The cost of locating an error: line, column, path, and snippet of an error at the end of 50 MB, relative to parsing
/// the same text without the error.
enum LocationFigure {
    private enum Text {
        case valid, faulty
    }

    static func measured(rounds: Int) throws -> Figure {
        let bytes = RecordsGenerator.bytes()
        let valid = ResponseBytes(bytes)
        let faulty = ResponseBytes(damaged(bytes))
        var runs = try InterleavedRuns<Text>([
            (.valid, Work(making: { try JSON(parsing: valid) })),
            (.faulty, Work { try locate(in: faulty) }),
        ])
        try runs.run(rounds: rounds)
        for text in [Text.valid, .faulty] {
            Report.note("50 MB, \(text): \(Int((runs.time(of: text) ?? .nan) / 1000)) µs")
        }
        guard let speed = runs.speed(of: .faulty, over: .valid) else { throw Missing() }
        return Figure("parse with the location of an error / parse, 50 MB", 1 / speed, atMost: 1.05)
    }

    private struct Missing: Error {}

    /// Returns the text with the second to last quotation mark replaced, which makes a value of the last record
    /// invalid.
    private static func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if let last = bytes.lastIndex(of: UInt8(ascii: "\"")),
            let first = bytes[..<last].lastIndex(of: UInt8(ascii: "\""))
        {
            bytes[first] = UInt8(ascii: "?")
        }
        return bytes
    }

    private static func locate(in body: ResponseBytes) throws {
        do {
            Sink.keep(try JSON(parsing: body))
        } catch {
            guard let position = error.position, !error.path.isEmpty else { throw error }
            Sink.keep((position.line, position.column, error.path, error.report.snippet))
            return
        }
        throw Missing()
    }
}
