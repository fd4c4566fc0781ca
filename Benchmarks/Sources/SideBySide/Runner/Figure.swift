import Foundation

/// One measured number, and what it has to reach.
struct Figure: Codable {
    let name: String
    let value: Double

    /// The value to reach, or not to exceed if the figure is of that kind.
    let bound: Double

    /// Whether a smaller value is better; its name says "at most" then.
    let isAtMost: Bool

    init(_ name: String, _ value: Double, atLeast bound: Double) {
        self.init(name: name, value: value, bound: bound, isAtMost: false)
    }

    init(_ name: String, _ value: Double, atMost bound: Double) {
        self.init(name: name + ", at most", value: value, bound: bound, isAtMost: true)
    }

    private init(name: String, value: Double, bound: Double, isAtMost: Bool) {
        self.name = name
        self.value = value
        self.bound = bound
        self.isAtMost = isAtMost
    }

    /// A value that is not a number reaches nothing.
    var isReached: Bool {
        isAtMost ? value <= bound : value >= bound
    }

    /// Name, value, bound and verdict, with tabs between them.
    var line: String {
        let value = value.formatted(
            .number.precision(.fractionLength(2)).grouping(.never).locale(.init(identifier: "en"))
        )
        return "\(name)\t\(value)\t\(bound)\t\(isReached ? "ok" : "short")"
    }
}
