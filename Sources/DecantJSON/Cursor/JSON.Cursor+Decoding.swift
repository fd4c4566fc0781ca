public import DecantCore
import DecantDocument

extension JSON.Cursor {
    /// Decodes the value directly.
    ///
    /// - Parameter type: The type of the value.
    /// - Throws: `ResponseError` if the value does not fit the type.
    @inlinable
    @inline(__always)
    public func decode<Value: JSON.DirectDecodable>(
        _ type: Value.Type = Value.self
    ) throws(ResponseError) -> Value {
        if let scalar = Value._scalar(self) { return scalar }
        return try Value(from: self)
    }

    /// Returns the members of the value, which must be an object.
    ///
    /// - Throws: `ResponseError` if the value is not an object.
    @inlinable
    @inline(__always)
    @_lifetime(copy self)
    public func members() throws(ResponseError) -> Values {
        if let members = object { return members }
        return try convertedMembers()
    }

    /// Returns the elements of the value, which must be an array.
    ///
    /// - Throws: `ResponseError` if the value is not an array.
    @inlinable
    @_lifetime(copy self)
    public func elements() throws(ResponseError) -> Values {
        if let elements = array { return elements }
        return try convertedElements()
    }

    /// Creates an error about the value, for a type that cannot use it.
    ///
    /// - Parameter message: The error in one sentence, without a full stop.
    /// - Returns: An error with the offset in the text; the path is added where decoding ends.
    public func error(_ message: String) -> ResponseError {
        ResponseError(.dataCorrupted, message, offset: flat.textOffset(of: index))
    }

    /// Returns the error for a value of an unexpected type.
    @inline(never)
    @usableFromInline
    func mismatch(_ expected: String, _ target: ConversionTarget = .other) -> ResponseError {
        let code = isNull ? ResponseError.Code.valueNotFound : .typeMismatch
        let isUnfit = target == .number && node.kind.isNumber
        let found = isUnfit ? flat.description(ofUnfit: index) : flat.description(of: index)
        let message = "expected \(expected), but found \(found)"
        let hint = flat.conversionHint(of: index, to: target, besides: flat.converter?.conversions ?? [])
        let offset = flat.textOffset(of: index)
        return ResponseError(code, message, offset: offset, hint: hint?.explanation, remedy: hint?.remedy)
    }

    /// Returns the error for an object without a required member.
    @inline(never)
    @usableFromInline
    func missing(_ name: StaticString) -> ResponseError {
        ResponseError(.keyNotFound, "no member “\(name)”", offset: node.offset)
    }

    /// Returns the number of array elements to allocate initial memory for.
    @inlinable
    func firstCapacity<Element>(for type: Element.Type) -> Int {
        read { $0.firstCapacity(of: index, for: type) }
    }
}

extension DocumentCursor.Values where Owned == JSON {
    /// Decodes a required member.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - type: The type of the value.
    /// - Throws: `ResponseError` if the object has no such member, or if its value does not fit the type.
    @inlinable
    @inline(__always)
    public mutating func decode<Value: JSON.DirectDecodable>(
        _ name: StaticString,
        as type: Value.Type = Value.self
    ) throws(ResponseError) -> Value {
        guard let value = value(name) else { throw container.missing(name) }
        return try value.decode(type)
    }

    /// Decodes a member that may be absent or null.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - type: The type of the value.
    /// - Returns: The value, or nil if the member is absent or null.
    /// - Throws: `ResponseError` if the member does not fit the type.
    @inlinable
    @inline(__always)
    public mutating func decodeIfPresent<Value: JSON.DirectDecodable>(
        _ name: StaticString,
        as type: Value.Type = Value.self
    ) throws(ResponseError) -> Value? {
        guard let value = value(name), !value.isNull else { return nil }
        if Value.self != String.self, let scalar = Value._scalar(value) { return scalar }
        return value.isNilText ? nil : try value.decode(type)
    }

    /// Returns the first of several names that the object has, for a member with alternative names; without any of
    /// them, the first name.
    ///
    /// - Parameters:
    ///   - name: The name that counts first.
    ///   - alternatives: The other names, in the order in which they count.
    public mutating func firstName(of name: StaticString, _ alternatives: StaticString...) -> StaticString {
        if value(name) != nil { return name }
        for alternative in alternatives where value(alternative) != nil { return alternative }
        return name
    }
}

extension JSON.Cursor {
    /// Creates an error for a member that a type does not have.
    public func unexpected() -> ResponseError {
        error("unexpected member “\(String(name).printable)”")
    }
}

