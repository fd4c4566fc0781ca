import Decant
import DecantReport
import HTTPTypes

/// The numbers at the top of a page, and the choices of its filters.
struct PageTotals {
    private var verdicts = CaptureTable.Part(title: "Verdict")
    private var codes = CaptureTable.Part(title: "Error code")
    private var types = CaptureTable.Part(title: "Media type")
    private var hosts = CaptureTable.Part(title: "Host")
    private var statuses = CaptureTable.Part(title: "Status")
    private var sizes = Histogram(title: "Size of the body", bounds: Histogram.sizes)
    private var times = Histogram(title: "Time of the request, as captured", bounds: Histogram.times)
    private var decoding = Histogram(title: "Time of decoding", bounds: Histogram.decodingTimes)

    /// The number of responses.
    private(set) var count = 0

    /// The number of failures.
    private(set) var failureCount = 0

    private var bytes = 0

    /// Counts a response.
    mutating func add(_ response: PageResponse) {
        let outcome = response.item.outcome
        let isFailure = outcome.errorCode != nil
        count += 1
        if isFailure { failureCount += 1 }
        verdicts.add(outcome.verdictName, isFailure: isFailure)
        if let code = outcome.errorCode { codes.add(code, isFailure: true) }
        types.add(response.mediaType, isFailure: isFailure)
        hosts.add(response.host, isFailure: isFailure)
        if let status = response.status { statuses.add("\(status)", isFailure: isFailure) }
        if let count = outcome.response?.body.count {
            bytes += count
            sizes.add(count, isFailure: isFailure)
        }
        if let milliseconds = response.milliseconds { times.add(milliseconds, isFailure: isFailure) }
        decoding.add(Int(min(outcome.duration / .microseconds(1), 1e15)), isFailure: isFailure)
    }

    /// The tiles at the top, for the template.
    var tiles: [[String: Any]] {
        let rows = Dictionary(uniqueKeysWithValues: verdicts.sorted.map { ($0.name, $0.all) })
        let tiles = [
            ("other", "responses", count.grouped), ("other", "values", (rows["value"] ?? 0).grouped),
            ("other", "empty", (rows["empty"] ?? 0).grouped),
            (failureCount > 0 ? "failure" : "other", failureCount == 1 ? "failure" : "failures", failureCount.grouped),
            ("other", "of bodies", bytes.byteText),
        ]
        return tiles.map { ["kind": $0.0, "name": $0.1, "value": $0.2] }
    }

    /// The charts, for the template.
    var charts: [[String: Any]] {
        let parts = [
            PageChart(title: "Verdict", Self.rows(of: verdicts)), PageChart(sizes),
            PageChart(times.isEmpty ? decoding : times), PageChart(title: "Error code", Self.rows(of: codes)),
            PageChart(title: "Media type", Self.rows(of: types)), PageChart(title: "Host", Self.rows(of: hosts)),
        ]
        return parts.filter { !$0.rows.isEmpty }.map(\.context)
    }

    /// The filters, for the template.
    ///
    /// - Parameter changes: The kinds of changes of a comparison.
    func filters(_ changes: [String]) -> [[String: Any]] {
        let parts = [
            ("verdict", verdicts), ("status", statuses), ("code", codes), ("type", types), ("host", hosts),
        ]
        var filters: [[String: Any]] = parts.map { name, part in
            let options = part.named.map {
                ["value": $0.name, "label": "\($0.name.excerpt(to: 60)) (\($0.all.grouped))"]
            }
            return ["name": name, "title": part.title, "options": options]
        }
        let options = changes.map { ["value": $0, "label": $0] }
        if !options.isEmpty { filters.append(["name": "change", "title": "Change", "options": options]) }
        return filters
    }

    private static func rows(of part: CaptureTable.Part) -> [PageChart.Row] {
        let all = part.sorted
        let rest = all.dropFirst(PageChart.maxRows)
        let rows = all.prefix(PageChart.maxRows).map {
            PageChart.Row(name: $0.name, all: $0.all, failures: $0.failures)
        }
        guard !rest.isEmpty else { return rows }
        let (others, failures) = (rest.reduce(0) { $0 + $1.all }, rest.reduce(0) { $0 + $1.failures })
        return rows + [PageChart.Row(name: "\(rest.count) more", all: others, failures: failures)]
    }
}

/// The number of responses in ranges of a quantity.
struct Histogram {
    /// The upper bounds of the ranges of sizes in bytes; the last range has none.
    static let sizes = [
        (1, "0 B"), (1000, "under 1 kB"), (10_000, "1–10 kB"), (100_000, "10–100 kB"), (1_000_000, "100 kB–1 MB"),
        (10_000_000, "1–10 MB"), (Int.max, "10 MB and more"),
    ]

    /// The upper bounds of the ranges of times in milliseconds.
    static let times = [
        (10, "under 10 ms"), (30, "10–30 ms"), (100, "30–100 ms"), (300, "100–300 ms"), (1000, "300 ms–1 s"),
        (3000, "1–3 s"), (Int.max, "3 s and more"),
    ]

    /// The upper bounds of the ranges of times in microseconds.
    static let decodingTimes = [
        (10, "under 10 µs"), (100, "10–100 µs"), (1000, "0.1–1 ms"), (10_000, "1–10 ms"), (100_000, "10–100 ms"),
        (Int.max, "100 ms and more"),
    ]

    let title: String
    private let bounds: [(Int, String)]
    private var counts: [(all: Int, failures: Int)]

    init(title: String, bounds: [(Int, String)]) {
        (self.title, self.bounds) = (title, bounds)
        counts = Array(repeating: (0, 0), count: bounds.count)
    }

    /// Counts a quantity.
    mutating func add(_ quantity: Int, isFailure: Bool) {
        let index = bounds.firstIndex { quantity < $0.0 } ?? bounds.count - 1
        counts[index].all += 1
        if isFailure { counts[index].failures += 1 }
    }

    /// Whether nothing was counted.
    var isEmpty: Bool { counts.allSatisfy { $0.all == 0 } }

    /// The ranges from the first to the last that occurs.
    var rows: [PageChart.Row] {
        guard let first = counts.firstIndex(where: { $0.all > 0 }), let last = counts.lastIndex(where: { $0.all > 0 })
        else { return [] }
        return (first...last).map {
            PageChart.Row(name: bounds[$0].1, all: counts[$0].all, failures: counts[$0].failures)
        }
    }
}

extension Int {
    /// The number of bytes in the unit in which it has one to three digits before the point.
    var byteText: String {
        var (value, unit) = (Double(self), 0)
        while value >= 999.5, unit < 4 { (value, unit) = (value / 1000, unit + 1) }
        let digits = unit > 0 && value < 9.95 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
        return "\(digits) \(["B", "kB", "MB", "GB", "TB"][unit])"
    }
}
