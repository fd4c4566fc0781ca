/// A type of the standard library that is read from the document without the detour through its own `init(from:)`.
protocol XMLShortcut {
    /// Whether a value is made from a text.
    static var isScalar: Bool { get }

    /// Whether a value is made from all elements of a name.
    static var isList: Bool { get }

    /// The value if there is nothing to make one of, for types that have one.
    static var valueOfNothing: Self? { get }

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - state: What all decoders of one decoding share.
    ///   - place: What of the document it is made from.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever a type throws that the value is made of.
    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Self
}

extension XMLShortcut {
    static var isScalar: Bool { true }

    static var isList: Bool { false }

    static var valueOfNothing: Self? { nil }
}

extension Bool: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Bool { try state.bool(place) }
}

extension String: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> String {
        try state.string(place)
    }
}

extension Double: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Double {
        try state.float(place)
    }
}

extension Float: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Float {
        try state.float(place)
    }
}

extension XMLShortcut where Self: FixedWidthInteger {
    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Self {
        try state.integer(place)
    }
}

extension Int: XMLShortcut {}
extension Int8: XMLShortcut {}
extension Int16: XMLShortcut {}
extension Int32: XMLShortcut {}
extension Int64: XMLShortcut {}
extension Int128: XMLShortcut {}
extension UInt: XMLShortcut {}
extension UInt8: XMLShortcut {}
extension UInt16: XMLShortcut {}
extension UInt32: XMLShortcut {}
extension UInt64: XMLShortcut {}
extension UInt128: XMLShortcut {}
