public import DecantCore

extension Optional: JSON.DirectDecodable where Wrapped: JSON.DirectDecodable {
    /// Reads null as nil, anything else as the wrapped type.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) {
        self = value.isNull ? nil : try Wrapped(from: value)
    }
}

extension Array: JSON.DirectDecodable where Element: JSON.DirectDecodable {
    /// Reads the elements of an array.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var reader = try value.array()
        self = []
        reserveCapacity(value.firstCapacity(for: Element.self))
        while let element = reader.next() { append(try Element(from: element)) }
    }
}

extension Dictionary: JSON.DirectDecodable where Key == String, Value: JSON.DirectDecodable {
    /// Reads the members of an object; of several with the same name the first.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var members: [String: Value] = [:]
        try value.object().forEach { (name, value) throws(ResponseError) in
            if members[name] == nil { members[name] = try Value(from: value) }
        }
        self = members
    }
}

extension Bool: JSON.DirectDecodable {
    /// Reads true or false.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) { self = try value.bool() }
}

extension String: JSON.DirectDecodable {
    /// Reads a string.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) { self = try value.string() }
}

extension Double: JSON.DirectDecodable {
    /// Reads a number.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) { self = try value.double() }
}

extension Float: JSON.DirectDecodable {
    /// Reads a number.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) { self = try value.float() }
}

extension Int: JSON.DirectDecodable {
    /// Reads an integer.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) { self = try value.int() }
}

extension JSON.DirectDecodable where Self: FixedWidthInteger {
    /// Reads an integer that fits.
    @inlinable
    public init(from value: borrowing JSON.Reader) throws(ResponseError) { self = try value.integer(as: Self.self) }
}

extension Int8: JSON.DirectDecodable {}
extension Int16: JSON.DirectDecodable {}
extension Int32: JSON.DirectDecodable {}
extension Int64: JSON.DirectDecodable {}
extension Int128: JSON.DirectDecodable {}
extension UInt: JSON.DirectDecodable {}
extension UInt8: JSON.DirectDecodable {}
extension UInt16: JSON.DirectDecodable {}
extension UInt32: JSON.DirectDecodable {}
extension UInt64: JSON.DirectDecodable {}
extension UInt128: JSON.DirectDecodable {}
