/// A set of HTTP status codes.
///
/// ```swift
/// let statuses = StatusCodes(200..<300).union([304])
/// print(statuses.contains(304), statuses)  // true 200-299,304
/// ```
///
/// Create a set from a range, `StatusCodes(200..<300)`, an array literal, `[200, 204]`, or text,
/// `StatusCodes("200-299,304")`.
public struct StatusCodes: Sendable, Hashable {
    /// The codes as disjoint, nonadjacent ranges within 0 to 999, in ascending order.
    public private(set) var ranges: [ClosedRange<Int>]

    /// The statuses from 200 to 299 (RFC 9110 §15.3).
    public static let successful = StatusCodes(200..<300)

    /// Creates the set of all codes in a range.
    ///
    /// - Parameter range: The codes. Codes outside 0 to 999 are ignored; an empty range creates an empty set.
    public init(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<1000)
        ranges = range.isEmpty ? [] : [range.lowerBound...(range.upperBound - 1)]
    }

    /// Creates the set of all codes in a range.
    ///
    /// - Parameter range: The codes. Codes outside 0 to 999 are ignored.
    public init(_ range: ClosedRange<Int>) {
        let lower = max(0, range.lowerBound)
        let upper = min(999, range.upperBound)
        ranges = lower <= upper ? [lower...upper] : []
    }

    /// Creates a set of codes.
    ///
    /// - Parameter codes: The codes, in any order. Codes outside 0 to 999 are ignored.
    public init(_ codes: some Sequence<Int>) {
        ranges = Self.normalized(codes.filter { (0..<1000).contains($0) }.map { $0...$0 })
    }

    private init(normalizing ranges: [ClosedRange<Int>]) {
        self.ranges = Self.normalized(ranges)
    }

    /// Returns whether a status code is in the set.
    public func contains(_ code: Int) -> Bool {
        ranges.contains { $0.contains(code) }
    }

    /// Returns the codes that are in either set.
    public func union(_ other: StatusCodes) -> StatusCodes {
        StatusCodes(normalizing: ranges + other.ranges)
    }

    private static func normalized(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
        var result: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = result.last, range.lowerBound - 1 <= last.upperBound else {
                result.append(range)
                continue
            }
            result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
        return result
    }
}

extension StatusCodes: ExpressibleByArrayLiteral {
    /// Creates a set of codes.
    ///
    /// - Parameter codes: The codes, in any order. Codes outside 0 to 999 are ignored.
    public init(arrayLiteral codes: Int...) {
        self.init(codes)
    }
}

extension StatusCodes: LosslessStringConvertible {
    /// Parses a list of codes and ranges, such as `200-299,304`; returns nil if the text is malformed.
    ///
    /// - Parameter text: Codes from 0 to 999, and ranges with a hyphen, separated by commas.
    public init?(_ text: String) {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.code)
            guard let lower = bounds.first ?? nil, let upper = bounds.last ?? nil else { return nil }
            guard bounds.count <= 2, lower <= upper else { return nil }
            ranges.append(lower...upper)
        }
        self.init(normalizing: ranges)
    }

    /// The set as a list of codes and ranges, such as `200-299,304`.
    public var description: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }

    private static func code(_ text: Substring) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        return Int(text)
    }
}

extension StatusCodes: Codable {
    /// Decodes the set from its text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a list of codes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let codes = text.isEmpty ? StatusCodes([]) : StatusCodes(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is not a list of statuses"
            )
        }
        self = codes
    }

    /// Encodes the set as its text.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
