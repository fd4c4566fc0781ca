package import DecantCore

// A value is converted only where it would be an error otherwise, so the options cost nothing as long as values have
// the requested types.

extension DecodingState {
    /// Returns whether the options allow a conversion at a location.
    func converts(_ conversion: DecodingOptions.Conversions, _ location: DocumentLocation) -> Bool {
        converts && rules.options.conversions.contains(conversion) && !location.isExact
    }

    /// Returns whether a value is an empty string that counts as nil, and records it.
    @inline(never)
    func isNilString(_ location: DocumentLocation) -> Bool {
        guard rules.options.conversions.contains(.emptyStringsToNil), document.isEmptyString(location.node) else {
            return false
        }
        recordConversion(of: location, to: "nil")
        return true
    }

    /// Reads an integer from a string, or returns nil if the value is not a number in a string.
    ///
    /// - Throws: `DecodingError` if the type cannot represent the number.
    @inline(never)
    func convertedInteger<Integer: FixedWidthInteger>(_ location: DocumentLocation) throws -> Integer? {
        guard converts(.stringsToNumbers, location) else { return nil }
        guard let value: Integer = document.writtenInteger(at: location.node) else {
            if document.isWrittenNumber(at: location.node) { throw unfit(Integer.self, location) }
            return nil
        }
        recordConversion(of: location, to: "a number")
        return value
    }

    /// Creates a value from the other form of a scalar: a number from a string, or a string from a number.
    @inline(never)
    func convertedScalar<Value: ScalarDecodable>(
        _ scalar: DecodedScalar,
        _ location: DocumentLocation
    ) -> Value? {
        guard !location.isExact, let other = scalar.converted(by: rules.options.conversions) else { return nil }
        // If this fails, too, the error about the value as it is says more.
        guard let value = try? Value(scalar: other, options: rules.options) else { return nil }
        recordConversion(of: location, to: "\(Value.self)")
        return value
    }

    /// Returns the location of a value that is converted to a list: an object with indices as its names, or a value that
    /// becomes the only element.
    ///
    /// - Throws: `DecodingError` if the options do not allow it.
    @inline(never)
    func convertedList(_ location: DocumentLocation) throws -> DocumentLocation {
        let (node, depth) = (location.node, location.depth)
        let conversions = rules.options.conversions
        guard !location.isSoleElement, !document[node].kind.isNull else { throw mismatch([Any].self, location) }
        if conversions.contains(.indexedObjectsToArrays), document.hasIndexedNames(node) {
            recordConversion(of: location, to: "an array")
            return DocumentLocation(node, depth)
        }
        guard conversions.contains(.valuesToArrays) else { throw mismatch([Any].self, location) }
        recordConversion(of: location, to: "an array with one element")
        return location.asSoleElement
    }

    /// Checks that a value that is not an object is an empty array that counts as one.
    @inline(never)
    func convertObject(_ location: DocumentLocation) throws {
        let node = document[location.node]
        guard rules.options.conversions.contains(.emptyArraysToObjects), node.kind == .array, node.count == 0 else {
            throw mismatch([String: Any].self, location)
        }
        recordConversion(of: location, to: document.words.object)
    }

    /// Returns an empty collection for a missing or null member, or nil if its type is not a collection, or the options
    /// do not allow it.
    func emptyCollection<Value>(
        _ type: Value.Type,
        for key: some CodingKey,
        at null: DocumentLocation?,
        in object: DocumentLocation
    ) -> Value? {
        guard converts, rules.options.conversions.contains(.absentToEmptyCollections) else { return nil }
        guard let empty = (type as? any EmptyRepresentable.Type)?.empty as? Value else { return nil }
        if let null {
            recordConversion(of: null, to: "an empty collection")
        } else {
            report(.convertedValue, object, appending: key) { "used an empty collection for the absent member" }
        }
        return empty
    }

