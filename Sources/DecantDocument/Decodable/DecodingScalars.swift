import DecantCore

extension DecodingState {
    @inline(__always)
    func bool(_ node: Int, _ depth: Int) throws -> Bool {
        let kind = document[node].kind
        if kind == .true { return true }
        if kind == .false { return false }
        return try writtenBool(node, depth)
    }

    /// Reads a Boolean value from a string: `YES` and `NO`, `1` and `0`, `true` and `false`.
    @inline(never)
    private func writtenBool(_ node: Int, _ depth: Int) throws -> Bool {
        guard rules.readsStrings, document[node].kind.isString else { throw mismatch(Bool.self, node, depth) }
        switch document.string(at: node) {
        case "YES", "1", "true": return true
        case "NO", "0", "false": return false
        default: throw mismatch(Bool.self, node, depth)
        }
    }

    @inline(__always)
    func string(_ node: Int, _ depth: Int) throws -> String {
        let value = document[node]
        guard _fastPath(value.kind == .string) else { return try unusualString(node, depth) }
        return string(of: value)
    }

    /// Reads a string that has escapes, or an encoding other than UTF-8.
    @inline(never)
    private func unusualString(_ node: Int, _ depth: Int) throws -> String {
        guard document[node].kind.isString else { throw mismatch(String.self, node, depth) }
        return document[node].kind == .escapedString ? unescaped(node) : document.string(at: node)
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(
        _ node: Int,
        _ depth: Int,
        as type: Integer.Type = Integer.self
    ) throws -> Integer {
        let value = document[node]
        if _fastPath(value.kind == .integer), let integer = Integer(exactly: value.integer) { return integer }
        return try unusualInteger(node, depth)
    }

    @inline(never)
    private func unusualInteger<Integer: FixedWidthInteger>(_ node: Int, _ depth: Int) throws -> Integer {
        let kind = document[node].kind
        let value: Integer? =
            if kind.isNumber {
                document.integer(at: node, as: Integer.self)
            } else if rules.readsStrings, kind.isString {
                Integer(document.string(at: node))
            } else {
                nil
            }
        guard let value else { throw numberMismatch(Integer.self, node, depth) }
        return value
    }

    @inline(__always)
    func double(_ node: Int, _ depth: Int) throws -> Double {
        let document = document
        guard document[node].kind.isNumber else { return try writtenFloat(node, depth) }
        guard let value = document.finiteDouble(at: node) else { throw numberMismatch(Double.self, node, depth) }
        return value
    }

    func float(_ node: Int, _ depth: Int) throws -> Float {
        guard document[node].kind.isNumber else { return try writtenFloat(node, depth) }
        guard let value = document.float(at: node) else { throw numberMismatch(Float.self, node, depth) }
        return value
    }

    /// Reads a floating-point number from a string; without the rule for strings, only an infinity or NaN named by the
    /// options.
    @inline(never)
    private func writtenFloat<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ node: Int,
        _ depth: Int
    ) throws -> Number {
        guard document[node].kind.isString else { throw mismatch(Number.self, node, depth) }
        let text = document.string(at: node)
        if rules.readsStrings {
            guard let number = Number(text) else { throw mismatch(Number.self, node, depth) }
            return number
        }
        guard let number: Number = rules.options.nonFiniteNumbers.value(of: text) else {
            throw mismatch(Number.self, node, depth)
        }
        return number
    }
}

// MARK: - Types decoded from a scalar

extension DecodingState {
    /// Decodes a type that is created from a scalar.
    ///
    /// The code avoids optionals and casts: generic code would look up their types for each value.
    func scalar<Value: ScalarDecodable>(_ node: Int, _ depth: Int) throws -> Value {
        if rules.hasScalars { return try convertedScalar(node, depth) }
        guard document[node].kind != .null else { throw mismatch(Value.self, node, depth) }
        let scalar = document.scalar(at: node, data: rules.options.data)
        do throws(ResponseError) {
            return try Value(scalar: scalar, options: rules.options)
        } catch {
            throw rejection(error, Value.self, scalar, node, depth)
        }
    }

