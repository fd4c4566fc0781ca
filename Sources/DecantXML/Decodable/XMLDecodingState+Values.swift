import DecantCore
import DecantDocument

extension XMLDecodingState {
    /// Decodes a value of any type.
    ///
    /// Decoding of recursive types recurs through this function. Code that they do not need is in separate functions,
    /// to keep stack frames small.
    func value<Value: Decodable>(_ type: Value.Type, _ location: XMLLocation) throws -> Value {
        switch kind(of: type) {
        case .plain, .number: try type.init(from: XMLValueDecoder(state: self, location: location))
        case .string, .boolean: try text(as: type, location)
        case .collection(let same): try collection(same, as: type, location)
        case .scalar(let same): try scalar(same, as: type, location)
        case .missingImport: throw missingImport(type, location)
        }
    }

    /// Decodes a string or a Boolean value.
    @inline(never)
    private func text<Value>(as type: Value.Type, _ location: XMLLocation) throws -> Value {
        if Value.self == Bool.self { return renamed(try bool(location, converts: true), to: type) }
        return renamed(try string(location), to: type)
    }

    @inline(never)
    private func collection<Same: XMLCollection, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: XMLLocation
    ) throws -> Value { renamed(try same.decode(from: self, location), to: type) }

    @inline(never)
    private func scalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: XMLLocation
    ) throws -> Value { renamed(try scalar(same, location), to: type) }

    /// Returns the value of a type for a missing element, or nil if the type has no such value or the options require
    /// an element.
    func valueOfNothing<Value>(_ type: Value.Type, _ key: any CodingKey, in location: XMLLocation) -> Value? {
        guard case .collection(let same) = kind(of: type) else { return nil }
        let value = options.requiresElementsOfArrays ? nil : valueOfNothing(same, as: type)
        if value != nil || !conversions.contains(.absentToEmptyCollections) { return value }
        guard let empty = (same as? any EmptyRepresentable.Type)?.empty as? Value else { return nil }
        report(.convertedValue, location, appending: key) { "used an empty collection for the absent element" }
        return empty
    }

    private func valueOfNothing<Same: XMLCollection, Value>(_ same: Same.Type, as type: Value.Type) -> Value? {
        same.valueOfNothing.map { renamed($0, to: type) }
    }
}

extension XMLDecodingState {
    func bool(_ location: XMLLocation) throws -> Bool { try bool(location, converts: false) }

    /// Decodes a Boolean value (XML Schema part 2 §3.2.2).
    ///
    /// - Parameter converts: Whether the options may allow other words, because the value is not read by a custom
    ///   `init(from:)`.
    func bool(_ location: XMLLocation, converts: Bool) throws -> Bool {
        let value = parse(location) { text -> Bool? in
            if text.hasText("true") || text.hasText("1") { return true }
            return text.hasText("false") || text.hasText("0") ? false : nil
        }
        if let value { return value }
        guard converts, conversions.contains(.scalarsToBooleans), let value = parse(location, { $0.writtenBoolean })
        else {
            throw mismatch(Bool.self, location)
        }
        recordConversion(of: location, to: "\(value)")
        return value
    }

    func string(_ location: XMLLocation) throws -> String {
        let trims = options.trimsStrings && location.kind != .attribute
        let value = parse(location, allowsElements: true, trims: trims) { $0.text }
        guard let value, !value.isEmpty || !isNil(location) else { throw mismatch(String.self, location) }
        return value
    }

    /// Decodes an integer (XML Schema part 2 §3.3.13): digits with an optional sign.
    func integer<Integer: FixedWidthInteger>(_ location: XMLLocation) throws -> Integer {
        let text = parse(location) { $0.text }
        if let text, let value = Integer(text) { return value }
        let isInteger = parse(location) { XMLNumber.isInteger($0) } ?? false
        throw isInteger ? numberMismatch(Integer.self, location) : mismatch(Integer.self, location)
    }

    /// Decodes a floating-point number (XML Schema part 2 §3.2.5).
    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ location: XMLLocation) throws -> Number {
        if let text = parse(location, { XMLNumber.decimalText($0) }) {
            guard let value = Number(text), value.isFinite else { throw numberMismatch(Number.self, location) }
            return value
        }
        // The options define the names of infinities and NaN.
        let word = parse(location) { $0.text }
        guard let word, let value: Number = decodingOptions.nonFiniteNumbers.value(of: word) else {
            throw mismatch(Number.self, location)
        }
        return value
    }
}

extension XMLDecodingState {
    /// Decodes a value of a scalar type.
    ///
    /// XML does not distinguish numbers from other text. The type receives the text first; if it expects something
    /// else, it receives a number.
    private func scalar<Value: ScalarDecodable>(_ type: Value.Type, _ location: XMLLocation) throws -> Value {
        guard !isNil(location), let text = parse(location, allowsElements: true, { $0.text }) else {
            throw mismatch(type, location)
        }
        do {
            return try value(type, of: .string(text), location)
        } catch let error as ResponseError {
            guard var mismatch = error.mismatch else { throw error }
            guard let decimal = XMLNumber.decimalText(Array(text.utf8).elementSpan) else {
                throw self.mismatch(mismatch, type, .string(text), location)
            }
            let number = DecodedScalar.number(text: decimal, value: Double(decimal) ?? .infinity)
            guard !mismatch.isContent else {
                if let value = alternative(number, type, &mismatch) { return value }
                throw self.mismatch(mismatch, type, .string(text), location)
            }
            do {
                return try value(type, of: number, location)
            } catch let error as ResponseError {
                throw error.mismatch.map { self.mismatch($0, type, number, location) } ?? error
            }
        }
    }

