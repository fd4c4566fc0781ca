public import Decant
import DecantCore
public import Foundation

extension Date: ScalarDecodable {
    /// Creates a date from a number or text in the form that the options select, or from a date in a property list.
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
        guard let seconds = Self.secondsSinceReferenceDate(scalar, options.dates), seconds.isFinite else {
            let fault = options.dates.fault(of: scalar)
            let isContent = options.dates.isWritten(as: scalar)
            throw ResponseError(expected: options.dates.expectation, isContent: isContent, fault: fault)
        }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    private static func secondsSinceReferenceDate(
        _ scalar: DecodedScalar,
        _ strategy: DecodingOptions.Dates
    ) -> Double? {
        switch (scalar, strategy) {
        case (.date(let seconds), _): seconds
        case (.number(_, let value), _): secondsSinceReferenceDate(value, strategy)
        case (.string(let text), .iso8601): InternetDateParser.secondsSinceReferenceDate(text)
        case (.string(let text), .internetMessage): InternetDateParser.secondsSinceReferenceDate(message: text)
        default: nil
        }
    }

    private static func secondsSinceReferenceDate(_ number: Double, _ strategy: DecodingOptions.Dates) -> Double? {
        switch strategy {
        case .secondsSinceReferenceDate: number
        case .secondsSince1970: number - timeIntervalBetween1970AndReferenceDate
        case .millisecondsSince1970: number / 1000 - timeIntervalBetween1970AndReferenceDate
        case .iso8601, .internetMessage: nil
        }
    }
}

extension Date: StoredScalarDecodable {
    package init(stored scalar: StoredScalar, dates: DecodingOptions.Dates) throws(ScalarNotConverted) {
        let seconds: Double?
        switch scalar {
        case .date(let value): seconds = value
        case .text(let text) where dates == .iso8601:
            seconds = InternetDateParser.secondsSinceReferenceDate(text)
        case .text(let text) where dates == .internetMessage:
            seconds = InternetDateParser.secondsSinceReferenceDate(message: text)
        // A number with a fraction or an exponent has to be rounded.
        case .number(let digits, exponent: 0, let isNegative):
            let value = isNegative ? -Double(digits) : Double(digits)
            seconds = Self.secondsSinceReferenceDate(value, dates)
        default: seconds = nil
        }
        guard let seconds, seconds.isFinite else { throw ScalarNotConverted() }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension DecodingOptions.Dates {
    private var isText: Bool { self == .iso8601 || self == .internetMessage }

    /// Returns whether a scalar has the type that this form uses, regardless of its content.
    fileprivate func isWritten(as scalar: DecodedScalar) -> Bool {
        switch scalar {
        case .date: true
        case .string: isText
        case .number: !isText
        default: false
        }
    }

    /// Returns the reason why a scalar is not a date in this form, if it is known.
    fileprivate func fault(of scalar: DecodedScalar) -> String? {
        switch scalar {
        case .string(let text): fault(of: text)
        case .number(_, let value): Self.fault(of: value)
        default: nil
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

    /// Returns the reason why text is not a date in this form, if it is known.
    private func fault(of text: String) -> String? {
        if self != .iso8601, InternetDateParser.secondsSinceReferenceDate(text) != nil {
            return "`.dates(.iso8601)` reads it"
        }
        if self != .internetMessage, InternetDateParser.secondsSinceReferenceDate(message: text) != nil {
            return "`.dates(.internetMessage)` reads it"
        }
        return self == .iso8601 ? InternetDateParser.fault(of: text) : nil
    }

    fileprivate var expectation: String {
        switch self {
        case .secondsSinceReferenceDate: "a date as a number of seconds since 2001"
        case .secondsSince1970: "a date as a number of seconds since 1970"
        case .millisecondsSince1970: "a date as a number of milliseconds since 1970"
        case .iso8601: "a date in RFC 3339 form, such as 2001-02-03T04:05:06Z"
        case .internetMessage: "a date in RFC 5322 form, such as Sat, 03 Feb 2001 04:05:06 +0000"
        }
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
