public import DecantCore

extension Optional: JSONDirectDecodable where Wrapped: JSONDirectDecodable {
    /// Reads null as nil, anything else as the wrapped type.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) {
        self = value.isNull ? nil : try Wrapped(from: value)
    }
}

extension Array: JSONDirectDecodable where Element: JSONDirectDecodable {
    /// Reads the elements of an array.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) {
        var reader = try value.array()
        self = []
        reserveCapacity(value.firstCapacity(for: Element.self))
        while let element = reader.next() { append(try Element(from: element)) }
    }
}

extension Dictionary: JSONDirectDecodable where Key == String, Value: JSONDirectDecodable {
    /// Reads the members of an object; of several with the same name the first.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) {
        var members: [String: Value] = [:]
        try value.object().forEach { (name, value) throws(ResponseError) in
            if members[name] == nil { members[name] = try Value(from: value) }
        }
        self = members
    }
}

extension Bool: JSONDirectDecodable {
    /// Reads true or false.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) { self = try value.bool() }
}

extension String: JSONDirectDecodable {
    /// Reads a string.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) { self = try value.string() }
}

extension Double: JSONDirectDecodable {
    /// Reads a number.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) { self = try value.double() }
}

extension Float: JSONDirectDecodable {
    /// Reads a number.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) { self = try value.float() }
}

extension Int: JSONDirectDecodable {
    /// Reads an integer.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) { self = try value.int() }
}

extension JSONDirectDecodable where Self: FixedWidthInteger {
    /// Reads an integer that fits.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) { self = try value.integer(as: Self.self) }
}

extension Int8: JSONDirectDecodable {}
extension Int16: JSONDirectDecodable {}
extension Int32: JSONDirectDecodable {}
extension Int64: JSONDirectDecodable {}
extension Int128: JSONDirectDecodable {}
extension UInt: JSONDirectDecodable {}
extension UInt8: JSONDirectDecodable {}
extension UInt16: JSONDirectDecodable {}
extension UInt32: JSONDirectDecodable {}
extension UInt64: JSONDirectDecodable {}
extension UInt128: JSONDirectDecodable {}
