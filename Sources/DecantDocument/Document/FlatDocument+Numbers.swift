extension FlatDocument {
    /// The number at a node that is one, as the nearest double, ties to even; infinity if it is too large for any.
    @inline(__always)
    package func double(at index: Int) -> Double {
        let node = self[index]
        if node.kind == .integer { return Double(node.integer) }
        if node.kind == .real { return node.real }
        if node.kind == .decimal { return decimal(node, at: index) }
        return otherDouble(at: index)
    }

    @inline(__always)
    private func decimal(_ node: DocumentNode, at index: Int) -> Double {
        let end = node.offset &+ node.length
        let bytes = bytes(upTo: end)
        guard _fastPath(!bytes[end &- 1].endsWord) else { return nonFinite(at: index) }
        let short = ShortDecimal(bytes, from: node.offset, to: end)
        return short.double ?? longDouble(at: index, near: short)
    }

    @inline(never)
    private func longDouble(at index: Int, near short: ShortDecimal) -> Double {
        withBytes(at: index) { LongDecimal($0).rounded(from: short.magnitude, in: $0) }
    }

    @inline(never)
    private func nonFinite(at index: Int) -> Double {
        withBytes(at: index) { text in
            switch text[0] {
            case UInt8(ascii: "N"): .nan
            case UInt8(ascii: "-"): -.infinity
            default: .infinity
            }
        }
    }

    private func otherDouble(at index: Int) -> Double {
        self[index].kind == .unsigned ? Double(self[index].payload) : Double(wideInteger(at: index))
    }

    /// The number at a node that is one, as the nearest double; nil if it is written but too large for one.
    package func finiteDouble(at index: Int) -> Double? {
        let value = double(at: index)
        return _fastPath(value.isFinite) || self[index].kind == .real || isNonFinite(index) ? value : nil
    }

    /// The number at a node that is one, as the nearest float; nil if it is too large for one.
    ///
    /// Rounding the nearest double is right, except where that is half way between two floats, or where floats are so small that
    /// they have fewer digits; there the text decides.
    package func float(at index: Int) -> Float? {
        let node = self[index]
        switch node.kind {
        case .integer: return Float(node.integer)
        case .unsigned: return Float(node.payload)
        case .wideInteger, .pooledWideInteger: return Float(wideInteger(at: index))
        default: break
        }
        guard let double = finiteDouble(at: index) else { return nil }
        // The bits of a double that a float lacks, and the highest of them.
        let (lacking, half): (UInt64, UInt64) = (1 << 29 - 1, 1 << 28)
        let isHalfWay = double.bitPattern & lacking == half
        let isSmall = abs(double) < Double(Float.leastNormalMagnitude)
        let isWritten = node.kind == .decimal
        let float = isWritten && (isHalfWay || isSmall) ? Float(numberText(at: index)) ?? Float(double) : Float(double)
        return float.isFinite || !double.isFinite ? float : nil
    }

    /// The number at a node that is one, as an integer, if it is one that the type holds; `1.0` and `1e3` are integers.
    @inlinable
    package func integer<Integer: FixedWidthInteger>(at index: Int, as type: Integer.Type = Integer.self) -> Integer? {
        let node = self[index]
        if _fastPath(node.kind == .integer) { return Integer(exactly: node.integer) }
        return otherInteger(at: index, as: type)
    }

    @inline(never)
    @usableFromInline
    func otherInteger<Integer: FixedWidthInteger>(at index: Int, as type: Integer.Type) -> Integer? {
        let node = self[index]
        switch node.kind {
        case .unsigned: return Integer(exactly: node.payload)
        // In a text, the number is the one of its digits: 2e37 is not a double, though it is stored as one.
        case .real where words == .json:
            let digits = Array(numberText(at: index).utf8)
            return LongDecimal(digits.span).integer(in: digits.span, as: type)
        case .real: return Integer(exactly: node.real)
        case .decimal:
            guard !isNonFinite(index) else { return nil }
            return withBytes(at: index) { LongDecimal($0).integer(in: $0, as: type) }
        default: return Integer(exactly: wideInteger(at: index))
        }
    }

    /// The text of the number at a node that is one, as written.
    package func numberText(at index: Int) -> String {
        let node = self[index]
        switch node.kind {
        // The text of an integer is its description: there are no leading zeros, no plus, and `-0` is a decimal.
        case .integer: return String(node.integer)
        case .unsigned: return String(node.payload)
        case .real: return "\(node.real)"
        case .decimal: return withBytes(at: index) { DocumentText.string(validated: $0) }
        default: return String(wideInteger(at: index))
        }
    }

    /// Returns whether a number is one of the words that a quirk accepts.
    package func isNonFinite(_ index: Int) -> Bool {
        guard self[index].kind == .decimal else { return false }
        return withBytes(at: index) { $0[$0.count - 1].endsWord }
    }

    /// Returns whether a number is an integer by its form, without fraction or exponent; `-0` is not.
    package func hasOnlyDigits(_ index: Int) -> Bool {
        guard self[index].kind == .decimal else { return self[index].kind != .real }
        return withBytes(at: index) { text in
            // Integers of fewer digits are not kept as text.
            guard text.count > 18 else { return false }
            for position in 1..<text.count where !text[position].isDigit { return false }
            return true
        }
    }
}

extension FlatDocument {
    /// The value at a node in words.
    package func description(of index: Int) -> String {
        let node = self[index]
        switch node.kind {
        case .null: return "null"
        case .false: return "false"
        case .true: return "true"
        case .date: return "a date"
        case .data, .pooledData: return "data"
        case .uid: return "the UID \(node.payload)"
        case .array: return "an array"
        case .set: return "a set"
        case .object: return words.object
        default:
            if node.kind.isString { return "a string" }
            let noun = words == .propertyList && node.kind != .real ? "integer" : "number"
            return "the \(noun) \(Self.shortened(numberText(at: index)))"
        }
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 40 ? text : "\(text.prefix(40))…"
    }
}

extension FlatDocument.Words {
    /// The format's word for an object, with its article.
    var object: String { self == .json ? "an object" : "a dictionary" }

    /// The format's word for the object that an error is about, with its article.
    var thisObject: String { self == .json ? "the object" : "the dictionary" }
}
