import DecantCore

extension DecodingState {
    @inline(__always)
    func bool(_ location: DocumentLocation) throws -> Bool {
        let kind = document[location.node].kind
        if kind == .true { return true }
        if kind == .false { return false }
        return try writtenBool(location)
    }

    /// Reads a Boolean value from a string: `YES` and `NO`, `1` and `0`, `true` and `false`; or converts a scalar.
    @inline(never)
    private func writtenBool(_ location: DocumentLocation) throws -> Bool {
        if rules.readsStrings, document[location.node].kind.isString {
            switch document.string(at: location.node) {
            case "YES", "1", "true": return true
            case "NO", "0", "false": return false
            default: break
            }
        }
        guard converts(.scalarsToBooleans, location), let value = document.writtenBoolean(at: location.node) else {
            throw mismatch(Bool.self, location)
        }
        recordConversion(of: location, to: "\(value)")
        return value
    }

    @inline(__always)
    func string(_ location: DocumentLocation) throws -> String {
        let value = document[location.node]
        guard _fastPath(value.kind == .string) else { return try unusualString(location) }
        return string(of: value)
    }

    /// Reads a string that has escapes, or an encoding other than UTF-8; or converts a scalar.
    @inline(never)
    private func unusualString(_ location: DocumentLocation) throws -> String {
        let node = location.node
        guard document[node].kind.isString else {
            guard converts(.scalarsToStrings, location), let text = document.writtenScalar(at: node) else {
                throw mismatch(String.self, location)
            }
            recordConversion(of: location, to: "a string")
            return text
        }
        return document[node].kind == .escapedString ? unescaped(node) : document.string(at: node)
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ location: DocumentLocation) throws -> Integer {
        let value = document[location.node]
        if _fastPath(value.kind == .integer), let integer = Integer(exactly: value.integer) { return integer }
        return try unusualInteger(location)
    }

    @inline(never)
    private func unusualInteger<Integer: FixedWidthInteger>(_ location: DocumentLocation) throws -> Integer {
        let kind = document[location.node].kind
        let value: Integer? =
            if kind.isNumber {
                document.integer(at: location.node, as: Integer.self)
            } else if rules.readsStrings, kind.isString {
                Integer(document.string(at: location.node))
            } else {
                try convertedInteger(location)
            }
        guard let value else { throw numberMismatch(Integer.self, location) }
        return value
    }

    @inline(__always)
    func double(_ location: DocumentLocation) throws -> Double {
        let document = document
        guard document[location.node].kind.isNumber else { return try writtenFloat(location) }
        guard let value = document.finiteDouble(at: location.node) else { throw numberMismatch(Double.self, location) }
        return value
    }

    func float(_ location: DocumentLocation) throws -> Float {
        guard document[location.node].kind.isNumber else { return try writtenFloat(location) }
        guard let value = document.float(at: location.node) else { throw numberMismatch(Float.self, location) }
        return value
    }

    /// Reads a floating-point number from a string; without the rule for strings, only an infinity or NaN named by the
    /// options.
    @inline(never)
    private func writtenFloat<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ location: DocumentLocation
    ) throws -> Number {
        guard document[location.node].kind.isString else { throw mismatch(Number.self, location) }
        let text = document.string(at: location.node)
        if rules.readsStrings {
            guard let number = Number(text) else { throw mismatch(Number.self, location) }
            return number
        }
        if let number: Number = rules.options.nonFiniteNumbers.value(of: text) { return number }
        guard converts(.stringsToNumbers, location), document.isWrittenNumber(at: location.node),
            let number = Number(text)
        else { throw mismatch(Number.self, location) }
        guard number.isFinite else { throw unfit(Number.self, location) }
        recordConversion(of: location, to: "a number")
        return number
    }
}

// MARK: - Types decoded from a scalar

extension DecodingState {
    /// Decodes a type that is created from a scalar.
    ///
    /// The code avoids optionals and casts: generic code would look up their types for each value.
    func scalar<Value: ScalarDecodable>(_ location: DocumentLocation) throws -> Value {
        if rules.hasScalars { return try convertedScalar(location) }
        guard document[location.node].kind != .null else { throw mismatch(Value.self, location) }
        let scalar = document.scalar(at: location.node, data: rules.options.data)
        do throws(ResponseError) {
            let value = try Value(scalar: scalar, options: rules.options)
            if rules.options.assumesTimeZone(of: scalar, as: Value.self) { recordTimeZone(of: scalar, location) }
            return value
        } catch {
            if converts, let value: Value = convertedScalar(scalar, location) { return value }
            throw rejection(of: scalar, as: Value.self, location, because: error)
        }
    }

    /// Decodes a type with a custom strategy, or with its initializer if the strategy defers to the type.
    @inline(never)
    private func convertedScalar<Value: ScalarDecodable>(_ location: DocumentLocation) throws -> Value {
        guard document[location.node].kind != .null else { throw mismatch(Value.self, location) }
        let scalar = document.scalar(at: location.node, data: rules.options.data)
        do {
            var isAssumed = false
            let value = try rules.strategies.value(Value.self, scalar, rules.options, assumesTimeZone: &isAssumed) {
                path(to: location)
            }
            if isAssumed { recordTimeZone(of: scalar, location) }
            return value
        } catch {
            throw rejection(of: scalar, as: Value.self, location, because: error)
        }
    }

    private func recordTimeZone(of scalar: DecodedScalar, _ location: DocumentLocation) {
        report(.assumedTimeZone, location) { scalar.assumedTimeZoneMessage }
    }
}

extension FlatDocument {
    /// Returns a value as a scalar.
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