    /// Returns the error for a number in a string that does not fit into the type.
    func unfit(_ type: Any.Type, _ location: DocumentLocation) -> DecodingError {
        let message = "expected \(type), but found \(document.excerpt(of: location.node)), which does not fit"
        return .dataCorrupted(.init(codingPath: path(to: location), debugDescription: message))
    }
}

extension DecodedScalar {
    /// Returns the number in a string, or the text of a number, if the conversions allow it.
    package func converted(by conversions: DecodingOptions.Conversions) -> DecodedScalar? {
        switch self {
        case .string(let text) where conversions.contains(.stringsToNumbers) && text.withUTF8Bytes { $0.isJSONNumber }:
            .number(text: text, value: Double(text) ?? .infinity)
        case .number(let text, _) where conversions.contains(.scalarsToStrings): .string(text)
        default: nil
        }
    }
}

/// A type with an empty value: the collections of the standard library.
package protocol EmptyRepresentable {
    static var empty: Self { get }
}

extension Array: EmptyRepresentable {
    package static var empty: Self { [] }
}

extension Set: EmptyRepresentable {
    package static var empty: Self { [] }
}

extension Dictionary: EmptyRepresentable {
    package static var empty: Self { [:] }
}

// MARK: - Findings

extension DecodingState {
    /// Records that a value was converted.
    ///
    /// - Parameter result: The description of the result, such as `Int`.
    func recordConversion(of location: DocumentLocation, to result: @autoclosure () -> String) {
        report(.convertedValue, location) {
            "converted \(document.excerpt(of: location.node)) to \(result())"
        }
    }

    @inline(never)
    func report(
        _ code: Finding.Code,
        _ location: DocumentLocation,
        appending key: (any CodingKey)? = nil,
        _ message: () -> String
    ) {
        if leniences == nil { leniences = Leniences() }
        leniences?.report(code) {
            let keys = path(to: location) + [key].compactMap(\.self)
            let path = document.path(to: top) + keys.map { CodingPathComponent($0) }
            return Leniences.finding(code, message(), path, offset: document.sourceOffset(of: location.node))
        }
    }
}

/// The findings of one decoding about values that were accepted although they do not have the requested form.
///
/// Beyond ``FindingLog/limit`` of a kind, they are only counted.
package struct Leniences {
    private var log = FindingLog()

    /// The findings of the current item of a stream that are counted by the stream.
    private var uncounted: [Finding] = []

    private static let maxUncounted = 10_000

    /// Creates a log without findings.
    package init() {}

    /// Reports a finding, and creates it if it is kept.
    package mutating func report(_ code: Finding.Code, _ make: () -> Finding) {
        if log.admits(code) {
            log.keep(make())
        } else if uncounted.count < Self.maxUncounted {
            uncounted.append(Finding(code, .warning, ""))
        }
    }

    /// Moves the findings to others.
    ///
    /// - Parameter isStreamItem: Whether further items follow, whose findings count together with these. The log of
    ///   the stream then counts the findings that are not kept.
    package mutating func removeAll(into findings: inout [Finding], isStreamItem: Bool = false) {
        guard log.count > 0 else { return }
        if isStreamItem {
            findings += log.removeKept() + uncounted
        } else {
            findings += log.all
            log = FindingLog()
        }
        uncounted = []
    }

    /// Creates a finding with the path of its value.
    package static func finding(
        _ code: Finding.Code,
        _ message: String,
        _ path: [CodingPathComponent],
        offset: Int
    ) -> Finding {
        let place = path.isEmpty ? "" : " (at \(CodingPathComponent.text(of: path).excerpt(200)))"
        return Finding(code, .warning, message + place, offset: offset)
    }
}

// MARK: - Hints

/// What a value can be converted to.
@usableFromInline
package enum ConversionTarget {
    case number, string, boolean, array, object, other

    /// The target for a type, or for the type that an error names for a container.
    init(_ type: Any.Type) {
        switch type {
        case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type: self = .number
        case is String.Type: self = .string
        case is Bool.Type: self = .boolean
        case is [Any].Type: self = .array
        case is [String: Any].Type: self = .object
        default: self = .other
        }
    }
}

