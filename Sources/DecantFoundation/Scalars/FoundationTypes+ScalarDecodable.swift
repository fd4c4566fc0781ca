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
    /// - Throws: `ResponseError` if the scalar does not match the strategy.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
        switch (scalar, options.data) {
        case (.data(let bytes), _):
            self.init(bytes)
        case (.string(let text), .base64):
            self = try Self.data(ofBase64: text)
        case (.string(let text), .mimeBase64):
            let spaces = " \n\r\t".utf8
            self = try Self.data(ofBase64: String(decoding: text.utf8.filter { !spaces.contains($0) }, as: UTF8.self))
        case (_, .base64), (_, .mimeBase64):
            throw ResponseError(expected: "data as base64 text")
        case (.container, .array):
            throw ResponseError(expected: "data as an array of numbers from 0 to 255", isContent: true)
        case (_, .array):
            throw ResponseError(expected: "data as an array of numbers from 0 to 255")
        }
    }

    private static func data(ofBase64 text: String) throws(ResponseError) -> Data {
        guard hasValidPadding(text), let data = Data(base64Encoded: text) else {
            throw ResponseError(expected: "data as base64 text (RFC 4648, section 4, with padding)", isContent: true)
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

extension Data: StoredScalarDecodable {
    package init(stored scalar: StoredScalar, dates: DecodingOptions.Dates) throws(ScalarNotConverted) {
        guard case .data(let bytes) = scalar else { throw ScalarNotConverted() }
        self = unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return Data() }
            return unsafe Data(bytes: start, count: bytes.count)
        }
    }
}

extension URL: ScalarDecodable {
    /// Creates a URL from text that `URL(string:)` accepts, as `JSONDecoder` does, including relative URLs.
    ///
    /// - Parameters:
    ///   - scalar: The scalar in the body.
    ///   - options: Not used.
    /// - Throws: `ResponseError` if the scalar is not text, or the text is not a URL.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
        guard case .string(let text) = scalar else { throw ResponseError(expected: "a URL as text") }
        guard let url = URL(string: text) else { throw ResponseError(expected: "a URL as text", isContent: true) }
        self = url
    }
}

extension URL: StoredScalarDecodable {
    package init(stored scalar: StoredScalar, dates: DecodingOptions.Dates) throws(ScalarNotConverted) {
        guard case .text(let text) = scalar, let url = URL(string: DocumentText.string(validated: text)) else {
            throw ScalarNotConverted()
        }
        self = url
    }
}

// The types also decode themselves directly, each from the same scalars.

extension Date: JSON.DirectDecodable {
    /// Creates a date from a value in the representation of the options.
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        self = try value.storedValue(options)
    }
}

extension Decimal: JSON.DirectDecodable {
    /// Creates a decimal from a number, regardless of the options.
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        self = try value.storedValue(options)
    }
}

extension UUID: JSON.DirectDecodable {
    /// Creates a UUID from text, regardless of the options.
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        self = try value.storedValue(options)
    }
}

extension URL: JSON.DirectDecodable {
    /// Creates a URL from text, regardless of the options.
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        self = try value.storedValue(options)
    }
}

extension Data: JSON.DirectDecodable {}
