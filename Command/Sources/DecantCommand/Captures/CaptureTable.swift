import Decant
import DecantCaptures
import DecantReport

/// The number of responses of captures by verdict, error code, media type, and host.
struct CaptureTable {
    /// The maximum number of rows that are shown in one part.
    private static let maxShown = 12

    /// A number of responses with the same property, and the number of failures among them.
    struct Count {
        let name: String
        var all = 0
        var failures = 0

        /// The sum of other numbers.
        init(name: String, sumOf counts: some Sequence<Count> = []) {
            self.name = name
            for count in counts {
                all += count.all
                failures += count.failures
            }
        }

        mutating func add(isFailure: Bool) {
            all += 1
            if isFailure { failures += 1 }
        }
    }

    /// The responses by one property.
    struct Part {
        /// The maximum number of rows that are counted by name; the others are counted together.
        private static let maxNames = 1000

        private static let other = "other"

        private var counts: [String: Count] = [:]

        mutating func add(_ name: String, isFailure: Bool) {
            let key = counts[name] == nil && counts.count >= Self.maxNames ? Self.other : name
            counts[key, default: Count(name: key)].add(isFailure: isFailure)
        }

        /// All rows, the most frequent first.
        var sorted: [Count] { counts.values.sorted { ($1.all, $0.name) < ($0.all, $1.name) } }

        /// All rows except the sum of those that are not counted by name.
        var named: [Count] { counts.count > Self.maxNames ? sorted.filter { $0.name != Self.other } : sorted }

        /// Returns the most frequent rows, and the sum of the others.
        func rows(upTo limit: Int) -> [Count] {
            let all = sorted
            let rest = all.dropFirst(limit)
            return rest.isEmpty ? all : all.prefix(limit) + [Count(name: "\(rest.count) more", sumOf: rest)]
        }
    }

    private(set) var verdicts = Part()
    private(set) var codes = Part()
    private(set) var mediaTypes = Part()
    private(set) var hosts = Part()

    /// All responses.
    private(set) var total = Count(name: "total")

    /// The number of bytes of their bodies.
    private(set) var byteCount = 0

    /// Counts a response.
    mutating func add(_ row: CaptureRow) {
        let isFailure = row.code != nil
        total.add(isFailure: isFailure)
        byteCount += row.byteCount
        verdicts.add(row.verdict, isFailure: isFailure)
        if let code = row.code { codes.add(code, isFailure: true) }
        mediaTypes.add(row.mediaType, isFailure: isFailure)
        hosts.add(row.host, isFailure: isFailure)
    }

    /// The lines of the table.
    func lines(_ style: TextStyle) -> [String] {
        var lines = [style(.bold, "\(total.all) response\(total.all == 1 ? "" : "s"), \(byteCount) bytes of bodies")]
        let parts = [("verdict", verdicts), ("error code", codes), ("media type", mediaTypes), ("host", hosts)]
        for (title, part) in parts {
            let rows = part.rows(upTo: Self.maxShown)
            guard !rows.isEmpty else { continue }
            lines.append("")
            let header = title.padded(to: 44) + "responses".leftPadded(to: 10, with: " ")
            lines.append(style(.bold, header + "failures".leftPadded(to: 10, with: " ")))
            for row in rows {
                let failures = "\(row.failures)".leftPadded(to: 10, with: " ")
                let name = row.name.visible.excerpt(to: 42).padded(to: 44)
                let text = name + "\(row.all)".leftPadded(to: 10, with: " ")
                lines.append(text + (row.failures > 0 ? style(.red, failures) : failures))
            }
        }
        return lines
    }
}

/// The parts of an outcome that a run counts, compares, or prints, without the body and the value.
struct CaptureRow: Sendable {
    /// The name of the file.
    let input: String

    /// The index of the response in its file, or in a part of it; nil for damaged data and for a file.
    var entry: Int?

    /// The verdict as in a report.
    let verdict: String

    /// The code of the error; nil without an error.
    let code: String?

    /// The media type without its parameters.
    var mediaType: String

    /// The host of the request in lowercase.
    var host: String

    /// The number of bytes of the body.
    let byteCount: Int

    /// The exit status for the response.
    let exitStatus: Int32

    /// The verdict to print; nil if it need not be printed.
    var failure: Outcome.Verdict?

    /// The line of a report without `entry`, or the response as `--extract` prints it.
    var text: [UInt8] = []

    init(_ outcome: Outcome, _ entry: CaptureEntry?) {
        let context = outcome.response?.context
        input = outcome.input
        self.entry = entry?.index
        verdict = outcome.verdict.name
        code = outcome.verdict.errorCode
        mediaType = context?.mediaType?.essence ?? "none"
        host = context?.url.map(Self.host) ?? "unknown"
        byteCount = outcome.response?.body.count ?? 0
        exitStatus = outcome.verdict.exitStatus
    }

    /// The name of the response for display, with its number in the file.
    var name: String { entry.map { "\(input)#\($0)" } ?? input }

    /// The approximate memory of the row, in bytes.
    var size: Int { text.count + 200 }

    /// Returns the host of a URL in lowercase; “unknown” if it has none.
    static func host(of url: String) -> String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return "unknown"
        }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let authority = bytes[bytes.index(colon, offsetBy: 3)...].prefix { !ends.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        return String(Substring(host)).lowercased()
    }
}

extension String {
    /// The text, shortened to a number of Unicode scalars.
    func excerpt(to count: Int) -> String {
        utf8.count > count && unicodeScalars.count > count ? String(unicodeScalars.prefix(count - 1)) + "…" : self
    }
}
