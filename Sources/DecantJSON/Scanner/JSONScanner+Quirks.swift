import DecantCore
import DecantDocument

// The scanner itself does not handle quirks. It stops at the invalid text; if a quirk allows that text, the functions
// here read it, and the scanner continues. A text without quirks therefore costs the same whether quirks are allowed or
// not.

extension JSONScanner {
    /// Continues after invalid text, if a quirk allows it.
    ///
    /// - Parameters:
    ///   - expected: The token that the scanner was about to read when it stopped.
    ///   - nodes: The nodes; the capacity suffices for the node that the scanner was about to write.
    ///   - pool: The content that differs from the text's bytes.
    /// - Returns: The result of the resumed run, or nil if the text is invalid.
    mutating func recover(
        expecting expected: JSONExpectation,
        into nodes: inout NodeWriter,
        _ pool: inout [UInt8]
    ) -> JSONScanResult? {
        if expected.isBetweenTokens, let opening = skipTrivia() {
            return resume(expected, after: opening, into: &nodes)
        }
        if let hasColon = scanName(expected, into: &nodes, &pool) {
            return hasColon ? run(into: &nodes) : .stopped(.colon)
        }
        guard
            skipTrailingComma(expected) || scanNonFinite(expected, into: &nodes)
                || scanValue(expected, into: &nodes, &pool)
        else {
            return nil
        }
        return scanAfterValue(into: &nodes)
    }

    /// Continues after comments, and after whitespace that JSON does not have.
    private mutating func resume(
        _ expected: JSONExpectation,
        after opening: UInt8,
        into nodes: inout NodeWriter
    ) -> JSONScanResult {
        switch expected {
        case .value, .member:
            if text[state.position] == state.closer, opening.opensContainer {
                // The container is empty.
                state.members = 0
                return scanAfterValue(into: &nodes)
            }
            state.expectsName = expected == .member
        case .colon:
            guard text[state.position] == UInt8(ascii: ":") else { return .stopped(.colon) }
            // The name is valid, but without its colon no node was written for it.
            nodes.append(text.nameWithoutColon(at: nameStart).node)
            state.position = text.skipWhitespace(at: state.position + 1, lines)
            state.expectsName = false
        default:
            return scanAfterValue(into: &nodes)
        }
        return run(into: &nodes)
    }

    /// Accepts a trailing comma by restoring the state after the last value, where the scanner can close the container.
    private mutating func skipTrailingComma(_ expected: JSONExpectation) -> Bool {
        guard quirks.contains(.trailingCommas), state.closer != 0, text[state.position] == state.closer else {
            return false
        }
        guard expected == .member || (expected == .value && !state.isInObject) else { return false }
        state.members -= 1
        quirksNeeded.insert(.trailingCommas)
        return true
    }
}

extension JSONScanner {
    /// Skips comments, and whitespace that JSON does not have.
    ///
    /// An unterminated comment is not skipped.
    ///
    /// - Returns: The character before the skipped text, or nil if nothing was skipped.
    private mutating func skipTrivia() -> UInt8? {
        var previous = state.position - 1
        while previous >= 0, text[previous].isSpaceOrControl { previous -= 1 }
        var position = state.position
        skipTrivia(at: &position)
        guard position > state.position else { return nil }
        state.position = position
        return previous >= 0 ? text[previous] : 0
    }

    /// Skips comments and whitespace of any kind that a quirk allows.
    mutating func skipTrivia(at position: inout Int) {
        while true {
            position = text.skipWhitespace(at: position, lines)
            if quirks.contains(.comments), let end = endOfComment(at: position) {
                quirksNeeded.insert(.comments)
                position = end
            } else if quirks.contains(.whitespace), let length = text.foreignSpace(at: position) {
                quirksNeeded.insert(.whitespace)
                position += length
            } else {
                return
            }
        }
    }

