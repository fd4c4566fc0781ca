import Decant
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

extension String {
    /// The text, shortened to a number of Unicode scalars.
    func excerpt(to count: Int) -> String {
        utf8.count > count && unicodeScalars.count > count ? String(unicodeScalars.prefix(count - 1)) + "…" : self
    }
}
