import Foundation

extension [Double] {
    /// The value in the middle, or between the two in the middle; of nothing it is not a number.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    var geometricMean: Double {
        exp(map { log($0) }.reduce(0, +) / Double(count))
    }
}
