import Decant

/// A date of a property list in the notation of ISO 8601 in UTC.
package struct DateText {
    /// The number of seconds from 1970 to 2001.
    private static let referenceDate = 978_307_200

    private static let microsecondsPerSecond = 1_000_000

    /// The time without its fraction; nil at a distance of 10^12 seconds or more.
    private let time: CivilTime?

    /// The microseconds after the time.
    private let fraction: Int

    private let seconds: Double

    /// Creates a date.
    ///
    /// - Parameter seconds: The seconds since 2001-01-01T00:00:00Z.
    package init(secondsSinceReferenceDate seconds: Double) {
        self.seconds = seconds
        let whole = seconds.rounded(.towardZero)
        guard abs(whole) < 1e12 else {
            time = nil
            fraction = 0
            return
        }
        let microseconds = Int(((seconds - whole) * 1e6).rounded(.toNearestOrEven))
        // The fraction of an earlier time counts from the second before it.
        let second = Int(whole) + (microseconds < 0 ? -1 : microseconds / Self.microsecondsPerSecond)
        time = CivilTime(secondsSince1970: Self.referenceDate + second)
        fraction = (microseconds + Self.microsecondsPerSecond) % Self.microsecondsPerSecond
    }

    /// The date, with as many fractional digits of the second as needed.
    package var text: String {
        guard let time, fraction > 0 else { return time?.description ?? distance }
        var digits = String(fraction).leftPadded(to: 6, with: "0")
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(time)".dropLast() + ".\(digits)Z"
    }

    /// The date with six fractional digits of the second.
    package var textWithMicroseconds: String {
        guard let time else { return distance }
        return "\(time)".dropLast() + ".\(String(fraction).leftPadded(to: 6, with: "0"))Z"
    }

    /// The distance from 2001, for a date that is too far away.
    private var distance: String { "2001-01-01T00:00:00Z \(seconds < 0 ? "-" : "+") \(abs(seconds)) s" }
}