    /// Returns the end of the comment at a position, or nil if no complete comment starts there.
    private func endOfComment(at position: Int) -> Int? {
        guard text[position] == UInt8(ascii: "/") else { return nil }
        var end = position + 2
        switch text[position + 1] {
        case UInt8(ascii: "/"):
            while end < text.count, !text[end].isLineEnd { end += 1 }
            return end
        case UInt8(ascii: "*"):
            while end < text.count, text[end] != UInt8(ascii: "*") || text[end + 1] != UInt8(ascii: "/") { end += 1 }
            return end < text.count ? end + 2 : nil
        default:
            return nil
        }
    }

    /// Reads `NaN`, `Infinity` or `-Infinity`, if they are allowed, as a number with that text.
    private mutating func scanNonFinite(_ expected: JSONExpectation, into nodes: inout NodeWriter) -> Bool {
        guard quirks.contains(.nonFiniteNumbers), expected == .value || expected == .digit else { return false }
        guard let start = expected == .digit ? startOfNumber : state.position else { return false }
        for word in ["NaN", "Infinity", "-Infinity"] where word.utf8.count <= numberLimit && hasWord(word, at: start) {
            nodes.append(DocumentNode(.decimal, offset: start, payload: UInt64(word.utf8.count)))
            state.position = start + word.utf8.count
            quirksNeeded.insert(.nonFiniteNumbers)
            return true
        }
        return false
    }

    func hasWord(_ word: String, at start: Int) -> Bool {
        guard word.utf8.count <= text.count - start else { return false }
        return word.utf8.enumerated().allSatisfy { text[start + $0.offset] == $0.element }
    }
}

extension JSONExpectation {
    /// Whether the scanner has stopped between two tokens, where whitespace is allowed.
    fileprivate var isBetweenTokens: Bool {
        switch self {
        case .value, .member, .colon, .commaOrEnd: true
        default: false
        }
    }
}

extension PaddedBytes {
    /// Returns the length of JSON5 whitespace that JSON does not have: vertical tabs, form feeds, no-break spaces,
    /// byte-order marks, line and paragraph separators, and the other separators of Unicode (json5.org §8).
    func foreignSpace(at position: Int) -> Int? {
        let first = self[position]
        if first == JSONControl.verticalTab || first == JSONControl.formFeed { return 1 }
        guard !UTF8.isASCII(first), let scalar = scalar(at: position) else { return nil }
        let isMark = scalar == "\u{FEFF}"
        let isSpace =
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        return isMark || isSpace ? UTF8.width(scalar) : nil
    }

    /// Returns the scalar at a position, or nil at the end of the text, or if the text is not valid UTF-8 there.
    func scalar(at position: Int) -> Unicode.Scalar? {
        var decoder = UTF8()
        var bytes = (position..<max(position, min(position + 4, count))).map { self[$0] }.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return scalar
    }
}

// The strings, names, numbers and whitespace that JSON5 (json5.org) adds to JSON. Like all quirks, they are read after
// the scanner has stopped. Content that differs from the text's bytes goes into the pool. A number in a form that JSON
// does not have becomes the nearest `Double`.
//
// Example: {a:'\x31',b:.5} stops at “a”, at the apostrophe, at “b” and at the point, and becomes
//   0  object
//   1  pooledString "a"   2  pooledString "1"
//   3  pooledString "b"   4  real 0.5

extension JSONScanner {
    /// Reads a name in a form that JSON does not have, with the colon after it.
    ///
    /// - Returns: Whether a colon follows the name, or nil if no quirk allows a name here.
    mutating func scanName(_ expected: JSONExpectation, into nodes: inout NodeWriter, _ pool: inout [UInt8]) -> Bool? {
        let name: (node: DocumentNode, end: Int)?
        switch expected {
        case .member: name = scanQuoted(at: state.position, &pool) ?? scanUnquoted(at: state.position, &pool)
        case .name: name = scanQuoted(at: nameStart, &pool)
        default: return nil
        }
        guard let name else { return nil }
        var end = name.end
        skipTrivia(at: &end)
        guard text[end] == UInt8(ascii: ":") else {
            state.position = end
            return false
        }
        end += 1
        skipTrivia(at: &end)
        nodes.append(name.node)
        state.position = end
        state.expectsName = false
        return true
    }

