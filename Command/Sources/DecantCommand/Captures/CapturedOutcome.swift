import Decant
import DecantCaptures
import DecantReport

/// The parts of an outcome that a run counts, compares, or prints, without the body and the value.
struct CapturedOutcome: Sendable {
    /// An error to print.
    enum Failure: Sendable {
        case error(ResponseError)
        case unreadable(String)
    }

    /// The name of the file.
    let input: String

    /// The index of the response in its file, or in a part of it; nil for damaged data and for a file.
    var entry: Int?

    /// The verdict and the properties that the table counts.
    let row: CaptureTable.Row

    /// Whether the input could not be read.
    let isUnreadable: Bool

    /// The error; nil if it need not be printed.
    private(set) var failure: Failure?

    /// The line of a report without `entry`, or the response as `--extract` prints it.
    private(set) var text: [UInt8] = []

    init(_ outcome: Outcome, _ entry: CaptureEntry?) {
        (input, self.entry, row) = (outcome.input, entry?.index, CaptureTable.Row(outcome))
        if case .unreadable = outcome.verdict { isUnreadable = true } else { isUnreadable = false }
    }

    /// Adds the line of a report.
    mutating func addLine(_ outcome: Outcome, _ entry: CaptureEntry?, _ mask: CredentialMask) {
        var further = ["method": JSON.Value(entry?.context.method?.rawValue)]
        if !mask.isActive { further["url"] = JSON.Value(outcome.response?.context.url) }
        text = Array(ReportLine(outcome, further: further, mask: mask).text.utf8)
    }

    /// Adds the response as `curl -i` prints it.
    mutating func addResponse(_ entry: CaptureEntry) { text = entry.savedResponse ?? [] }

    /// Adds the error.
    mutating func addFailure(_ verdict: Outcome.Verdict) {
        switch verdict {
        case .value, .empty: break
        case .failure(let error): failure = .error(error)
        case .unreadable(let message): failure = .unreadable(message)
        }
    }

    /// The name of the response for display, with its number in the file.
    var name: String { entry.map { "\(input)#\($0)" } ?? input }

    /// The approximate memory of the outcome, in bytes.
    var size: Int { text.count + 200 }
}