    private func value<Value: ScalarDecodable>(
        _ type: Value.Type,
        of scalar: DecodedScalar,
        _ location: XMLLocation
    ) throws -> Value {
        do {
            var isAssumed = false
            let value = try strategies.value(type, scalar, decodingOptions, assumesTimeZone: &isAssumed) {
                path(to: location)
            }
            if isAssumed { report(.assumedTimeZone, location) { scalar.assumedTimeZoneMessage } }
            return value
        } catch  where error is DecodingError || error is ResponseError {
            throw error
        } catch {
            throw dataCorrupted("the value was refused: \(error)", location, because: error)
        }
    }

    /// Returns the value of a number for a type that has rejected it as text, such as a date in one of several forms.
    ///
    /// - Parameter mismatch: The error about the text, which receives the reason if the type rejects the number, too.
    private func alternative<Value: ScalarDecodable>(
        _ number: DecodedScalar,
        _ type: Value.Type,
        _ mismatch: inout ScalarMismatch
    ) -> Value? {
        do throws(ResponseError) {
            let value = try type.init(scalar: number, options: decodingOptions)
            return strategies.converts(to: type) ? nil : value
        } catch {
            if let fault = error.mismatch?.fault { mismatch = mismatch.with(fault: fault) }
            return nil
        }
    }

    private func mismatch(
        _ mismatch: ScalarMismatch,
        _ type: Any.Type,
        _ scalar: DecodedScalar,
        _ location: XMLLocation
    ) -> DecodingError {
        let message = mismatch.message(for: scalar, description(of: location))
        let context = DecodingError.Context(codingPath: path(to: location), debugDescription: message)
        return mismatch.isContent ? .dataCorrupted(context) : .typeMismatch(type, context)
    }

    /// Returns the error for a Foundation type whose conformance the program does not import.
    @inline(never)
    func missingImport(_ type: Any.Type, _ location: XMLLocation) -> ResponseError {
        let message = "\(type) is a type of Foundation, and its conformance is not imported"
        let hint = Hint(nil, .foundation)
        return error(.missingImport, message, at: offset(of: location), path(to: location), hint: hint)
    }
}

/// Parsers for numbers (XML Schema part 2 §3.2.3, §3.2.5, §3.3.13).
enum XMLNumber {
    /// Returns whether a text is an integer of any length.
    static func isInteger(_ text: Span<UInt8>) -> Bool {
        let start = startOfDigits(text)
        return text.count > start && run(in: text, from: start) == text.count
    }

    /// Returns a decimal number with an optional fraction and exponent, or nil for any other text.
    ///
    /// The result has no leading `+`, and digits on both sides of any decimal point.
    static func decimalText(_ text: Span<UInt8>) -> String? {
        let start = startOfDigits(text)
        let point = run(in: text, from: start)
        var end = point
        if end < text.count, text[end] == UInt8(ascii: ".") { end = run(in: text, from: end + 1) }
        let hasDigits = end > start + (end > point ? 1 : 0)
        guard hasDigits, isExponent(text, from: end) else { return nil }
        let sign = text[0] == UInt8(ascii: "-") ? "-" : ""
        let whole = point == start ? "0" : text.extracting(start..<point).text
        let hasFraction = end > point + 1
        return sign + whole + text.extracting((hasFraction ? point : end)..<end).text
            + text.extracting(end..<text.count).text
    }

    /// Returns whether the remainder of a text is empty or an exponent.
    private static func isExponent(_ text: Span<UInt8>, from start: Int) -> Bool {
        guard start < text.count else { return true }
        guard text[start] == UInt8(ascii: "e") || text[start] == UInt8(ascii: "E") else { return false }
        let digits = start + 1 < text.count && isSign(text[start + 1]) ? start + 2 : start + 1
        return digits < text.count && run(in: text, from: digits) == text.count
    }

    private static func startOfDigits(_ text: Span<UInt8>) -> Int { text.count > 0 && isSign(text[0]) ? 1 : 0 }

    private static func run(in text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, XMLCharacters.isDigit(text[end]) { end += 1 }
        return end
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
}

extension XMLDecodingState {
    /// The text at a location as a slice of the document, if it is contiguous.
    ///
    /// Most elements without child elements have contiguous text.
    func scalarSlice(of location: XMLLocation) -> XMLSlice? {
        switch location.kind {
        case .attribute: return storage.attributes[location.number].value
        case .word: return words[location.number].slice
        case .text, .ownText:
            let record = storage.nodes[location.number]
            return end(ofItem: location.number) == record.end ? record.text : nil
        default:
            let end = storage.nodes[location.number].end
            let first = location.number + 1
            if end == first { return .empty }
            return end == first + 1 && storage.nodes[first].kind.isText ? storage.nodes[first].text : nil
        }
    }

