import Decant
import DecantReport
import HTTPTypes

/// The numbers at the top of a page, and the choices of its filters.
struct PageTotals {
    private var table = CaptureTable()
    private var statuses = CaptureTable.Part()
    private var sizes = Histogram(title: "Size of the body", bounds: Histogram.sizes)
    private var times = Histogram(title: "Time of the request, as captured", bounds: Histogram.times)
    private var decoding = Histogram(title: "Time of decoding", bounds: Histogram.decodingTimes)

    /// All responses.
    var total: CaptureTable.Count { table.total }

    /// Counts a response.
    mutating func add(_ response: PageResponse) {
        let outcome = response.item.outcome
        let isFailure = response.row.code != nil
        table.add(response.row)
        if let status = response.status { statuses.add("\(status)", isFailure: isFailure) }
        if let count = outcome.response?.body.count { sizes.add(count, isFailure: isFailure) }
        if let milliseconds = response.milliseconds { times.add(milliseconds, isFailure: isFailure) }
        decoding.add(Int(min(outcome.duration / .microseconds(1), 1e15)), isFailure: isFailure)
    }

    /// The tiles at the top, for the template.
    var tiles: [[String: Any]] {
        let rows = Dictionary(uniqueKeysWithValues: table.verdicts.sorted.map { ($0.name, $0.all) })
        let failures = total.failures
        let tiles = [
            ("other", "responses", total.all.grouped), ("other", "values", (rows["value"] ?? 0).grouped),
            ("other", "empty", (rows["empty"] ?? 0).grouped),
            (failures > 0 ? "failure" : "other", failures == 1 ? "failure" : "failures", failures.grouped),
            ("other", "of bodies", table.byteCount.byteText),
        ]
        return tiles.map { ["kind": $0.0, "name": $0.1, "value": $0.2] }
    }

    /// The charts, for the template.
    var charts: [[String: Any]] {
        let parts = [
            PageChart(title: "Verdict", table.verdicts), PageChart(sizes),
            PageChart(times.isEmpty ? decoding : times), PageChart(title: "Error code", table.codes),
            PageChart(title: "Media type", table.mediaTypes), PageChart(title: "Host", table.hosts),
        ]
        return parts.filter { !$0.rows.isEmpty }.map(\.context)
    }

    /// The filters, for the template.
    ///
    /// - Parameter changes: The kinds of changes of a comparison.
    func filters(_ changes: [String]) -> [[String: Any]] {
        let parts = [
            ("verdict", "Verdict", table.verdicts), ("status", "Status", statuses),
            ("code", "Error code", table.codes), ("type", "Media type", table.mediaTypes),
            ("host", "Host", table.hosts),
        ]
        var filters: [[String: Any]] = parts.map { name, title, part in
            let options = part.named.map {
                ["value": $0.name, "label": "\($0.name.excerpt(to: 60)) (\($0.all.grouped))"]
            }
            return ["name": name, "title": title, "options": options]
        }
        let options = changes.map { ["value": $0, "label": $0] }
        if !options.isEmpty { filters.append(["name": "change", "title": "Change", "options": options]) }
        return filters
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
    private let bounds: [Int]
    private var counts: [CaptureTable.Count]

    init(title: String, bounds: [(Int, String)]) {
        self.title = title
        self.bounds = bounds.map(\.0)
        counts = bounds.map { CaptureTable.Count(name: $0.1) }
    }

    /// Counts a quantity.
    mutating func add(_ quantity: Int, isFailure: Bool) {
        let index = bounds.firstIndex { quantity < $0 } ?? bounds.count - 1
        counts[index].add(isFailure: isFailure)
    }

    /// Whether nothing was counted.
    var isEmpty: Bool { counts.allSatisfy { $0.all == 0 } }

    /// The ranges from the first to the last that occurs.
    var rows: [CaptureTable.Count] {
        guard let first = counts.firstIndex(where: { $0.all > 0 }), let last = counts.lastIndex(where: { $0.all > 0 })
        else { return [] }
        return Array(counts[first...last])
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
