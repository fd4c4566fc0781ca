public import DecantCore
public import DecantDocument
import DecantText

/// A value of a JSON document: a view that is free to create, and that keeps the whole document alive.
///
/// Strings and long numbers stay in the body until they are read. A `JSON` can be a member of a `Decodable` type, for a
/// part of a document whose structure is unknown.
public struct JSON: Sendable {
    /// The document that contains the value.
    @usableFromInline package let reference: DocumentReference

    /// The node of the value.
    @usableFromInline package let index: Int

    @inlinable
    @inline(__always)
    package init(_ reference: DocumentReference, at index: Int) {
        self.reference = reference
        self.index = index
    }
}

extension JSON: DocumentPart {}

extension JSON {
    /// The kind of a value (RFC 8259 §3).
    public enum Kind: Sendable, Hashable {
        /// The literal `null`.
        case null

        /// The literals `true` and `false`.
        case boolean

        /// A number of any size.
        case number

        /// A string.
        case string

        /// An array.
        case array

        /// An object.
        case object
    }

    /// The kind of the value.
    @inlinable public var kind: Kind { flat[index].kind.jsonKind }
}

extension DocumentNode.Kind {
    /// The public kind of a node.
    @inlinable var jsonKind: JSON.Kind {
        switch self {
        case .null: .null
        case .true, .false: .boolean
        case .array: .array
        case .object: .object
        default: isString ? .string : .number
        }
    }
}

extension JSON {
    /// Whether the value is null.
    @inlinable public var isNull: Bool { flat[index].kind == .null }

    /// The value as a Boolean, or nil if it is not true or false.
    @inlinable public var bool: Bool? {
        switch flat[index].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The value as a string, or nil if it is not a string.
    @inlinable public var string: String? {
        flat[index].kind.isString ? flat.string(at: index) : nil
    }

    /// The number exactly as written, or nil if the value is not a number.
    public var number: Number? {
        flat[index].kind.isNumber ? Number(validated: flat.numberText(at: index)) : nil
    }

    /// The number as an `Int`, or nil if it does not fit exactly; `1.0` and `1e2` are integers.
    @inlinable public var int: Int? { integer() }

    /// Returns the number as an integer of a given type, or nil if the type cannot represent it exactly.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        flat[index].kind.isNumber ? flat.integer(at: index, as: type) : nil
    }

    /// The number as the nearest `Double`, or nil if the value is not a number; infinity if it is out of range.
    @inlinable public var double: Double? {
        flat[index].kind.isNumber ? flat.double(at: index) : nil
    }
}

extension JSON {
    /// The number of elements of an array or members of an object; 0 for any other value.
    @inlinable public var count: Int { partCount }

    /// The elements of the value, or nil if it is not an array.
    @inlinable public var array: (some Sequence<JSON> & Sendable)? {
        flat[index].kind == .array ? DocumentElements(self) : nil
    }

    /// The members in the order of the text, or nil if the value is not an object.
    ///
    /// A duplicate name occurs as often as in the text.
    @inlinable public var object: (some Sequence<(key: String, value: JSON)> & Sendable)? {
        flat[index].kind == .object ? DocumentMembers(self) : nil
    }

    /// The value of the member with a name, or nil if the value is not an object or has no such member.
    ///
    /// If several members have the name, the result is the first one, as for `Decodable` types. Names are compared
    /// scalar by scalar. The members are searched one by one.
    ///
    /// - Parameter name: The name of the member.
    public subscript(name: String) -> JSON? { member(named: name) }

    /// The element at an index, or nil if the value is not an array or the index is out of range.
    ///
    /// The elements before it are skipped one by one; to visit all elements, iterate over ``array``.
    ///
    /// - Parameter position: The index, from 0.
    public subscript(position: Int) -> JSON? { element(at: position) }
}

extension JSON {
    /// The position of the value in its text.
    ///
    /// Each access counts the lines from the start of the text.
    public var position: SourcePosition { flat.position(of: index) }

    /// The path from the top of the text to the value.
    public var path: CodingPath { CodingPath(flat.path(to: index)) }
}

extension JSON {
    /// The value as a string in UTF-8, or nil if it is not a string.
    ///
    /// No `String` is created, so the bytes are copied only once.
    package var stringBytes: ResponseBytes? {
        guard let text = cursor.text else { return nil }
        return text.withBytes { ResponseBytes($0) }
    }
}

