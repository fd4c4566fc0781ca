import Decant
import DecantCore

/// A date in text, read by one of the forms in the options.
struct TextDate {
    /// The seconds since 2001-01-01T00:00:00Z.
    let seconds: Double

    /// Whether the text has no time zone and was read as UTC.
    var assumesUTC = false
}

extension DecodingOptions.Dates {
    /// The forms of text, strict forms first.
    private static let textForms: [Self] = [
        .iso8601, .internetMessage, .aspNet, .lenientISO8601, .lenientInternetMessage,
    ]

    /// Whether dates in this form are text.
    var isText: Bool { Self.textForms.contains(self) }

    /// Reads text in this form, or returns nil if it is in another form.
    func date(_ text: String) -> TextDate? {
        switch self {
        case .secondsSinceReferenceDate, .secondsSince1970, .millisecondsSince1970: nil
        case .iso8601: strictDate(InternetDateParser.secondsSinceReferenceDate(text))
        case .internetMessage: strictDate(InternetDateParser.secondsSinceReferenceDate(message: text))
        case .lenientISO8601: Self.iso8601.date(text) ?? lenientDate(text, isMessage: false)
        case .lenientInternetMessage: Self.internetMessage.date(text) ?? lenientDate(text, isMessage: true)
        case .aspNet: strictDate(text.withUTF8Bytes { ASPNetDate.secondsSinceReferenceDate($0) })
        }
    }

    private func strictDate(_ seconds: Double?) -> TextDate? { seconds.map { TextDate(seconds: $0) } }

    private func lenientDate(_ text: String, isMessage: Bool) -> TextDate? {
        guard case .success(let date) = LenientDateParser.parse(text, isMessage: isMessage) else { return nil }
        return TextDate(seconds: date.seconds, assumesUTC: date.assumesUTC)
    }
}

// MARK: - Errors

extension DecodingOptions.Dates {
    /// Returns the reason why text is not a date in any of the forms, if it is known.
    static func fault(of text: String, in forms: [Self]) -> String? {
        let readers = textForms.lazy.compactMap { form in form.date(text).map { (form, $0) } }
        guard let (form, date) = readers.first else { return reason(against: text, in: forms) }
        let remedy = "`.dates(.\(form))` reads it\(date.assumesUTC ? " as UTC" : "")"
        // The text is well-formed in a strict form, so nothing is malformed in it.
        guard form == .lenientISO8601 || form == .lenientInternetMessage else { return remedy }
        return reason(against: text, in: forms).map { "\($0); \(remedy)" } ?? remedy
    }

    /// Returns what is malformed in text that looks like a date in one of the forms.
    private static func reason(against text: String, in forms: [Self]) -> String? {
        if forms.contains(.aspNet), text.hasPrefix(ASPNetDate.prefix) { return ASPNetDate.fault }
        switch LenientDateParser.parse(text, isMessage: false, explains: true) {
        case .success(let date): return forms.contains(.iso8601) ? date.deviation : nil
        case .failure(let fault):
            if let reason = fault.reason { return forms.contains { $0.isText } ? reason : nil }
        }
        guard forms.contains(.internetMessage) || forms.contains(.lenientInternetMessage) else { return nil }
        switch LenientDateParser.parse(text, isMessage: true, explains: true) {
        case .success(let date): return date.deviation
        case .failure(let fault): return fault.reason
        }
    }

    /// What a value in this form is, after “a date”.
    var expectation: String {
        switch self {
        case .secondsSinceReferenceDate: "as a number of seconds since 2001"
        case .secondsSince1970: "as a number of seconds since 1970"
        case .millisecondsSince1970: "as a number of milliseconds since 1970"
        case .iso8601: "in RFC 3339 form, such as 2001-02-03T04:05:06Z"
        case .internetMessage: "in RFC 5322 form, such as Sat, 03 Feb 2001 04:05:06 +0000"
        case .lenientISO8601: "in ISO 8601 form, such as 2001-02-03 04:05"
        case .lenientInternetMessage: "in a form of feeds, such as February 3, 2001 4:05 CET"
        case .aspNet: "in ASP.NET form, such as /Date(981173106000)/"
        }
    }
}

/// A date as ASP.NET and WCF write it in JSON: `/Date(1057049557000)/` or `/Date(1057049557000+0200)/`.
///
/// The number is in UTC. The offset only says that the server had a local time.
private enum ASPNetDate {
    static let prefix = "/Date("

    static let fault = "after “/Date(”, there must be milliseconds, an optional offset of four digits, and “)/”"

    /// Returns the seconds since 2001-01-01T00:00:00Z, or nil if the text is malformed or has more than 18 digits.
    static func secondsSinceReferenceDate(_ text: Span<UInt8>) -> Double? {
        let start = prefix.utf8.count
        guard text.count > start, prefix.utf8.elementsEqual(text.extracting(..<start).text.utf8) else { return nil }
        var position = start
        let isNegative = text[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let digits = position
        var milliseconds = 0
        while position < text.count, text[position].isDigit, position - digits < 18 {
            milliseconds = milliseconds * 10 + Int(text[position] &- UInt8(ascii: "0"))
            position += 1
        }
        guard position > digits, isEnd(text.extracting(position...)) else { return nil }
        let (seconds, remainder) = (isNegative ? -milliseconds : milliseconds).quotientAndRemainder(dividingBy: 1000)
        return Double(seconds - secondsTo2001) + Double(remainder) / 1000
    }

    /// Returns whether text is `)/` after an optional offset.
    private static func isEnd(_ text: Span<UInt8>) -> Bool {
        guard text.count == 2 || text.count == 7 else { return false }
        if text.count == 7 {
            guard text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") else { return false }
            for position in 1...4 where !text[position].isDigit { return false }
        }
        return text[text.count - 2] == UInt8(ascii: ")") && text[text.count - 1] == UInt8(ascii: "/")
    }

    private static let secondsTo2001 = 978_307_200
}
