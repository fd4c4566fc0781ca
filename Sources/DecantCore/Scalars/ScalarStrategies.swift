/// How a format that has no dates or bytes of its own writes them.
public struct ScalarStrategies: Sendable, Hashable, Codable {
    /// How a date is written.
    public enum Dates: String, Sendable, Hashable, Codable {
        /// A number of seconds since 2001-01-01T00:00:00Z, as `Date` encodes itself.
        case secondsSinceReferenceDate

        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970

        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970

        /// Text by RFC 3339, the profile of ISO 8601 for the internet, with or without fractions of a second.
        case iso8601
    }

    /// How bytes are written.
    public enum Data: String, Sendable, Hashable, Codable {
        /// Text in base64 (RFC 4648 §4).
        case base64

        /// Text in base64 with white space anywhere in it (RFC 2045 §6.8, XML Schema part 2 §3.2.16).
        case mimeBase64

        /// An array of numbers from 0 to 255, as `Data` encodes itself.
        case array
    }

    /// How a date is written.
    public var dates: Dates

    /// How bytes are written.
    public var data: Data

    /// Creates strategies.
    ///
    /// - Parameters:
    ///   - dates: How a date is written.
    ///   - data: How bytes are written.
    public init(dates: Dates = .secondsSinceReferenceDate, data: Data = .base64) {
        self.dates = dates
        self.data = data
    }
}