extension JSON.Cursor {
    /// Returns the only member with one of several names, for an enum whose case is the name of a member.
    ///
    /// Members with other names are ignored. Of several members with the same name, the result is the first.
    ///
    /// - Throws: `ResponseError` if the value is not an object, or not exactly one member has one of the names.
    @_lifetime(copy self)
    public func onlyMember(named names: StaticString...) throws(ResponseError) -> JSON.Cursor {
        var members = try members()
        var found: (value: Int, name: StaticString)?
        while let member = members.next() {
            guard let name = names.first(where: { member.name == $0 }) else { continue }
            if let found {
                if member.name == found.name { continue }
                throw mismatch("only one", of: names)
            }
            found = (member.index, name)
        }
        guard let found else { throw mismatch("one", of: names) }
        return JSON.Cursor(self, at: found.value, isMember: true)
    }

    private func mismatch(_ count: String, of names: [StaticString]) -> ResponseError {
        let quoted = names.map { "“\($0)”" }.joined(separator: ", ")
        let message = "expected \(count) of the members \(quoted)"
        return ResponseError(.typeMismatch, message, offset: flat.textOffset(of: index))
    }
}

extension Optional: JSON.DirectDecodable where Wrapped: JSON.DirectDecodable {
    /// Reads null as nil, and any other value as the wrapped type.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        self = value.isNull || value.isNilText ? nil : try value.decode(Wrapped.self)
    }
}

extension Array: JSON.DirectDecodable where Element: JSON.DirectDecodable {
    /// Reads the elements of an array.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var elements = try value.elements()
        self = []
        try append(addingCapacity: value.firstCapacity(for: Element.self)) { first throws(ResponseError) in
            while !first.isFull, let element = elements.next() { first.append(try element.decode(Element.self)) }
        }
        while let element = elements.next() { append(try element.decode(Element.self)) }
    }
}

extension Dictionary: JSON.DirectDecodable where Key == String, Value: JSON.DirectDecodable {
    /// Reads the members of an object; of several members with the same name, the first.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self = Dictionary(minimumCapacity: value.firstCapacity(for: Element.self))
        while let member = members.next() {
            try Self.fill(&self[String(member.name)], from: member)
        }
    }
}

extension Dictionary where Key == String, Value: JSON.DirectDecodable {
    /// Reads the value of a name unless it has one.
    @inlinable
    @inline(__always)
    static func fill(_ value: inout Value?, from cursor: borrowing JSON.Cursor) throws(ResponseError) {
        if value == nil { value = try cursor.decode(Value.self) }
    }
}

extension Bool: JSON.DirectDecodable {
    /// Reads true or false.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        guard let bool = value.bool ?? value.convertedBool else { throw value.mismatch("Bool", .boolean) }
        self = bool
    }

    /// Reads true or false.
    @inlinable
    public static func _scalar(_ value: borrowing JSON.Cursor) -> Self? { value.bool }
}

extension String: JSON.DirectDecodable {
    /// Reads a string.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        guard let string = value.string ?? value.convertedString else { throw value.mismatch("String", .string) }
        self = string
    }

    /// Reads a string.
    @inlinable
    public static func _scalar(_ value: borrowing JSON.Cursor) -> Self? { value.string }
}

extension Double: JSON.DirectDecodable {
    /// Reads a number.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        if let double = value.finiteDouble {
            self = double
        } else {
            self = try value.convertedFloat()
        }
    }

    /// Reads a number.
    @inlinable
    public static func _scalar(_ value: borrowing JSON.Cursor) -> Self? { value.finiteDouble }
}

extension Float: JSON.DirectDecodable {
    /// Reads a number.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        if let float = value.float {
            self = float
        } else {
            self = try value.convertedFloat()
        }
    }

    /// Reads a number.
    @inlinable
    public static func _scalar(_ value: borrowing JSON.Cursor) -> Self? { value.float }
}

extension JSON.Cursor {
    /// The number as the nearest `Double`, or nil if the value is not a number or is out of range.
    @inlinable var finiteDouble: Double? {
        node.kind.isNumber ? read { $0.finiteDouble(at: index) } : nil
    }

    /// The number as the nearest `Float`, or nil if the value is not a number or is out of range.
    @usableFromInline var float: Float? {
        node.kind.isNumber ? read { $0.float(at: index) } : nil
    }
}

extension JSON.DirectDecodable where Self: FixedWidthInteger {
    /// Reads an integer that the type can represent.
    @inlinable
    public init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        if let integer = value.integer(as: Self.self) {
            self = integer
        } else {
            self = try value.convertedInteger()
        }
    }

    /// Reads an integer that the type can represent.
    @inlinable
    public static func _scalar(_ value: borrowing JSON.Cursor) -> Self? { value.integer(as: Self.self) }
}

extension Int: JSON.DirectDecodable {}
extension Int8: JSON.DirectDecodable {}
extension Int16: JSON.DirectDecodable {}
extension Int32: JSON.DirectDecodable {}
extension Int64: JSON.DirectDecodable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSON.DirectDecodable {}
extension UInt: JSON.DirectDecodable {}
extension UInt8: JSON.DirectDecodable {}
extension UInt16: JSON.DirectDecodable {}
extension UInt32: JSON.DirectDecodable {}
extension UInt64: JSON.DirectDecodable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSON.DirectDecodable {}
