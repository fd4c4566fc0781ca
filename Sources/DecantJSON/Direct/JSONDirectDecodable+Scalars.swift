public import DecantCore

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
