public import DecantCore

extension JSONReader {
    /// The value, which must be true or false.
    ///
    /// - Returns: The truth value.
    /// - Throws: ``ResponseError`` if the value is another one.
    public func bool() throws(ResponseError) -> Bool {
        let kind = tape[node].kind
        guard kind == .true || kind == .false else { throw mismatch("Bool") }
        return kind == .true
    }

    /// The value, which must be a string.
    ///
    /// - Returns: The string, with escapes resolved.
    /// - Throws: ``ResponseError`` if the value is no string.
    public func string() throws(ResponseError) -> String {
        guard tape[node].kind.isString else { throw mismatch("String") }
        return tape.string(at: node)
    }

    /// The value, which must be an integer that `Int` holds; `1.0` and `1e3` are integers.
    ///
    /// - Returns: The integer.
    /// - Throws: ``ResponseError`` if the value is no number, no integer, or too large.
    public func int() throws(ResponseError) -> Int {
        let value = tape[node]
        guard _fastPath(value.kind == .integer) else { return try integer(as: Int.self) }
        return Int(truncatingIfNeeded: value.payload)
    }

    /// The value, which must be an integer that a type holds; `1.0` and `1e3` are integers.
    ///
    /// - Parameter type: The type.
    /// - Returns: The integer.
    /// - Throws: ``ResponseError`` if the value is no number, no integer, or too large.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) throws(ResponseError) -> Integer {
        guard tape[node].kind.isNumber, let value = tape.integer(at: node, as: type) else {
            throw mismatch("\(type)")
        }
        return value
    }

    /// The value, which must be a number that `Double` holds.
    ///
    /// - Returns: The nearest double.
    /// - Throws: ``ResponseError`` if the value is no number, or too large.
    public func double() throws(ResponseError) -> Double {
        guard tape[node].kind.isNumber, let value = tape.double(at: node) else { throw mismatch("Double") }
        return value
    }

    /// The value, which must be a number that `Float` holds.
    ///
    /// - Returns: The nearest float.
    /// - Throws: ``ResponseError`` if the value is no number, or too large.
    public func float() throws(ResponseError) -> Float {
        guard tape[node].kind.isNumber, let value = tape.float(at: node) else { throw mismatch("Float") }
        return value
    }
}