    /// Reads a string or a number in a form that JSON does not have.
    ///
    /// - Returns: Whether a quirk allows the value.
    mutating func scanValue(_ expected: JSONExpectation, into nodes: inout NodeWriter, _ pool: inout [UInt8]) -> Bool {
        let value: (node: DocumentNode, end: Int)?
        switch expected {
        case .string: value = scanQuoted(at: nameStart, &pool)
        case .value: value = scanQuoted(at: state.position, &pool) ?? scanNumber(at: state.position)
        case .digit:
            guard let start = startOfNumber else { return false }
            value = scanNumber(at: start)
        case .commaOrEnd: value = scanHexadecimal(after: &nodes)
        default: return false
        }
        guard let value, value.end >= state.position else { return false }
        nodes.append(value.node)
        state.position = value.end
        return true
    }
}

// MARK: - Strings

extension JSONScanner {
    /// Reads a string in apostrophes, or a string in quotation marks with an escape or a control character that JSON
    /// does not have.
    private mutating func scanQuoted(at start: Int, _ pool: inout [UInt8]) -> (node: DocumentNode, end: Int)? {
        let quote = text[start]
        var needed: JSON.Quirks = quote == UInt8(ascii: "'") ? .singleQuotes : []
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        var content: [UInt8] = []
        var position = start + 1
        while position < text.count, text[position] != quote {
            switch text[position] {
            case UInt8(ascii: "\\"):
                guard appendEscape(at: &position, to: &content, &needed) else { return nil }
            case let byte:
                if byte < UInt8(ascii: " ") {
                    let isAccepted = quirks.contains(.controlCharacters)
                    // JSON5 accepts all control characters but line ends.
                    guard isAccepted || !byte.isLineEnd else { return nil }
                    needed.insert(isAccepted ? .controlCharacters : .escapes)
                }
                content.append(byte)
                position += 1
            }
        }
        guard position < text.count, quirks.isSuperset(of: needed) else { return nil }
        guard let node = Self.node(of: content, at: start + 1, in: &pool) else { return nil }
        quirksNeeded.formUnion(needed)
        return (node, position + 1)
    }

    /// Reads a name without quotation marks: an ECMAScript identifier (ECMA-262 §12.7) without escapes.
    private mutating func scanUnquoted(at start: Int, _ pool: inout [UInt8]) -> (node: DocumentNode, end: Int)? {
        guard quirks.contains(.unquotedNames) else { return nil }
        var content: [UInt8] = []
        var position = start
        while let scalar = text.scalar(at: position), Self.isPart(scalar, isFirst: position == start) {
            content += scalar.utf8
            position += UTF8.width(scalar)
        }
        guard position > start, let node = Self.node(of: content, at: start + 1, in: &pool) else { return nil }
        quirksNeeded.insert(.unquotedNames)
        return (node, position)
    }

