/// A type of the standard library that is read from the document without the detour through its own `init(from:)`.
protocol JSONShortcut {
    /// Whether the type's own `init(from:)` would ask for a container, and not for a single value of the same type.
    static var isCollection: Bool { get }

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - state: What all decoders of one decoding share.
    ///   - node: The node of the value.
    ///   - depth: Its level.
    /// - Returns: The value.
    /// - Throws: `DecodingError`.
    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> Self
}

extension JSONShortcut {
    static var isCollection: Bool { false }
}

extension Bool: JSONShortcut {
    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> Bool {
        try state.bool(node, depth)
    }
}

extension String: JSONShortcut {
    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> String {
        try state.string(node, depth)
    }
}

extension Double: JSONShortcut {
    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> Double {
        try state.double(node, depth)
    }
}

extension Float: JSONShortcut {
    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> Float {
        try state.float(node, depth)
    }
}

extension JSONShortcut where Self: FixedWidthInteger {
    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> Self {
        try state.integer(node, depth)
    }
}

extension Int: JSONShortcut {}
extension Int8: JSONShortcut {}
extension Int16: JSONShortcut {}
extension Int32: JSONShortcut {}
extension Int64: JSONShortcut {}
extension Int128: JSONShortcut {}
extension UInt: JSONShortcut {}
extension UInt8: JSONShortcut {}
extension UInt16: JSONShortcut {}
extension UInt32: JSONShortcut {}
extension UInt64: JSONShortcut {}
extension UInt128: JSONShortcut {}
