public import DecantCore
import DecantDocument

// Decoding with options: the representations of dates, data, and numbers that are not finite.

extension JSON.Cursor {
    /// Decodes the value directly, with options.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The representations of dates, data, and numbers that are not finite; `keys` has no effect.
    /// - Throws: `ResponseError` if the value does not fit the type.
    @inlinable
    public func decode<Value: JSON.DirectDecodable>(
        _ type: Value.Type = Value.self,
        options: DecodingOptions
    ) throws(ResponseError) -> Value {
        try Value(from: self, options: options)
    }
}

extension DocumentCursor.Values where Owned == JSON {
    /// Decodes a required member, with options.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - type: The type of the value.
    ///   - options: The representations of dates, data, and numbers that are not finite; `keys` has no effect.
    /// - Throws: `ResponseError` if the object has no such member, or if its value does not fit the type.
    @inlinable
    public mutating func decode<Value: JSON.DirectDecodable>(
        _ name: StaticString,
        as type: Value.Type = Value.self,
        options: DecodingOptions
    ) throws(ResponseError) -> Value {
        guard let value = value(name) else { throw container.missing(name) }
        return try Value(from: value, options: options)
    }

    /// Decodes a member that may be absent or null, with options.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - type: The type of the value.
    ///   - options: The representations of dates, data, and numbers that are not finite; `keys` has no effect.
    /// - Returns: The value, or nil if the member is absent or null.
    /// - Throws: `ResponseError` if the member does not fit the type.
    @inlinable
    public mutating func decodeIfPresent<Value: JSON.DirectDecodable>(
        _ name: StaticString,
        as type: Value.Type = Value.self,
        options: DecodingOptions
    ) throws(ResponseError) -> Value? {
        guard let value = value(name), !value.isNull, !value.isNilText else { return nil }
        return try Value(from: value, options: options)
    }
}

extension JSON.DirectDecodable {
    /// Creates a value that does not depend on the options.
    @inlinable
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        try self.init(from: value)
    }
}

extension Optional where Wrapped: JSON.DirectDecodable {
    /// Reads null as nil, and any other value as the wrapped type with the options.
    @inlinable
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        self = value.isNull || value.isNilText ? nil : try Wrapped(from: value, options: options)
    }
}

extension Array where Element: JSON.DirectDecodable {
    /// Reads the elements of an array with the options.
    @inlinable
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        var elements = try value.elements()
        self = []
        reserveCapacity(value.firstCapacity(for: Element.self))
        while let element = elements.next() { append(try Element(from: element, options: options)) }
    }
}

extension Dictionary where Key == String, Value: JSON.DirectDecodable {
    /// Reads the members of an object with the options; of several members with the same name, the first.
    @inlinable
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        var members = try value.members()
        self = [:]
        while let member = members.next() {
            let name = String(member.name)
            if self[name] == nil { self[name] = try Value(from: member, options: options) }
        }
    }
}

extension JSON.DirectDecodable where Self: BinaryFloatingPoint {
    /// Reads a number, or text that represents an infinity or NaN in the options.
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        if let text = value.string, let number: Self = options.nonFiniteNumbers.value(of: text) {
            self = number
        } else {
            try self.init(from: value)
        }
    }
}

extension JSON.DirectDecodable where Self: ScalarDecodable {
    /// Creates a value from a scalar in its default representation.
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        try self.init(from: value, options: DecodingOptions())
    }

    /// Creates a value from a scalar in the representation of the options.
    public init(from value: borrowing JSON.Cursor, options: DecodingOptions) throws(ResponseError) {
        self = try value.scalarValue(options)
    }
}

extension JSON.Cursor {
    /// Decodes a type that also converts directly from what the document stores.
    package func storedValue<Value: StoredScalarDecodable>(_ options: DecodingOptions) throws(ResponseError) -> Value {
        do throws(ScalarNotConverted) {
            return try flat.storedValue(at: index, options.dates)
        } catch {
            return try scalarValue(options)
        }
    }

    fileprivate func scalarValue<Value: ScalarDecodable>(_ options: DecodingOptions) throws(ResponseError) -> Value {
        guard !isNull else { throw mismatch("\(Value.self)") }
        let scalar = read { $0.scalar(at: index, data: options.data) }
        do throws(ResponseError) {
            let value = try Value(scalar: scalar, options: options)
            if options.assumesTimeZone(of: scalar, as: Value.self) { flat.recordTimeZone(of: index, scalar) }
            return value
        } catch {
            if let value: Value = converted(scalar, options) { return value }
            throw error.mismatch.map { mismatch($0, scalar) } ?? error
        }
    }

    /// Returns the error for a scalar that cannot be converted to a type.
    fileprivate func mismatch(_ mismatch: ScalarMismatch, _ scalar: DecodedScalar) -> ResponseError {
        let code = mismatch.isContent ? ResponseError.Code.dataCorrupted : .typeMismatch
        let message = mismatch.message(for: scalar, flat.description(of: index))
        return ResponseError(code, message, offset: flat.textOffset(of: index))
    }
}
