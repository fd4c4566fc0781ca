import DecantCore

extension FlatDocument {
    /// Returns the number at a node as the nearest double, ties to even; infinity if it is out of range.
    @usableFromInline
    package func double(at index: Int) -> Double {
        let node = self[index]
        if node.kind == .integer { return Double(node.integer) }
        if node.kind == .fraction { return fraction(node) }
        if node.kind == .real { return node.real }
        if node.kind == .decimal { return decimal(node, at: index) }
        return otherDouble(at: index)
    }

    /// Returns a number with a fraction or an exponent as the nearest double, or nil for an integer in digits.
    @usableFromInline
    package func fraction(at index: Int) -> Double? {
        let node = self[index]
        if _fastPath(node.kind == .fraction) { return fraction(node) }
        guard node.kind == .decimal else { return node.kind == .real ? node.real : nil }
        guard let short = shortDecimal(node) else { return nonFinite(at: index) }
        if _slowPath(short.hasOnlyDigits && node.length > Self.maxIntegerLength) { return nil }
        return short.double ?? longDouble(at: index, near: short)
    }

    /// The number of characters that an integer may have without being stored as text.
    private static var maxIntegerLength: Int { 18 }

    /// Returns the number at a fraction node as the nearest double.
    @inline(__always)
    func fraction(_ node: DocumentNode) -> Double { shortFraction(node).nearest }

    @inline(__always)
    private func shortFraction(_ node: DocumentNode) -> ShortDecimal {
        ShortDecimal(fraction: node, in: bytes(upTo: node.offset &+ node.fractionLength))
    }

    @inline(__always)
    private func decimal(_ node: DocumentNode, at index: Int) -> Double {
        guard let short = shortDecimal(node) else { return nonFinite(at: index) }
        return short.double ?? longDouble(at: index, near: short)
    }

    /// Returns the number at a decimal node, or nil if it is a word such as `NaN`.
    @inline(__always)
    private func shortDecimal(_ node: DocumentNode) -> ShortDecimal? {
        let end = node.offset &+ node.length
        let bytes = bytes(upTo: end)
        return _fastPath(!bytes[end &- 1].endsWord) ? ShortDecimal(bytes, from: node.offset, to: end) : nil
    }

    /// Returns the number at a node in digits, or nil if it has more than 19, or is not written in digits.
    @inline(__always)
    func shortDecimal(at index: Int) -> ShortDecimal? {
        let node = self[index]
        switch node.kind {
        case .integer: return ShortDecimal(significand: node.integer.magnitude, isNegative: node.integer < 0)
        case .unsigned: return ShortDecimal(significand: node.payload)
        case .fraction: return shortFraction(node)
        case .decimal: return shortDecimal(node).flatMap { $0.isTruncated ? nil : $0 }
        default: return nil
        }
    }

    @inline(never)
    private func longDouble(at index: Int, near short: ShortDecimal) -> Double {
        withNumberText(at: index) { LongDecimal($0).rounded(from: short.magnitude, in: $0) }
    }

    @inline(never)
    private func nonFinite(at index: Int) -> Double {
        withNumberText(at: index) { text in
            switch text[0] {
            case UInt8(ascii: "N"): .nan
            case UInt8(ascii: "-"): -.infinity
            default: .infinity
            }
        }
    }

    private func otherDouble(at index: Int) -> Double {
        self[index].kind == .unsigned ? Double(self[index].payload) : Double(numberText(at: index)) ?? .nan
    }

    /// Returns the number at a node as the nearest double, or nil if it is text that exceeds the range of doubles.
    @usableFromInline
    package func finiteDouble(at index: Int) -> Double? {
        let node = self[index]
        if _fastPath(node.kind == .fraction) { return fraction(node) }
        let value = double(at: index)
        return _fastPath(value.isFinite) || node.kind == .real || isNonFinite(index) ? value : nil
    }

