#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif
internal import HTTPTypes

/// The delay requested by a `Retry-After` field (RFC 9110 §10.2.3).
struct RetryAfter {
    /// The delay in seconds; never negative.
    let seconds: Int64

    /// Parses the `Retry-After` field of a head; fails if the field is missing or malformed.
    ///
    /// - Parameter now: Returns the time of receipt, in seconds since 1970. Called only if the field has a date and the
    ///   head has no valid `Date` field.
    init?(_ head: HTTPResponse, now: () -> Int64 = { Int64(time(nil)) }) {
        let fields = head.headerFields
        guard let value = fields[.retryAfter].map({ $0.trimmed }), !value.isEmpty else { return nil }
        // `delay-seconds = 1*DIGIT`; a number that is too large saturates.
        if value.utf8.allSatisfy(\.isDigit) {
            seconds = Int64(value) ?? .max
            return
        }
        guard let date = Self.date(value) else { return nil }
        let (difference, isTooFar) = date.subtractingReportingOverflow(fields[.date].flatMap { Self.date($0) } ?? now())
        seconds = isTooFar ? 0 : max(0, difference)
    }

    /// Returns an `HTTP-date` (RFC 9110 §5.6.7) in seconds since 1970.
    private static func date(_ text: String) -> Int64? {
        let secondsSince2001 = InternetDateParser.secondsSinceReferenceDate(message: text)
        return secondsSince2001.flatMap { Int64(exactly: $0.rounded()) }.map { $0 + 978_307_200 }
    }
}

extension String {
    /// The text without leading and trailing optional whitespace (RFC 9110 §5.6.3).
    fileprivate var trimmed: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        var text = self[...].drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }
}