    /// Decodes a type with a custom strategy, or with its initializer if the strategy defers to the type.
    @inline(never)
    private func convertedScalar<Value: ScalarDecodable>(_ node: Int, _ depth: Int) throws -> Value {
        guard document[node].kind != .null else { throw mismatch(Value.self, node, depth) }
        let scalar = document.scalar(at: node, data: rules.options.data)
        do {
            return try rules.strategies.value(Value.self, scalar, rules.options) { path(to: node, depth: depth) }
        } catch {
            throw rejection(error, Value.self, scalar, node, depth)
        }
    }
}

extension FlatDocument {
    /// Returns a value as a scalar.
    ///
    /// - Parameters:
    ///   - index: The node of the value.
    ///   - data: The representation of binary data.
    package func scalar(at index: Int, data: DecodingOptions.Data) -> DecodedScalar {
        let node = self[index]
        switch node.kind {
        case .null: return .null
        case .false: return .boolean(false)
        case .true: return .boolean(true)
        case .date: return .date(secondsSinceReferenceDate: node.real)
        case .data, .pooledData: return .data(self.data(at: index))
        case .array: return data == .array ? bytes(ofArray: index).map { .data($0) } ?? .container : .container
        case .set, .object, .uid: return .container
        default:
            if node.kind.isString { return .string(string(at: index)) }
            return .number(text: numberText(at: index), value: finiteDouble(at: index) ?? .infinity)
        }
    }

    /// Creates a value from the scalar at a node as the document stores it.
    ///
    /// - Throws: ``ScalarNotConverted`` if the scalar must be converted to a ``DecodedScalar`` first.
    @inline(__always)
    package func storedValue<Value: StoredScalarDecodable>(
        at index: Int,
        _ dates: DecodingOptions.Dates
    ) throws(ScalarNotConverted) -> Value {
        let node = self[index]
        switch node.kind {
        case .string:
            return try withBytes(at: index) { (bytes) throws(ScalarNotConverted) in
                try Value(stored: .text(bytes), dates: dates)
            }
        case .data, .pooledData:
            return try withBytes(at: index) { (bytes) throws(ScalarNotConverted) in
                try Value(stored: .data(bytes), dates: dates)
            }
        case .date: return try Value(stored: .date(node.real), dates: dates)
        default:
            guard let number = shortDecimal(at: index) else { throw ScalarNotConverted() }
            let (digits, exponent) = (number.significand, number.exponent)
            let scalar = StoredScalar.number(digits: digits, exponent: exponent, isNegative: number.isNegative)
            return try Value(stored: scalar, dates: dates)
        }
    }

    /// Returns the bytes of a JSON array whose elements are all bytes.
    private func bytes(ofArray array: Int) -> [UInt8]? {
        guard words == .json else { return nil }
        var bytes: [UInt8] = []
        for node in array + 1..<self[array].end {
            guard self[node].kind == .integer, let byte = UInt8(exactly: self[node].integer) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

// MARK: - Unsafe
//
// Why: retaining the document while a string is created would add a reference count update per string.
//
// Bound: the state is kept alive, keeps the document, and changes it only between decodings. Only one string at a time
// uses the memory for text, and the string is a copy of it.

extension DecodingState {
    @inline(__always)
    private func string(of value: DocumentNode) -> String {
        let content = unsafe document.content(of: value)
        return withExtendedLifetime(self) {
            let bytes = unsafe UnsafeRawBufferPointer(start: content.start, count: content.count)
            return unsafe DocumentText.string(validated: bytes.assumingMemoryBound(to: UInt8.self).span)
        }
    }

    /// Returns a string with its escapes resolved, in memory that is reused for each string.
    private func unescaped(_ node: Int) -> String {
        document.withBytes(at: node) { bytes in
            unsafe scratch.withText(of: bytes.count + DocumentText.slack) {
                DocumentText.string(validated: unsafe DocumentText.unescaped(bytes, in: $0))
            }
        }
    }
}
