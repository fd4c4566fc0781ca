/// A type of the standard library that is read from the document without the detour through its own `init(from:)`.
protocol PropertyListShortcut {
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
    static func decode(from state: PropertyListDecodingState, _ node: Int, _ depth: Int) throws -> Self
}

extension PropertyListShortcut {
    static var isCollection: Bool { false }
}

extension Bool: PropertyListShortcut {
    static func decode(from state: PropertyListDecodingState, _ node: Int, _ depth: Int) throws -> Bool {
        try state.bool(node, depth)
    }
}

extension String: PropertyListShortcut {
    static func decode(from state: PropertyListDecodingState, _ node: Int, _ depth: Int) throws -> String {
        try state.string(node, depth)
    }
}

extension Double: PropertyListShortcut {
    static func decode(from state: PropertyListDecodingState, _ node: Int, _ depth: Int) throws -> Double {
        try state.double(node, depth)
    }
}

extension Float: PropertyListShortcut {
    static func decode(from state: PropertyListDecodingState, _ node: Int, _ depth: Int) throws -> Float {
        try state.float(node, depth)
    }
}

extension PropertyListShortcut where Self: FixedWidthInteger {
    static func decode(from state: PropertyListDecodingState, _ node: Int, _ depth: Int) throws -> Self {
        try state.integer(node, depth)
    }
}

extension Int: PropertyListShortcut {}
extension Int8: PropertyListShortcut {}
extension Int16: PropertyListShortcut {}
extension Int32: PropertyListShortcut {}
extension Int64: PropertyListShortcut {}
extension Int128: PropertyListShortcut {}
extension UInt: PropertyListShortcut {}
extension UInt8: PropertyListShortcut {}
extension UInt16: PropertyListShortcut {}
extension UInt32: PropertyListShortcut {}
extension UInt64: PropertyListShortcut {}
extension UInt128: PropertyListShortcut {}