    private static func isPart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        if scalar == "$" || scalar == "_" || scalar.properties.isIDStart { return true }
        return !isFirst && (scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}")
    }

    /// Writes content to the pool.
    ///
    /// The node's offset is one after the start of the token, as for every string.
    private static func node(of content: [UInt8], at offset: Int, in pool: inout [UInt8]) -> DocumentNode? {
        guard String(validUTF8: content) != nil else { return nil }
        let start = pool.count
        pool += content
        return DocumentNode(.pooledString, offset: offset, inPool: start, length: content.count)
    }

    /// Resolves an escape of JSON, or one of JSON5 only (json5.org §5.1).
    private func appendEscape(at position: inout Int, to content: inout [UInt8], _ needed: inout JSON.Quirks) -> Bool {
        if let escape = text.escape(at: position) {
            position = escape.end
            return Self.append(escape.scalar, to: &content)
        }
        if quirks.contains(.loneSurrogates), text.isLoneSurrogate(at: position) {
            needed.insert(.loneSurrogates)
            position += JSONEscape.unicodeLength
            return Self.append(JSONEscape.replacementCharacter, to: &content)
        }
        let letter = text[position + 1]
        guard position + 1 < text.count else { return false }
        position += 2
        // In apostrophes, `\'` is the only way to write an apostrophe.
        let isImplied = letter == UInt8(ascii: "'") && needed.contains(.singleQuotes)
        if !isImplied { needed.insert(.escapes) }
        switch letter {
        case UInt8(ascii: "u"): return false
        case UInt8(ascii: "v"): content.append(JSONControl.verticalTab)
        case UInt8(ascii: "0") where !text[position].isDecimalDigit: content.append(0)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return false
        case UInt8(ascii: "x"):
            guard let value = hexadecimal(2, at: &position) else { return false }
            return Self.append(value, to: &content)
        case _ where letter.isLineEnd:
            // CR LF is one line end.
            if letter != UInt8(ascii: "\n"), text[position] == UInt8(ascii: "\n") { position += 1 }
        default:
            let scalar = text.scalar(at: position - 1)
            guard scalar == "\u{2028}" || scalar == "\u{2029}" else {
                content.append(letter)
                return true
            }
            position += 2
        }
        return true
    }

    /// Appends a scalar in UTF-8; returns false if the value is not a Unicode scalar.
    private static func append(_ value: UInt32, to content: inout [UInt8]) -> Bool {
        guard let scalar = Unicode.Scalar(value) else { return false }
        content += scalar.utf8
        return true
    }

    /// Reads a hexadecimal number with a given number of digits.
    private func hexadecimal(_ count: Int, at position: inout Int) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = text[position].hexadecimalValue else { return nil }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

// MARK: - Numbers

extension JSONScanner {
    /// The start of the number at which the scanner stopped, after a point or sign, or nil if the sign belongs to an
    /// exponent.
    var startOfNumber: Int? {
        var start = state.position - 1
        if start > 0, text[start - 1].isExponentMark { return nil }
        guard start > 0, text[start] == UInt8(ascii: ".") else { return max(start, 0) }
        while start > 0, text[start - 1].isDecimalDigit { start -= 1 }
        return start > 0 && text[start - 1] == UInt8(ascii: "-") ? start - 1 : start
    }

    /// Removes the node of the zero before an “x”, and reads the number again as hexadecimal.
    private mutating func scanHexadecimal(after nodes: inout NodeWriter) -> (node: DocumentNode, end: Int)? {
        let position = state.position
        guard text[position].lowercased == UInt8(ascii: "x"), position > 0, text[position - 1] == UInt8(ascii: "0"),
            nodes.count > 0
        else {
            return nil
        }
        let last = nodes[nodes.count - 1]
        let isZero = last.kind == .integer && last.offset == position - 1
        guard isZero || last.kind == .decimal && last.offset == position - 2 else { return nil }
        guard let number = scanNumber(at: last.offset), number.end > position else { return nil }
        nodes.removeLast(1)
        return number
    }

    /// Reads a number with a plus sign, without digits on one side of its point, or in hexadecimal; or a signed `NaN`
    /// or `Infinity`.
    private mutating func scanNumber(at start: Int) -> (node: DocumentNode, end: Int)? {
        guard quirks.contains(.numberForms) else { return nil }
        let isNegative = text[start] == UInt8(ascii: "-")
        let digits = isNegative || text[start] == UInt8(ascii: "+") ? start + 1 : start
        let number =
            word(at: digits, isNegative) ?? hexadecimal(at: digits, isNegative) ?? decimal(at: digits, isNegative)
        guard let number, number.end - start <= numberLimit else { return nil }
        quirksNeeded.insert(.numberForms)
        return number
    }

