public import Decant
import DecantCore
public import Foundation

extension UUID: ScalarDecodable {
    /// Creates a UUID from text that `UUID(uuidString:)` accepts, as `JSONDecoder` does.
    ///
    /// - Parameters:
    ///   - scalar: The scalar in the body.
    ///   - options: Not used.
    /// - Throws: `ResponseError` if the scalar is not text, or the text is not a UUID.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
        guard case .string(let text) = scalar else { throw ResponseError(expected: "a UUID as text") }
        guard let uuid = UUID(uuidString: text) else {
            throw ResponseError(expected: "a UUID as text", isContent: true)
        }
        self = uuid
    }
}

extension UUID: StoredScalarDecodable {
    package init(stored scalar: StoredScalar, dates: DecodingOptions.Dates) throws(ScalarNotConverted) {
        guard case .text(let text) = scalar, let digits = UUIDText(text) else { throw ScalarNotConverted() }
        self.init(uuid: digits.bytes)
    }
}

/// The text of a UUID (RFC 9562 §4): 32 hexadecimal digits in five groups, such as
/// `f81d4fae-7dec-11d0-a765-00a0c91e6bf6`.
private struct UUIDText {
    private let high: UInt64
    private let low: UInt64

    init?(_ text: Span<UInt8>) {
        guard text.count == 36, [8, 13, 18, 23].allSatisfy({ text[$0] == UInt8(ascii: "-") }) else { return nil }
        var digits = HexadecimalDigits()
        high = digits.value(text, 0..<8) << 32 | digits.value(text, 9..<13) << 16 | digits.value(text, 14..<18)
        low = digits.value(text, 19..<23) << 48 | digits.value(text, 24..<36)
        guard digits.areValid else { return nil }
    }

    var bytes: uuid_t {
        (
            byte(high, 7), byte(high, 6), byte(high, 5), byte(high, 4), byte(high, 3), byte(high, 2), byte(high, 1),
            byte(high, 0), byte(low, 7), byte(low, 6), byte(low, 5), byte(low, 4), byte(low, 3), byte(low, 2),
            byte(low, 1), byte(low, 0)
        )
    }

    private func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word &>> (8 &* index)) }
}

/// A reader of hexadecimal digits, which are checked once for all: whether each is a letter cannot be predicted.
private struct HexadecimalDigits {
    private(set) var areValid = true

    /// Returns the value of at most 16 digits, which is meaningful only if all were valid.
    mutating func value(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        var value: UInt64 = 0
        for position in range {
            let digit = text[position] &- UInt8(ascii: "0")
            let letter = (text[position] | 0x20) &- UInt8(ascii: "a")
            areValid = areValid && (digit <= 9 || letter <= 5)
            value = value &<< 4 | UInt64(digit <= 9 ? digit : letter &+ 10)
        }
        return value
    }
}
