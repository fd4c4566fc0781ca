extension JSON {
    /// Whether the value is null.
    public var isNull: Bool { document.kind(of: index) == .null }

    /// The truth value, if it is one.
    public var bool: Bool? {
        switch document.kind(of: index) {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The text, if it is a string.
    public var string: String? {
        document.kind(of: index).isString ? document.string(at: index) : nil
    }

    /// The number exactly as written, if it is one.
    public var number: JSONNumber? {
        document.kind(of: index).isNumber ? JSONNumber(validated: document.numberText(at: index)) : nil
    }

    /// The number as an integer, if it is one that an `Int` holds exactly; `1.0` and `1e2` are integers.
    public var int: Int? { integer() }

    /// The number as an integer, if it is one that the type holds exactly.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`.
    /// - Returns: The integer, or nil.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        document.kind(of: index).isNumber ? document.integer(at: index, as: type) : nil
    }

    /// The number as the nearest `Double`, if it is one; infinity if it is too large for any.
    public var double: Double? {
        document.kind(of: index).isNumber ? document.double(at: index) : nil
    }
}
