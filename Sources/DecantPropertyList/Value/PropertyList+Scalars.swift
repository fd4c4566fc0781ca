extension PropertyList {
    /// The truth value, if it is one.
    public var bool: Bool? {
        switch document.kind(of: index) {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The text, if it is a string.
    public var string: String? { document.kind(of: index).isString ? document.string(at: index) : nil }

    /// The integer, if it is one that an `Int` holds.
    public var int: Int? { integer() }

    /// The integer, if it is one that the type holds.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`, which holds every integer of a property list.
    /// - Returns: The integer, or nil.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        guard document.kind(of: index).type == .integer else { return nil }
        return Integer(exactly: document.withTape { $0.integer(at: index) })
    }

    /// The floating-point number, if it is one.
    public var real: Double? {
        document.kind(of: index).type == .real ? document.withTape { $0.real(at: index) } : nil
    }

    /// The floating-point number, or the integer as the nearest one.
    public var double: Double? {
        guard document.kind(of: index).type == .integer else { return real }
        return Double(document.withTape { $0.integer(at: index) })
    }

    /// The date in seconds since 2001-01-01T00:00:00Z, if it is one; always finite.
    ///
    /// With `DecantFoundation`, this is what `Date(timeIntervalSinceReferenceDate:)` takes.
    public var secondsSinceReferenceDate: Double? {
        document.kind(of: index).type == .date ? document.withTape { $0.date(at: index) } : nil
    }

    /// The bytes, if the value is data; copied.
    public var data: [UInt8]? {
        document.kind(of: index).type == .data ? document.withTape { $0.data(at: index) } : nil
    }

    /// The number of the object of a keyed archive that the value stands for, if it does.
    ///
    /// In XML such a number is a dictionary of one member, `CF$UID`; it is understood, too.
    public var uid: UInt64? {
        if document.kind(of: index).type == .uid { return document.withTape { $0.magnitude(at: index) } }
        guard document.kind(of: index) == .dictionary, count == 1 else { return nil }
        return self["CF$UID"]?.integer()
    }
}

extension PropertyList {
    /// Lends the bytes of data, or of text in UTF-8, without a copy.
    ///
    /// - Parameter body: Looks at the bytes, which stand in the body wherever the format has them as they are.
    /// - Returns: What `body` returns; nil if the value is neither data nor a string, or a string in UTF-16.
    public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
        switch document.kind(of: index).type {
        case .data, .text: document.withTape { $0.withBytes(at: index, body) }
        default: nil
        }
    }
}
