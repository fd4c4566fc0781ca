public import DecantCore
import DecantDocument

extension PropertyList {
    /// Makes a value of a `Decodable` type from this part of a document.
    ///
    /// A document can be decoded any number of times, by several threads at once, too. The string `$null`, which Foundation's
    /// encoder writes for nil, is no value for an optional. In OpenStep's text, which has no numbers, strings are read as numbers
    /// and Boolean values where those are decoded.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The ways in which values are read; only `decoding` has an effect.
    ///   - strategies: The functions and objects of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the position in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options(),
        strategies: CustomStrategies = CustomStrategies()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, strategies: strategies, findings: &findings)
    }

    /// Makes a value of a `Decodable` type from this part of a document, and reports what the value lacks.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The ways in which values are read; only `decoding` has an effect.
    ///   - strategies: The functions and objects of the caller's own.
    ///   - findings: The findings, to which one for each element that was left out is added.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the position in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options(),
        strategies: CustomStrategies = CustomStrategies(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        let rules = DecodingRules(options.decoding, strategies, readsStrings: format == .openStep)
        return try flat.decode(type, at: index, rules, findings: &findings)
    }

    /// The value that a pointer leads to, which is written as a JSON pointer (RFC 6901).
    ///
    /// - Parameter pointer: The pointer, such as `/data/items/0`; the empty one leads to this value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    public func value(at pointer: String) throws(ResponseError) -> PropertyList {
        try part(at: pointer)
    }
}

extension PropertyList: Decodable {
    /// Takes a part of the document that is being decoded, without a copy.
    ///
    /// - Parameter decoder: A decoder of property lists of this library.
    /// - Throws: `DecodingError` if the decoder is another one.
    public init(from decoder: any Decoder) throws {
        try self.init(
            partOf: decoder,
            .propertyList,
            otherwise: "a PropertyList can only be made from a property list that Decant decodes"
        )
    }
}

extension PropertyList: Hashable {
    /// Returns whether two values are the same, whatever format they were read from.
    ///
    /// An integer and a floating-point number are never the same; two floating-point numbers that are none are. Strings are
    /// compared scalar by scalar; arrays in order, and so are sets, in the order of the document; dictionaries whatever the
    /// order of their members. Members of the same key are compared in order.
    public static func == (left: PropertyList, right: PropertyList) -> Bool {
        left.flat.isSame(left.index, as: right.index, of: right.flat)
    }

    /// Feeds the value to a hasher, so that equal values give equal hashes.
    public func hash(into hasher: inout Hasher) { flat.hash(index, into: &hasher) }
}

extension PropertyList: CustomStringConvertible {
    /// The value in one line, for people: no format of property lists.
    public var description: String {
        var printer = PropertyListPrinter()
        var walk = DocumentWalk(flat, from: index, sortsNames: false)
        while let event = walk.next() {
            switch event {
            case .begin(let node): printer.begin(flat[node].kind.listKind)
            case .name(let node): printer.key(flat.string(at: node))
            case .scalar(let node): printer.scalar(PropertyList(reference, at: node).scalarText)
            case .end(let node): printer.end(flat[node].kind.listKind)
            }
        }
        return printer.text
    }

    private var scalarText: String {
        switch kind {
        case .boolean: bool == true ? "true" : "false"
        case .integer: "\(integer(as: Int128.self) ?? 0)"
        case .real: "\(real ?? 0)"
        case .date: "date(\(secondsSinceReferenceDate ?? 0))"
        case .data: PropertyListPrinter.data(data ?? [])
        case .uid: "uid(\(uid ?? 0))"
        default: (string ?? "").debugDescription
        }
    }
}
