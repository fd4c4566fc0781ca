/// A chart of bars, each with the number of responses and the number of failures, drawn as SVG.
struct PageChart {
    /// The maximum number of rows, besides the sum of the others.
    static let maxRows = 7

    private static let lineHeight = 21
    private static let barStart = 136.0
    private static let barLength = 180.0
    private static let minBarLength = 2.0

    let title: String

    /// The bars.
    let rows: [CaptureTable.Count]

    /// Creates a chart of the most frequent rows of a part.
    init(title: String, _ part: CaptureTable.Part) {
        self.title = title
        rows = part.rows(upTo: Self.maxRows)
    }

    init(_ histogram: Histogram) {
        title = histogram.title
        rows = histogram.rows
    }

    /// The numbers and coordinates for the template.
    var context: [String: Any] {
        let maxCount = max(1, rows.map(\.all).max() ?? 1)
        return [
            "title": title,
            "description": "\(title). \(rows.map(Self.description(of:)).joined(separator: "; "))",
            "height": rows.count * Self.lineHeight,
            "rows": rows.enumerated().map { context(of: $1, at: $0 * Self.lineHeight, maxCount: maxCount) },
        ]
    }

    /// Returns the numbers for a screen reader.
    private static func description(of row: CaptureTable.Count) -> String {
        "\(row.name): \(row.all.grouped)" + (row.failures > 0 ? ", \(row.failures.grouped) failed" : "")
    }

    private func context(of row: CaptureTable.Count, at y: Int, maxCount: Int) -> [String: Any] {
        func length(_ count: Int) -> Double {
            count == 0 ? 0 : max(Self.minBarLength, Self.barLength * Double(count) / Double(maxCount))
        }
        let bars = [("other", row.all), ("failure", row.failures)].filter { $0.1 > 0 }.map { kind, count in
            ["kind": kind, "x": Self.barStart, "y": y + 5, "width": (length(count) * 10).rounded() / 10]
                as [String: Any]
        }
        return [
            "name": row.name.excerpt(to: 20), "textY": y + 14, "barY": y + 5, "bars": bars, "count": row.all.grouped,
            "failures": row.failures > 0 ? row.failures.grouped : "",
        ]
    }
}
