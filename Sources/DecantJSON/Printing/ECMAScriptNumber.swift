/// Numbers as ECMAScript writes them (ECMA-262 §6.1.6.1.20, which RFC 8785 §3.2.2.3 demands).
enum ECMAScriptNumber {
    /// The text of a number.
    ///
    /// - Parameter value: The number.
    /// - Returns: nil if it is infinite or not a number.
    static func text(of value: Double) -> String? {
        guard value.isFinite else { return nil }
        guard value != 0 else { return "0" }
        let (digits, point) = digits(of: value.magnitude)
        return (value < 0 ? "-" : "") + text(digits, point: point)
    }

    /// The fewest digits that tell a number from all others, and the position of the point behind the first one of them.
    ///
    /// Swift's description has the right digits, and more zeros.
    private static func digits(of value: Double) -> (digits: String, point: Int) {
        let parts = value.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let whole = halves[0]
        let all = whole + (halves.count > 1 ? halves[1] : "")
        let leading = all.prefix { $0 == "0" }.count
        var digits = all.dropFirst(leading)
        while digits.last == "0" { digits.removeLast() }
        return (String(digits), whole.count - leading + exponent)
    }

    private static func text(_ digits: String, point: Int) -> String {
        let count = digits.utf8.count
        switch point {
        case count...21 where count <= 21:
            return digits + String(repeating: "0", count: point - count)
        case 1...21:
            return "\(digits.prefix(point)).\(digits.dropFirst(point))"
        case -5...0:
            return "0." + String(repeating: "0", count: -point) + digits
        default:
            let exponent = point - 1
            let fraction = count > 1 ? ".\(digits.dropFirst())" : ""
            return "\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
        }
    }
}
