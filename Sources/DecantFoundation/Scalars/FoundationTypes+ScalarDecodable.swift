public import Decant
import DecantCore
public import Foundation

extension FoundationTypes: FoundationConformances {}

extension Data: ScalarDecodable {
    /// Creates data from base64 text, or from the data of a property list.
    ///
    /// Text is decoded according to RFC 4648 §4, as in `JSONDecoder`: padding is required, and line ends and other
    /// characters are rejected. The MIME strategy skips whitespace. With the array strategy, the format's decoder
    /// converts an array of numbers to bytes; an array with anything but bytes arrives as a container and is rejected.
    ///
    /// - Parameters:
    ///   - scalar: The scalar in the body.
    ///   - options: The options, which select the form of data.
    /// - Throws: `ScalarMismatch` if the scalar does not match the strategy.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch) {
        switch (scalar, options.data) {
        case (.data(let bytes), _):
            self.init(bytes)
        case (.string(let text), .base64):
            self = try Self.data(ofBase64: text)
        case (.string(let text), .mimeBase64):
            let spaces = " \n\r\t".utf8
            self = try Self.data(ofBase64: String(decoding: text.utf8.filter { !spaces.contains($0) }, as: UTF8.self))
        case (_, .base64), (_, .mimeBase64):
            throw ScalarMismatch(expected: "data as base64 text")
        case (.container, .array):
            throw ScalarMismatch(expected: "data as an array of numbers from 0 to 255", isContent: true)
        case (_, .array):
            throw ScalarMismatch(expected: "data as an array of numbers from 0 to 255")
        }
    }

    private static func data(ofBase64 text: String) throws(ScalarMismatch) -> Data {
        guard hasValidPadding(text), let data = Data(base64Encoded: text) else {
            throw ScalarMismatch(expected: "data as base64 text (RFC 4648, section 4, with padding)", isContent: true)
        }
        return data
    }

    /// Returns whether the text has groups of four characters, with at most two padding characters at the end.
    ///
    /// Foundation also accepts `====` and `QQ=A`.
    private static func hasValidPadding(_ text: String) -> Bool {
        var letters = text.utf8[...]
        guard letters.count.isMultiple(of: 4) else { return false }
        for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
        return !letters.contains(UInt8(ascii: "="))
    }
}

extension Data: DataDecodable {
    package init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return Data() }
            return unsafe Data(bytes: start, count: bytes.count)
        }
    }
}

extension Decimal: ScalarDecodable {
    /// Creates a decimal that is exactly the written number.
    ///
    /// A `Decimal` has 38 digits (39 for some numbers) and powers of ten from -128 to 127. Numbers beyond that are
    /// rejected instead of rounded.
    ///
    /// - Parameters:
    ///   - scalar: The scalar in the body.
    ///   - options: Not used.
    /// - Throws: `ScalarMismatch` if the scalar is not a number, or does not fit.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch) {
        guard case .number(let text, _) = scalar else { throw ScalarMismatch(expected: "a number") }
        guard let number = DecimalText(text), let decimal = Decimal(exactly: number) else {
            let expected = "a number that Decimal represents exactly (38 digits, exponent from -128 to 127)"
            throw ScalarMismatch(expected: expected, isContent: true)
        }
        self = decimal
    }

    private init?(exactly number: DecimalText) {
        guard (-128...127).contains(number.exponent) else { return nil }
        // Each operation is exact: no product or sum has more than 128 bits.
        let high = Decimal(UInt64(number.significand >> 64)) * (Decimal(UInt64.max) + 1)
        let magnitude = high + Decimal(UInt64(truncatingIfNeeded: number.significand))
        // A negative zero would be interpreted as not-a-number.
        let sign = number.isNegative && number.significand != 0 ? FloatingPointSign.minus : .plus
        self.init(sign: sign, exponent: number.exponent, significand: magnitude)
    }
}

/// A decimal number parsed from text without rounding: a sign, digits, and a power of ten.
///
/// `-120.50e3` becomes negative, 1205, 2: leading and trailing zeros are not part of the digits.
struct DecimalText {
    /// The largest exponent that is stored, far outside the range of `Decimal`.
    private static let exponentCap = Int.max / 16

    /// Whether the number has a minus sign.
    let isNegative: Bool

    /// The digits as an integer that is not a multiple of ten, or 0.
    let significand: UInt128

    /// The power of ten to multiply with.
    let exponent: Int

    /// Parses text that consists of one decimal number.
    init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        isNegative = bytes.first == UInt8(ascii: "-")
        if let first = bytes.first, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(first) { bytes.removeFirst() }
        var digits = Digits()
        guard digits.append(&bytes) else { return nil }
        let integerCount = digits.count
        if bytes.first == UInt8(ascii: ".") {
            bytes.removeFirst()
            guard digits.append(&bytes) else { return nil }
        }
        guard let power = Self.exponent(&bytes), bytes.isEmpty else { return nil }
        significand = digits.value
        exponent = significand == 0 ? 0 : power - (digits.count - integerCount) + digits.zeros
    }

    /// Parses the exponent after `e`; 0 without an exponent, nil if it is malformed.
    private static func exponent(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let letter = bytes.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return 0 }
        bytes.removeFirst()
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        let start = bytes.startIndex
        var value = 0
        while let digit = bytes.first?.decimalDigitValue {
            value = min(value * 10 + Int(digit), exponentCap)
            bytes.removeFirst()
        }
        guard bytes.startIndex > start else { return nil }
        return isNegative ? -value : value
    }

    private struct Digits {
        /// The digits up to the last nonzero one.
        var value: UInt128 = 0
        /// The number of zeros after those digits.
        var zeros = 0
        /// The number of digits read.
        var count = 0

        /// Consumes one or more digits.
        ///
        /// Returns false if no digit follows or the value overflows.
        mutating func append(_ bytes: inout ArraySlice<UInt8>) -> Bool {
            let start = bytes.startIndex
            while let digit = bytes.first?.decimalDigitValue {
                bytes.removeFirst()
                guard append(digit) else { return false }
            }
            count += bytes.startIndex - start
            return bytes.startIndex > start
        }

        private mutating func append(_ digit: UInt8) -> Bool {
            guard digit != 0 else {
                zeros += value == 0 ? 0 : 1
                return true
            }
            for _ in 0...zeros where value != 0 {
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                guard !overflow else { return false }
                value = product
            }
            zeros = 0
            let (sum, overflow) = value.addingReportingOverflow(UInt128(digit))
            value = sum
            return !overflow
        }
    }
}

extension UInt8 {
    fileprivate var decimalDigitValue: UInt8? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? self - UInt8(ascii: "0") : nil
    }
}

extension URL: ScalarDecodable {
    /// Creates a URL from text that `URL(string:)` accepts, as `JSONDecoder` does, including relative URLs.
    ///
    /// - Parameters:
    ///   - scalar: The scalar in the body.
    ///   - options: Not used.
    /// - Throws: `ScalarMismatch` if the scalar is not text, or the text is not a URL.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch) {
        guard case .string(let text) = scalar else { throw ScalarMismatch(expected: "a URL as text") }
        guard let url = URL(string: text) else { throw ScalarMismatch(expected: "a URL as text", isContent: true) }
        self = url
    }
}

// The types also decode themselves directly, each from the same scalars.

extension Date: JSON.DirectDecodable {}
extension Data: JSON.DirectDecodable {}
extension Decimal: JSON.DirectDecodable {}
extension URL: JSON.DirectDecodable {}