    /// Creates a value from the text at a location; returns nil if there is no text, or `make` returns nil.
    ///
    /// `allowsElements` is whether an element that contains both text and elements counts as text.
    func parse<Value>(
        _ location: XMLLocation,
        allowsElements: Bool = false,
        trims: Bool = true,
        _ make: (Span<UInt8>) -> Value?
    ) -> Value? {
        recordRepetition(of: location)
        if let slice = scalarSlice(of: location) {
            return storage.stores.withBytes(slice) { make(trims ? $0.trimmed : $0) }
        }
        guard let text = joinedText(of: location, allowsElements) else { return nil }
        let bytes = Array(text.utf8)
        return make(trims ? bytes.elementSpan.trimmed : bytes.elementSpan)
    }

    /// Returns the text of an element whose text is not contiguous.
    ///
    /// - Returns: The text, or nil if the element contains other elements and its own text is only whitespace or not
    ///   allowed.
    @inline(never)
    private func joinedText(of location: XMLLocation, _ allowsElements: Bool) -> String? {
        let node = XML.Node(storage, location.number)
        if location.kind == .text || location.kind == .ownText {
            return slices(ofText: location.number).map(storage.stores.string).joined()
        }
        guard firstElement(in: location.number) != nil else { return node.ownText }
        unread.readTexts.insert(location.number)
        if location.kind == .content { return node.ownText }
        guard allowsElements, !node.ownText.utf8.allSatisfy(XMLCharacters.isWhitespace) else { return nil }
        return node.text
    }

    /// Returns whether a location contains neither elements nor text other than whitespace.
    func isBlank(_ location: XMLLocation) -> Bool {
        if let slice = scalarSlice(of: location) { return storage.stores.isWhitespace(slice) }
        guard location.kind.isElement else { return false }
        return storage.children(of: location.number).allSatisfy { storage.nodes[$0].kind != .element && !isText($0) }
    }
}

extension XMLDecodingState {
    func offset(of location: XMLLocation) -> Int {
        if let offset = scalarSlice(of: location).flatMap({ start(of: $0) }) { return offset }
        if location.kind == .attribute, let offset = start(of: storage.attributes[location.number].name.slice) {
            return offset
        }
        return storage.nodes[element(around: location)].offset
    }

    /// Returns the text offset of a slice without its leading whitespace, or nil if the slice is empty or not part of
    /// the text.
    private func start(of slice: XMLSlice) -> Int? {
        guard slice.store == .text else { return nil }
        let start = storage.stores.withBytes(slice) { $0.leadingSpace }
        return start == slice.count ? nil : slice.start + start
    }
}

extension XMLDecodingState {
    /// Returns whether an empty element declares that it is nil (XML Schema part 1 §2.6.2).
    func isNil(_ location: XMLLocation) -> Bool {
        guard location.kind.isElement, saysNil(location.number) else { return false }
        return isBlank(XMLLocation(.content, location.number, in: 0))
    }

    private func saysNil(_ element: Int) -> Bool {
        guard instances != nil || !hasNamespaces else { return false }
        let stores = storage.stores
        return storage.records(of: element).contains {
            let isNil =
                instances.map { [name = $0.name] in name.namespace == $0 && stores.has("nil", at: name.local) }
                ?? stores.has("xsi:nil", at: $0.name.slice)
            return isNil && (stores.has("true", at: $0.value) || stores.has("1", at: $0.value))
        }
    }

    /// Whether names were parsed with namespaces; otherwise, only the three predefined ones are known.
    var hasNamespaces: Bool { storage.namespaces.count > 3 }

    /// Returns whether an optional of a type is nil at a location.
    ///
    /// The elements of a list are a value, even if they are nil themselves.
    func isNothing(_ location: XMLLocation, _ type: Any.Type) -> Bool {
        let kind = kind(of: type)
        if location.kind == .named, kind.isList { return false }
        if isNil(location) { return true }
        guard location.kind != .content else { return kind.isScalar ? !hasText(location.number) : isBlank(location) }
        let isAlwaysNil = options.emptyElementsAreNil || kind.isScalar && type != String.self
        guard isAlwaysNil || conversions.contains(.emptyStringsToNil) else { return false }
        guard kind.isScalar ? isBlank(location) : isEmpty(location) else { return false }
        if !isAlwaysNil { recordConversion(of: location, to: "nil") }
        return true
    }

    func hasText(_ element: Int) -> Bool {
        storage.children(of: element).contains { isText($0) }
    }

    private func isEmpty(_ location: XMLLocation) -> Bool {
        isBlank(location) && !(location.kind.isElement && hasAttributes(location.number))
    }

    func isNull(_ location: XMLLocation) -> Bool { isNil(location) || options.emptyElementsAreNil && isEmpty(location) }
}
