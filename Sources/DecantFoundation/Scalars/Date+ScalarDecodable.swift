public import Decant
public import Foundation

extension Date: ScalarDecodable {
    /// Makes a date from a number or from text, as the strategy says, or from a date of a property list.
    ///
    /// Numbers that are not finite are no dates. Text is read by RFC 3339 §5.6 with the calendar checked, so the
    /// 30th of February is none; the fraction of a second can have any number of digits. A leap second is accepted where
    /// one can be, at the end of June or December in UTC, and becomes the first second of the next day, since `Date` does
    /// not count leap seconds.
    ///
    /// - Parameters:
    ///   - scalar: What stands in the body.
    ///   - strategies: How dates are written.
    /// - Throws: `ScalarMismatch` if the scalar is no date in the way the strategy says.
    public init(scalar: DecodedScalar, strategies: ScalarStrategies) throws(ScalarMismatch) {
        guard let seconds = Self.secondsSinceReferenceDate(scalar, strategies.dates), seconds.isFinite else {
            throw ScalarMismatch(
                expected: strategies.dates.expectation,
                isContent: strategies.dates.isWritten(as: scalar)
            )
        }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    private static func secondsSinceReferenceDate(
        _ scalar: DecodedScalar,
        _ strategy: ScalarStrategies.Dates
    ) -> Double? {
        switch (scalar, strategy) {
        case (.date(let seconds), _): seconds
        case (.number(_, let seconds), .secondsSinceReferenceDate): seconds
        case (.number(_, let seconds), .secondsSince1970): seconds - timeIntervalBetween1970AndReferenceDate
        case (.number(_, let count), .millisecondsSince1970): count / 1000 - timeIntervalBetween1970AndReferenceDate
        case (.string(let text), .iso8601): InternetDateParser.secondsSinceReferenceDate(text)
        default: nil
        }
    }
}

extension ScalarStrategies.Dates {
    /// Whether a scalar is of the kind that dates are written as, whatever it contains.
    fileprivate func isWritten(as scalar: DecodedScalar) -> Bool {
        switch scalar {
        case .date: true
        case .string: self == .iso8601
        case .number: self != .iso8601
        default: false
        }
    }

    fileprivate var expectation: String {
        switch self {
        case .secondsSinceReferenceDate: "a date as a number of seconds since 2001"
        case .secondsSince1970: "a date as a number of seconds since 1970"
        case .millisecondsSince1970: "a date as a number of milliseconds since 1970"
        case .iso8601: "a date as text by RFC 3339, such as 2001-02-03T04:05:06Z"
        }
    }
}