    /// Reads `+Infinity`, `+NaN` or `-NaN`.
    private mutating func word(at start: Int, _ isNegative: Bool) -> (node: DocumentNode, end: Int)? {
        guard quirks.contains(.nonFiniteNumbers) else { return nil }
        for word in ["Infinity", "NaN"] where hasWord(word, at: start) {
            quirksNeeded.insert(.nonFiniteNumbers)
            let offset = isNegative && word == "Infinity" ? start - 1 : start
            let end = start + word.utf8.count
            return (DocumentNode(.decimal, offset: offset, payload: UInt64(end - offset)), end)
        }
        return nil
    }

    /// Reads a hexadecimal integer of at most 64 bits.
    private func hexadecimal(at start: Int, _ isNegative: Bool) -> (node: DocumentNode, end: Int)? {
        guard text[start] == UInt8(ascii: "0"), text[start + 1].lowercased == UInt8(ascii: "x") else { return nil }
        var end = start + 2
        var value: UInt64 = 0
        while let digit = text[end].hexadecimalValue {
            guard value >> 60 == 0 else { return nil }
            value = value << 4 | UInt64(digit)
            end += 1
        }
        guard end > start + 2 else { return nil }
        let offset = isNegative ? start - 1 : start
        if value <= UInt64(Int64.max) {
            return (DocumentNode(.integer, offset: offset, payload: isNegative ? 0 &- value : value), end)
        }
        return isNegative ? nil : (DocumentNode(.unsigned, offset: offset, payload: value), end)
    }

    /// Reads a decimal number whose point may be its first or last character.
    private func decimal(at start: Int, _ isNegative: Bool) -> (node: DocumentNode, end: Int)? {
        let integerEnd = text.endOfDigits(from: start)
        guard integerEnd <= start + 1 || text[start] != UInt8(ascii: "0") else { return nil }
        var end = integerEnd
        if text[end] == UInt8(ascii: ".") { end = text.endOfDigits(from: end + 1) }
        guard end > start + (end > integerEnd ? 1 : 0) else { return nil }
        let mantissaEnd = end
        if text[end].isExponentMark {
            let hasSign = text[end + 1] == UInt8(ascii: "-") || text[end + 1] == UInt8(ascii: "+")
            let exponent = end + (hasSign ? 2 : 1)
            end = text.endOfDigits(from: exponent)
            guard end > exponent else { return nil }
        }
        let offset = isNegative ? start - 1 : start
        if mantissaEnd != integerEnd + 1, integerEnd > start {
            let token = text.numberOrWord(text[offset], at: offset, numberLimit: .max)
            return token.isValid && token.end == end ? (token.node, end) : nil
        }
        if integerEnd > start, end == mantissaEnd, let node = integer(from: offset, to: integerEnd) {
            return (node, end)
        }
        guard let value = Double(string(from: offset, to: end)), value.isFinite else { return nil }
        return (DocumentNode(.real, offset: offset, payload: value.bitPattern), end)
    }

    /// Returns the node of an integer of at most 64 bits that is followed by a point.
    ///
    /// Returns nil for a longer integer, or a negative zero: because of the point, it cannot be stored as a number's
    /// text.
    private func integer(from start: Int, to end: Int) -> DocumentNode? {
        let digits = string(from: start, to: end)
        if let value = Int64(digits), value != 0 || text[start] == UInt8(ascii: "0") {
            return DocumentNode(.integer, offset: start, payload: UInt64(bitPattern: value))
        }
        guard text[start] != UInt8(ascii: "-") else { return nil }
        return UInt64(digits).map { DocumentNode(.unsigned, offset: start, payload: $0) }
    }

    private func string(from start: Int, to end: Int) -> String {
        String(decoding: (start..<end).map { text[$0] }, as: UTF8.self)
    }
}
