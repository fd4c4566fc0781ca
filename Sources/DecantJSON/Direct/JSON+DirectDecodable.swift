public import DecantCore
import DecantDocument

extension JSON {
    /// A type that decodes itself directly from a JSON document, several times faster than through `Decodable`.
    ///
    /// The generality of `Decodable` costs boxes, dynamic casts, and keys that are recreated for each member. For a
    /// type that is decoded by the million, write the decoding by hand instead:
    ///
    /// ```swift
    /// struct Event: JSON.DirectDecodable {
    ///     let id: Int
    ///     let name: String
    ///     let logo: String?
    ///     let prices: [Price]
    ///
    ///     init(from value: borrowing JSON.Reader) throws(ResponseError) {
    ///         var object = try value.object()
    ///         id = try object.decode("id")
    ///         name = try object.decode("name")
    ///         logo = try object.decodeIfPresent("logo")
    ///         prices = try object.decode("prices")
    ///     }
    /// }
    ///
    /// let events = try JSONResponseSerializer(direct: [Event].self).value(of: bytes, for: response)
    /// ```
    ///
    /// Members are found in any order; lookups in document order are the fastest. Numbers, strings, Booleans,
    /// optionals, arrays and dictionaries of such types conform already, and so does every `RawRepresentable` type that
    /// declares the conformance. Names are compared as written: there are no key strategies.
    public protocol DirectDecodable {
        /// Creates a value from a part of the document.
        ///
        /// - Parameter value: The part of the document.
        /// - Throws: ``ResponseError`` with the offset in the text; the path is added where decoding ends.
        init(from value: borrowing Reader) throws(ResponseError)
    }
}

extension JSON.DirectDecodable where Self: RawRepresentable, RawValue: JSON.DirectDecodable {
    /// Creates a value from its raw value.
    ///
    /// - Parameter value: The part of the document.
    /// - Throws: ``ResponseError`` if the raw value has another type, or does not match a case.
    public init(from value: borrowing JSON.Reader) throws(ResponseError) {
        guard let known = Self(rawValue: try RawValue(from: value)) else {
            throw value.error("\(Self.self) has no case for this value")
        }
        self = known
    }
}

extension JSON {
    /// Decodes a type that reads itself directly from the document.
    ///
    /// - Parameter type: The type of the value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the position in the text.
    public func decode<Value: DirectDecodable>(direct type: Value.Type) throws(ResponseError) -> Value {
        do throws(ResponseError) {
            return try Value(from: Reader(self))
        } catch {
            throw completed(error)
        }
    }

    /// Adds the path and position to a reader's error, which has only an offset in the text.
    private func completed(_ error: ResponseError) -> ResponseError {
        var (error, path) = (error, error.path)
        error.locate { offset in
            if path.isEmpty, let node = node(atTextOffset: offset) { path = flat.path(to: node) }
            return flat.site(of: offset)
        }
        error.details.path = path
        return error
    }

    /// Returns the value that begins at an offset, by binary search: nodes are in the order of the text.
    private func node(atTextOffset offset: Int) -> Int? {
        var range = 0..<flat.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if flat.textOffset(of: middle) == offset { return middle }
            range = flat.textOffset(of: middle) < offset ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension Optional: JSON.DirectDecodable where Wrapped: JSON.DirectDecodable {
    /// Reads null as nil, and any other value as the wrapped type.
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
    /// Reads the members of an object; of several members with the same name, the first.
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
    /// Reads an integer that the type can represent.
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