extension JSON {
    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8, UTF-16 or UTF-32, with or without a byte-order mark, or in the options' charset.
    ///     A `ResponseBytes` is not copied.
    ///   - options: The options for reading the text.
    ///   - limits: The limits on nesting, on the number of nodes, and on the length of a number.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        try self.init(parsing: ResponseBytes(bytes), options: options, limits: limits)
    }

    /// Parses a JSON text with the default options and limits, without copying its bytes.
    ///
    /// - Parameter body: The text, in the same encodings as for other bytes.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(parsing body: ResponseBytes) throws(ResponseError) {
        if Self.isPlainlyUTF8(body) {
            self = try JSONParser.document(body, nil, JSONScanOptions.standard)
        } else {
            self = try Self.transcoded(body, Options(), Limits())
        }
    }

    /// Parses a JSON text with options and limits, without copying its bytes.
    ///
    /// - Parameters:
    ///   - body: The text, in the same encodings as for other bytes.
    ///   - options: The options for reading the text.
    ///   - limits: The limits on nesting, on the number of nodes, and on the length of a number.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(
        parsing body: ResponseBytes,
        options: borrowing Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        if options.isPlainUTF8, Self.isPlainlyUTF8(body) {
            self = try JSONParser.document(body, nil, JSONScanOptions(options, limits))
        } else {
            self = try Self.transcoded(body, options, limits)
        }
    }

    @inline(never)
    private static func transcoded(
        _ body: ResponseBytes,
        _ options: borrowing Options,
        _ limits: Limits
    ) throws(ResponseError) -> JSON {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        return try JSON(parsing: body, in: &context, options: options)
    }

    /// Parses the JSON text of a response, in the charset that the response names.
    package init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: borrowing Options
    ) throws(ResponseError) {
        let scanOptions = JSONScanOptions(options, context.limits)
        if options.isPlainUTF8, context.declaresPlainUTF8, Self.isPlainlyUTF8(body) {
            self = try JSONParser.document(body, nil, scanOptions)
        } else {
            // The scanner validates UTF-8.
            let (text, format) = (options.text, TextFormat.json)
            let decoded = try DecodedText.decode(
                body,
                in: &context,
                options: text,
                format: format,
                validatesUTF8: false
            )
            self = try JSONParser.document(decoded.body, decoded.transcoding, scanOptions)
        }
        if !options.quirks.isEmpty, let finding = quirks.finding { context.report(finding) }
    }

    /// The quirks that the document needs.
    package var quirks: Quirks { Quirks(rawValue: UInt32(flat.notes)) }

    /// Returns whether a body is in UTF-8 if nothing names a charset.
    ///
    /// It is, unless it begins with a byte-order mark, which is not ASCII, or has a zero byte among its first two
    /// bytes, as all JSON in UTF-16 and UTF-32 does.
    private static func isPlainlyUTF8(_ body: ResponseBytes) -> Bool {
        // Zeros follow the last byte, so two bytes of any body are readable.
        let (first, second) = unsafe (body.address[0], body.address[1])
        return body.count > 0 && first != 0 && UTF8.isASCII(first) && (second != 0 || body.count == 1)
    }
}

extension DecodingRules {
    /// The rules of the default options, which most decodings of a document use.
    fileprivate static let standard = DecodingRules(JSON.Options())
}

extension JSON {
    /// Decodes this part of a document as a `Decodable` type.
    ///
    /// A document can be decoded any number of times, also by several threads simultaneously. Each decoding runs on one
    /// thread: the `Decoder` that `init(from:)` receives, and its containers, may be used by only one thread at a time.
    ///
    /// - Parameter type: The type of the value.
    /// - Throws: `ResponseError` with the path from the top of the document and the position in the text.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try flat.decode(type, at: index, .standard, findings: &findings)
    }

    /// Decodes this part of a document as a `Decodable` type, with options.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The decoding options; only `decoding`, `path`, and `badElements` have an effect.
    /// - Throws: `ResponseError` with the path from the top of the document and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, findings: &findings)
    }

    /// Decodes this part of a document as a `Decodable` type, and reports skipped elements and unmatched keys.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The decoding options; only `decoding`, `path`, and `badElements` have an effect.
    ///   - findings: The findings; those about skipped elements and unmatched keys are appended.
    /// - Throws: `ResponseError` with the path from the top of the document and the position in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        try flat.decode(type, at: index, DecodingRules(options), findings: &findings)
    }

    /// Returns the value at a JSON pointer (RFC 6901).
    ///
    /// - Parameter pointer: The pointer, such as `/data/items/0`; an empty pointer refers to this value.
    /// - Throws: `ResponseError` with the code `ResponseError.Code.keyNotFound`, and as much of the path as exists.
    public func value(at pointer: JSONPointer) throws(ResponseError) -> JSON {
        try part(at: pointer)
    }
}

extension JSON: Decodable {
    /// Creates a value from a part of the document that is being decoded, without copying it.
    ///
    /// - Parameter decoder: A decoder of JSON from this library.
    /// - Throws: `DecodingError` if the decoder is another one.
    public init(from decoder: any Swift.Decoder) throws {
        try self.init(partOf: decoder, .json, otherwise: "a JSON value can only be made from JSON that Decant decodes")
    }
}