extension FlatDocument {
    /// Returns a hint with the conversion that reads a value as another type, or nil if there is none.
    ///
    /// - Parameter conversions: The conversions that were tried.
    package func conversionHint(
        of index: Int,
        to target: ConversionTarget,
        besides conversions: DecodingOptions.Conversions = []
    ) -> Hint? {
        if target == .array || target == .object, isJSONText(index) {
            return "the string contains JSON, which the type `JSON.Embedded` decodes"
        }
        let isEmpty = isEmptyString(index)
        let conversion: DecodingOptions.Conversions? =
            switch target {
            case .string: writtenScalar(at: index).map { _ in .scalarsToStrings }
            case _ where isEmpty: .emptyStringsToNil
            case .number, .other: isWrittenNumber(at: index) ? .stringsToNumbers : nil
            case .boolean: writtenBoolean(at: index).map { _ in .scalarsToBooleans }
            case .array where self[index].kind.isNull: index == 0 ? nil : .absentToEmptyCollections
            case .array where hasIndexedNames(index): .indexedObjectsToArrays
            case .array: index == 0 ? nil : .valuesToArrays
            case .object: self[index].kind == .array && self[index].count == 0 ? .emptyArraysToObjects : nil
            }
        guard let conversion, !conversions.contains(conversion) else { return nil }
        return Hint(nil, conversion.remedy(isEmpty ? "reads it as nil for an optional" : "reads it"))
    }

    /// Returns whether a value is a string that begins and ends as a JSON array or object does.
    private func isJSONText(_ index: Int) -> Bool {
        guard self[index].kind.isString else { return false }
        return withText(at: index) { text in
            guard text.count > 1 else { return false }
            let (first, last) = (text[0], text[text.count - 1])
            return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
                || first == UInt8(ascii: "[") && last == UInt8(ascii: "]")
        }
    }
}

// MARK: - Scalars

extension FlatDocument {
    /// Returns whether a value is a string without characters.
    package func isEmptyString(_ index: Int) -> Bool {
        self[index].kind.isString && withBytes(at: index) { $0.isEmpty }
    }

    /// Returns whether a value is a string that is a number in JSON's grammar.
    package func isWrittenNumber(at index: Int) -> Bool {
        self[index].kind.isString && withText(at: index) { $0.isJSONNumber }
    }

    /// Returns the integer in a string, or nil if it is not a number, or the type cannot represent it.
    package func writtenInteger<Integer: FixedWidthInteger>(at index: Int) -> Integer? {
        guard self[index].kind.isString else { return nil }
        if let short = withText(at: index, { $0.shortJSONInteger }) { return Integer(exactly: short) }
        return withText(at: index) { $0.isJSONNumber ? LongDecimal($0).integer(in: $0, as: Integer.self) : nil }
    }

    /// Returns the Boolean value for a number or a string, or nil.
    package func writtenBoolean(at index: Int) -> Bool? {
        let node = self[index]
        if node.kind.isString { return withText(at: index) { $0.writtenBoolean } }
        guard node.kind == .integer || node.kind == .unsigned else { return nil }
        return node.payload == 0 ? false : node.payload == 1 ? true : nil
    }

    /// Returns the text of a number or a Boolean value, or nil.
    package func writtenScalar(at index: Int) -> String? {
        switch self[index].kind {
        case .true: "true"
        case .false: "false"
        case let kind where kind.isNumber: numberText(at: index)
        default: nil
        }
    }

    /// Returns whether an object has the names 0, 1, and so on, in this order.
    package func hasIndexedNames(_ object: Int) -> Bool {
        guard self[object].kind == .object else { return false }
        var name = object + 1
        for position in 0..<self[object].count {
            guard string(at: name) == String(position) else { return false }
            name = next(after: name + 1)
        }
        return true
    }

    /// Calls a closure with the text of a string in UTF-8, with its escapes resolved.
    func withText<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        guard self[index].kind == .string else { return string(at: index).withUTF8Bytes { body($0) } }
        return withBytes(at: index, body)
    }
}
