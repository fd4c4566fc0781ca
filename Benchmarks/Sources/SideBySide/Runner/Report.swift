import BenchmarkInputs
import Foundation

/// Reports progress on standard error; standard output is for the figures.
enum Report {
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// The medians of one file: time, and bytes of the text for each second.
    static func table(of file: InputFile, _ race: Race<Competitor>) {
        for competitor in race.names {
            guard let time = race.median(competitor) else { continue }
            let name = competitor.rawValue.padding(toLength: 40, withPad: " ", startingAt: 0)
            let speed = Double(file.bytes.count) / time * 1000
            note("    \(name)\(column(time / 1000, 2)) µs\(column(speed, 0)) MB/s")
        }
    }

    private static func column(_ value: Double, _ digits: Int) -> String {
        String(format: "%14.\(digits)f", value)
    }
}
