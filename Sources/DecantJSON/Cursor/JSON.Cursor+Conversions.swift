import DecantCore
import DecantDocument

// The conversions of values that do not have the requested type (`DecodingOptions.Conversions`). They are tried only
// where a value would be an error otherwise.

extension JSON.Cursor {
    /// Whether an optional is nil although the value is not null: it is an empty string that counts as nil.
    @inlinable var isNilText: Bool {
        let node = node
        return node.kind == .string && node.length == 0 && isNilString()
    }

    /// Returns whether an empty string counts as nil, and records it.
    @inline(never)
    @usableFromInline
    func isNilString() -> Bool {
        guard flat.converts(.emptyStringsToNil) else { return false }
        flat.recordConversion(of: index, to: "nil")
        return true
    }

    /// The Boolean value for a number or a string, or nil.
    @usableFromInline var convertedBool: Bool? {
        guard flat.converts(.scalarsToBooleans), let value = flat.writtenBoolean(at: index) else { return nil }
        flat.recordConversion(of: index, to: "\(value)")
        return value
    }

    /// The text of a number or a Boolean value, or nil.
    @usableFromInline var convertedString: String? {
        guard flat.converts(.scalarsToStrings), let text = flat.writtenScalar(at: index) else { return nil }
        flat.recordConversion(of: index, to: "a string")
        return text
    }

    /// Returns the integer in a string.
    @inline(never)
    @usableFromInline
    func convertedInteger<Integer: FixedWidthInteger>() throws(ResponseError) -> Integer {
        guard flat.converts(.stringsToNumbers), let value: Integer = flat.writtenInteger(at: index) else {
            throw numberMismatch(Integer.self)
        }
        flat.recordConversion(of: index, to: "a number")
        return value
    }

    /// Returns the floating-point number in a string.
    @inline(never)
    @usableFromInline
    func convertedFloat<Number: BinaryFloatingPoint & LosslessStringConvertible>() throws(ResponseError) -> Number {
        guard flat.converts(.stringsToNumbers), flat.isWrittenNumber(at: index),
            let value = Number(flat.string(at: index)), value.isFinite
        else { throw numberMismatch(Number.self) }
        flat.recordConversion(of: index, to: "a number")
        return value
    }

    /// Creates a value from the other form of a scalar, or returns nil.
    func converted<Value: ScalarDecodable>(_ scalar: DecodedScalar, _ options: DecodingOptions) -> Value? {
        guard let conversions = flat.converter?.conversions, let other = scalar.converted(by: conversions),
            let value = try? Value(scalar: other, options: options)
        else { return nil }
        flat.recordConversion(of: index, to: "\(Value.self)")
        return value
    }

    /// Returns the elements of a value that is converted to an array.
    @inline(never)
    @usableFromInline
    @_lifetime(copy self)
    func convertedElements() throws(ResponseError) -> Values {
        guard !isSoleElement, !isNull else { throw mismatch("an array", .array) }
        if flat.converts(.indexedObjectsToArrays), flat.hasIndexedNames(index) {
            flat.recordConversion(of: index, to: "an array")
            return Values(self, hasNames: true)
        }
        guard flat.converts(.valuesToArrays) else { throw mismatch("an array", .array) }
        flat.recordConversion(of: index, to: "an array with one element")
        return Values(ofOnly: self)
    }

    /// Returns the members of an empty array that is converted to an object.
    @inline(never)
    @usableFromInline
    @_lifetime(copy self)
    func convertedMembers() throws(ResponseError) -> Values {
        guard flat.converts(.emptyArraysToObjects), node.kind == .array, node.count == 0 else {
            throw mismatch("an object", .object)
        }
        flat.recordConversion(of: index, to: "an object")
        return Values(self, hasNames: true)
    }

    /// Returns the error for a value that is not a number, or for a number in a string that does not fit into the type.
    private func numberMismatch(_ type: Any.Type) -> ResponseError {
        guard flat.converts(.stringsToNumbers), flat.isWrittenNumber(at: index) else {
            return mismatch("\(type)", .number)
        }
        let message = "expected \(type), but found \(flat.excerpt(of: index)), which does not fit"
        return ResponseError(.dataCorrupted, message, offset: flat.textOffset(of: index))
    }
}
