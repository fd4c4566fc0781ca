/// A chart of bars, each with the number of responses and the number of failures, drawn as SVG.
struct PageChart {
    /// The maximum number of rows, besides the sum of the others.
    static let maxRows = 7

    private static let lineHeight = 21
    private static let barStart = 136.0
    private static let barLength = 180.0
    private static let shortestBar = 2.0

    /// A bar.
    struct Row {
        let name: String
        let all: Int
        let failures: Int

        /// The numbers for a screen reader.
        fileprivate var description: String {
            "\(name): \(all.grouped)" + (failures > 0 ? ", \(failures.grouped) failed" : "")
        }
    }

    let title: String
    let rows: [Row]

    init(title: String, _ rows: [Row]) {
        (self.title, self.rows) = (title, rows)
    }

    init(_ histogram: Histogram) {
        self.init(title: histogram.title, histogram.rows)
    }

    /// The numbers and coordinates for the template.
    var context: [String: Any] {
        let most = max(1, rows.map(\.all).max() ?? 1)
        return [
            "title": title,
            "description": "\(title). \(rows.map(\.description).joined(separator: "; "))",
            "height": rows.count * Self.lineHeight,
            "rows": rows.enumerated().map { context(of: $1, at: $0 * Self.lineHeight, most: most) },
        ]
    }

    private func context(of row: Row, at y: Int, most: Int) -> [String: Any] {
        func length(_ count: Int) -> Double {
            count == 0 ? 0 : max(Self.shortestBar, Self.barLength * Double(count) / Double(most))
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
