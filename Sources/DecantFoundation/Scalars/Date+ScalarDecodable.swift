public import Decant
import DecantCore
public import Foundation

extension Date: ScalarDecodable {
    /// Creates a date from a number or text in the form that the options select, or from a date in a property list.
    ///
    /// If the options have several forms, the first one that can read the scalar counts.
    ///
    /// Numbers must be finite. Text is checked against the calendar, so February 30 is rejected. The fraction of a
    /// second may have any number of digits. A leap second is accepted only where one can occur, at the end of June or
    /// December in UTC, and becomes the first second of the next day, since `Date` does not count leap seconds.
    ///
    /// - Parameters:
    ///   - scalar: The scalar in the body.
    ///   - options: The options, which select the form of dates.
    /// - Throws: `ResponseError` if the scalar is not a date in that form.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
        guard let date = Self.value(of: scalar, options) else { throw Self.error(for: scalar, options) }
        self.init(timeIntervalSinceReferenceDate: date.seconds)
    }

    private static func value(of scalar: DecodedScalar, _ options: DecodingOptions) -> TextDate? {
        if let date = value(of: scalar, options.dates) { return date }
        return options.alternativeDates.lazy.compactMap { value(of: scalar, $0) }.first
    }

    private static func value(of scalar: DecodedScalar, _ dates: DecodingOptions.Dates) -> TextDate? {
        let date: TextDate? =
            switch scalar {
            case .date(let seconds): TextDate(seconds: seconds)
            case .number(_, let value): seconds(value, dates).map { TextDate(seconds: $0) }
            case .string(let text): dates.date(text)
            default: nil
            }
        return date?.seconds.isFinite == true ? date : nil
    }

    private static func seconds(_ number: Double, _ dates: DecodingOptions.Dates) -> Double? {
        switch dates {
        case .secondsSinceReferenceDate: number
        case .secondsSince1970: number - timeIntervalBetween1970AndReferenceDate
        case .millisecondsSince1970: number / 1000 - timeIntervalBetween1970AndReferenceDate
        case .iso8601, .internetMessage, .lenientISO8601, .lenientInternetMessage, .aspNet: nil
        }
    }

    private static func error(for scalar: DecodedScalar, _ options: DecodingOptions) -> ResponseError {
        let forms = [options.dates] + options.alternativeDates
        let fault: String? =
            switch scalar {
            case .string(let text): DecodingOptions.Dates.fault(of: text, in: forms)
            case .number(_, let value): DecodingOptions.Dates.fault(of: value)
            default: nil
            }
        let expected = "a date " + forms.map(\.expectation).joined(separator: ", or ")
        let isContent = forms.contains { $0.isWritten(as: scalar) }
        return ResponseError(expected: expected, isContent: isContent, fault: fault)
    }
}

extension Date: TimeZoneAssuming {
    package static func assumesTimeZone(of scalar: DecodedScalar, _ options: DecodingOptions) -> Bool {
        value(of: scalar, options)?.assumesUTC ?? false
    }
}

extension Date: StoredScalarDecodable {
    package init(stored scalar: StoredScalar, dates: DecodingOptions.Dates) throws(ScalarNotConverted) {
        let seconds: Double?
        switch scalar {
        case .date(let value): seconds = value
        case .text(let text):
            switch dates {
            case .iso8601, .lenientISO8601: seconds = InternetDateParser.secondsSinceReferenceDate(text)
            case .internetMessage, .lenientInternetMessage:
                seconds = InternetDateParser.secondsSinceReferenceDate(message: text)
            default: seconds = nil
            }
        // A number with a fraction or an exponent has to be rounded.
        case .number(let digits, exponent: 0, let isNegative):
            let value = isNegative ? -Double(digits) : Double(digits)
            seconds = Self.seconds(value, dates)
        default: seconds = nil
        }
        guard let seconds, seconds.isFinite else { throw ScalarNotConverted() }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension DecodingOptions.Dates {
    /// Returns whether a scalar has the type that this form uses, regardless of its content.
    fileprivate func isWritten(as scalar: DecodedScalar) -> Bool {
        switch scalar {
        case .date: true
        case .string: isText
        case .number: !isText
        default: false
        }
    }

    /// Names the form that reads a number as a date from 1973 to 5138, for numbers where text is expected.
    fileprivate static func fault(of number: Double) -> String? {
        let (form, seconds): (Self, Double)
        switch number {
        case 1e8..<1e11: (form, seconds) = (.secondsSince1970, number)
        case 1e11..<1e14: (form, seconds) = (.millisecondsSince1970, number / 1000)
        default: return nil
        }
        return "`.dates(.\(form))` reads it as \(Date(timeIntervalSince1970: seconds).description.prefix(10))"
    }
}

extension FormatSerializer {
    /// Returns a serializer that parses dates from text with a custom function, as `JSONDecoder` does with a formatter.
    ///
    /// ```swift
    /// .json(Order.self).dates { try? Date($0, strategy: .iso8601.year().month().day()) }
    /// ```
    ///
    /// - Parameter make: A closure that parses text as a date. It returns nil for invalid text, which is an error, as
    ///   are numbers.
    public func dates(_ make: @escaping @Sendable (String) -> Date?) -> Self {
        scalars(of: Date.self) { scalar, _ in
            guard case .string(let text) = scalar else {
                let fault: String? =
                    if case .number(_, let value) = scalar { DecodingOptions.Dates.fault(of: value) } else { nil }
                throw ResponseError(expected: "a date as text", fault: fault)
            }
            guard let date = make(text) else {
                throw ResponseError(expected: "a date in the custom format", isContent: true)
            }
            return date
        }
    }
}