    /// Returns the number at a node as the nearest float, or nil if it is out of range.
    ///
    /// The nearest double is rounded to a float. Two cases need the text: a double exactly half way between two floats,
    /// and subnormal floats, which have fewer digits.
    package func float(at index: Int) -> Float? {
        let node = self[index]
        switch node.kind {
        case .integer: return Float(node.integer)
        case .unsigned: return Float(node.payload)
        case .wideInteger, .pooledWideInteger: return Float(numberText(at: index))
        default: break
        }
        guard let double = finiteDouble(at: index) else { return nil }
        // The bits of a double that a float lacks, and the highest of those bits.
        let (lacking, half): (UInt64, UInt64) = (1 << 29 - 1, 1 << 28)
        let isHalfWay = double.bitPattern & lacking == half
        let isSmall = abs(double) < Double(Float.leastNormalMagnitude)
        let isWritten = node.kind.isDecimal
        let float = isWritten && (isHalfWay || isSmall) ? Float(numberText(at: index)) ?? Float(double) : Float(double)
        return float.isFinite || !double.isFinite ? float : nil
    }

    /// Returns the number at a node as an integer, or nil if the type cannot represent it; `1.0` and `1e3` are
    /// integers.
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
        // In a text, the digits determine the number: 2e37 is not a double, although it is stored as one.
        case .real where words == .json:
            let digits = Array(numberText(at: index).utf8)
            return LongDecimal(digits.elementSpan).integer(in: digits.elementSpan, as: type)
        case .real: return Integer(exactly: node.real)
        case .decimal, .fraction:
            guard !isNonFinite(index) else { return nil }
            return withNumberText(at: index) { LongDecimal($0).integer(in: $0, as: type) }
        default: return wideInteger(at: index).converted()
        }
    }

    /// Returns the text of the number at a node, as written.
    package func numberText(at index: Int) -> String {
        let node = self[index]
        switch node.kind {
        // The text of an integer is its description: it has no leading zeros and no plus, and `-0` is a decimal.
        case .integer: return String(node.integer)
        case .unsigned: return String(node.payload)
        case .real: return "\(node.real)"
        case .decimal, .fraction: return withNumberText(at: index) { DocumentText.string(validated: $0) }
        default: return wideInteger(at: index).text
        }
    }

    /// Returns whether a number is a non-finite word that a quirk accepts.
    package func isNonFinite(_ index: Int) -> Bool {
        guard self[index].kind == .decimal else { return false }
        return withNumberText(at: index) { $0[$0.count - 1].endsWord }
    }

    /// Returns whether a number has the form of an integer, without fraction or exponent; false for `-0`.
    @usableFromInline
    package func hasOnlyDigits(_ index: Int) -> Bool {
        guard self[index].kind == .decimal else { return self[index].kind.isInteger }
        return withNumberText(at: index) { text in
            // Shorter integers are not stored as text.
            guard text.count > Self.maxIntegerLength else { return false }
            for position in 1..<text.count where !text[position].isDigit { return false }
            return true
        }
    }
}

// MARK: - Unsafe
//
// Bound: the offset and the length were written by the reader of the format, inside the body.

extension FlatDocument {
    /// Calls a closure with the text of a decimal number.
    package func withNumberText<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let node = self[index]
        let length = node.kind == .fraction ? node.fractionLength : node.length
        let bytes = unsafe UnsafeRawBufferPointer(start: text + node.offset, count: length)
        return unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
    }
}

extension FlatDocument {
    /// Returns a description of the value at a node, for messages.
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
            if node.kind.isString { return isEmptyString(index) ? "an empty string" : "a string" }
            let noun = words == .propertyList && node.kind != .real ? "integer" : "number"
            return "the \(noun) \(Self.shortened(numberText(at: index)))"
        }
    }

    /// Returns the number at an index for a message about a type that does not accept it: a fraction where the type has
    /// none, or a number out of range.
    package func description(ofUnfit index: Int) -> String {
        let number = double(at: index)
        // Any type accepts zero, so this number is between zero and the smallest `Double`.
        let isFraction = number == 0 || number.rounded(.towardZero) != number
        return description(of: index) + (isFraction ? "" : ", which does not fit")
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 40 ? text : "\(text.prefix(40))…"
    }
}

extension FlatDocument.Words {
    /// The format's noun for an object, with its article.
    var object: String { self == .json ? "an object" : "a dictionary" }

    /// The format's noun for the object that an error is about, with its article.
    var thisObject: String { self == .json ? "the object" : "the dictionary" }
}
