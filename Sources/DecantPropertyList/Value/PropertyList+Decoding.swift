public import DecantCore
import DecantDocument
import DecantText
import DecantXML

extension PropertyList {
    /// Parses a property list.
    ///
    /// A body that begins with `bplist` is binary. Any other body is XML, unless the options accept the OpenStep text
    /// format: then it is XML only if it begins with a declaration, a comment, or a tag.
    ///
    /// - Parameters:
    ///   - bytes: The list, in one of the accepted formats. A `ResponseBytes` is not copied.
    ///   - options: The options for reading the list.
    ///   - limits: The limits on depth, length, and number of values.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        try self.init(parsing: ResponseBytes(bytes), options: options, limits: limits)
    }

    /// Parses a property list without copying its bytes.
    ///
    /// - Parameters:
    ///   - body: The list, in one of the accepted formats.
    ///   - options: The options for reading the list.
    ///   - limits: The limits on depth, length, and number of values.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(
        parsing body: ResponseBytes,
        options: Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(parsing: body, in: &context, options: options)
    }

    /// Parses the list of a response.
    ///
    /// Text is in the charset that the response declares.
    package init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: borrowing PropertyList.Options
    ) throws(ResponseError) {
        let isKnownVersion = body.hasPrefix(BinaryPropertyListTrailer.magic)
        if isKnownVersion || body.hasPrefix(Array("bplist".utf8)) {
            guard options.formats.contains(.binary) else { throw Self.rejection(of: .binary, options) }
            guard isKnownVersion else {
                throw BinaryPropertyListFault(.version, at: 6).error(in: body)
            }
            try self.init(binary: body, limits: context.limits)
        } else {
            try self.init(text: body, in: &context, options: options)
        }
        if options.rejectsDuplicateKeys { try flat.rejectDuplicateKeys() }
    }

    private init(
        text body: ResponseBytes,
        in context: inout DecodingContext,
        options: borrowing PropertyList.Options
    ) throws(ResponseError) {
        guard options.formats != [.binary] else {
            let message = "expected “bplist00” at the beginning of a binary property list"
            throw ResponseError(.malformedBody, message, offset: body.start)
        }
        guard options.formats.contains(.openStep) else {
            if let bracket = Self.openStepBracket(of: body) {
                let found = "a body that begins with “\(bracket)”, like a list in \(PropertyList.Format.openStep.name)"
                let message = "expected a list in \(Self.names(options)), but found \(found)"
                let text = "`.options { $0.formats = [.openStep] }` accepts it"
                let remedy = Remedy(.option, "formats", text: text)
                throw ResponseError(.malformedBody, message, offset: body.start, remedy: remedy)
            }
            try self.init(xml: body, in: &context, options: options)
            return
        }
        let text = try DecodedText.decode(body, in: &context, options: options.text, format: .propertyList)
        if Self.isXML(text.body) {
            guard options.formats.contains(.xml) else { throw Self.rejection(of: .xml, options) }
            try self.init(xml: body, in: &context, options: options)
        } else {
            try self.init(openStep: text, options: options, limits: context.limits)
        }
    }

    private static func rejection(of format: PropertyList.Format, _ options: borrowing PropertyList.Options)
        -> ResponseError
    {
        let message = "expected a list in \(names(options)), but found \(format.name)"
        return ResponseError(.malformedBody, message, offset: 0)
    }

    /// Returns the names of the accepted formats, for messages.
    private static func names(_ options: borrowing PropertyList.Options) -> String {
        let accepted = PropertyList.Format.allCases.filter { options.formats.contains($0) }.map(\.name)
        return accepted.joined(separator: " or ")
    }

    /// Returns the bracket at the beginning of a body that looks like an OpenStep list and cannot be XML; otherwise
    /// nil.
    private static func openStepBracket(of body: ResponseBytes) -> Character? {
        let start = body.span.leadingSpace
        guard start < body.count else { return nil }
        let first = Character(Unicode.Scalar(body[start]))
        return "{(".contains(first) ? first : nil
    }

    /// Returns whether a text begins with an XML declaration, comment, or tag, unlike every OpenStep list.
    ///
    /// OpenStep data also begins with “<”, but only hexadecimal digits follow. No tag of a property list consists of
    /// hexadecimal digits.
    private static func isXML(_ text: ResponseBytes) -> Bool {
        let start = text.span.leadingSpace
        guard start + 1 < text.count, text[start] == UInt8(ascii: "<") else { return false }
        var end = start + 1
        if text[end] == UInt8(ascii: "?") || text[end] == UInt8(ascii: "!") { return true }
        guard text[end].isASCIILetter else { return false }
        while end < text.count, text[end].isASCIILetter || text[end].isASCIIDigit {
            if text[end].hexadecimalValue == nil { return true }
            end += 1
        }
        return false
    }
}

extension PropertyList {
    /// Decodes this value as a `Decodable` type.
    ///
    /// A document can be decoded any number of times, also on several threads simultaneously. The string `$null`, which
    /// Foundation's encoder writes for nil, decodes as nil for an optional. The OpenStep text format has no numbers, so
    /// its strings decode as numbers and Boolean values where the type requires it.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The options for decoding. Only `decoding`, `path`, and `badElements` apply.
    /// - Throws: `ResponseError` with the path from the top of the document and the position in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options()
    ) throws(ResponseError) -> Value {
        var findings: [Finding] = []
        return try decode(type, options: options, findings: &findings)
    }

    /// Decodes this value as a `Decodable` type, and reports skipped elements and unmatched keys.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The options for decoding. Only `decoding`, `path`, and `badElements` apply.
    ///   - findings: Receives a finding for each skipped element and each unmatched key.
    /// - Throws: `ResponseError` with the path from the top of the document and the position in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        let rules = DecodingRules(options, readsStrings: format == .openStep)
        return try flat.decode(type, at: index, rules, findings: &findings)
    }

    /// Returns the value at a pointer (RFC 6901).
    ///
    /// - Parameter pointer: The pointer, such as `/data/items/0`. An empty pointer refers to this value.
    /// - Throws: `ResponseError` with the code `ResponseError.Code.keyNotFound`, and the longest prefix of the path
    ///   that exists.
    public func value(at pointer: JSONPointer) throws(ResponseError) -> PropertyList {
        try part(at: pointer)
    }
}

extension PropertyList: Decodable {
    /// Creates a value from a part of the document being decoded, without copying it.
    ///
    /// - Parameter decoder: A decoder of property lists from this library.
    /// - Throws: `DecodingError` if the decoder has another type.
    public init(from decoder: any Swift.Decoder) throws {
        try self.init(
            partOf: decoder,
            .propertyList,
            otherwise: "a PropertyList can only be made from a property list that Decant decodes"
        )
    }
}

extension TextFormat {
    /// The text formats of property lists.
    ///
    /// XML declares its charset, and no text contains a zero byte.
    fileprivate static let propertyList = TextFormat(declaration: .xml, detectsUTF16AndUTF32ByZeroBytes: true)
}

extension PropertyList {
    /// Parses a list in the OpenStep text format.
    init(
        openStep text: DecodedText,
        options: borrowing PropertyList.Options,
        limits: Limits
    ) throws(ResponseError) {
        var scanner = OpenStepScanner(text.body, options.quirks, limits)
        do throws(PropertyListTextFault) {
            try scanner.run()
        } catch {
            let offset = min(error.offset, text.body.count)
            var failure = error.error(at: .text(offset, text.sourceText))
            failure.details.isCut = offset == text.body.count
            throw failure
        }
        self = scanner.writer.finish(.openStep, text.transcoding)
    }
}

extension PropertyList {
    /// Parses a binary list.
    init(binary body: ResponseBytes, limits: Limits) throws(ResponseError) {
        let trailer = try BinaryPropertyListTrailer(of: body)
        var flat = FlatDocument.make(body, capacity: Self.firstCapacity(for: trailer), words: .propertyList)
        let list = BinaryPropertyListBytes(flat.bytes(upTo: body.count), trailer)
        var reader = BinaryPropertyListReader(list, trailer, limits)
        if let fault = Self.fill(&flat, with: &reader) { throw fault.error(in: body, limits) }
        flat.finish(notes: PropertyList.Format.binary.note, isBinary: true)
        self.init(flat)
    }

    /// Returns an initial node capacity for lists that use each object a few times.
    ///
    /// It is bounded by the number of references.
    ///
    /// Unused memory is never touched, so the system does not allocate it.
    private static func firstCapacity(for trailer: BinaryPropertyListTrailer) -> Int {
        min(trailer.table / trailer.referenceSize, 3 * trailer.objectCount) + 16
    }

    /// Reads all nodes, and grows the memory as often as needed.
    private static func fill(
        _ flat: inout FlatDocument,
        with reader: inout BinaryPropertyListReader
    ) -> BinaryPropertyListFault? {
        while true {
            var fault: BinaryPropertyListFault?
            let isDone = flat.fill { nodes in
                do throws(BinaryPropertyListFault) {
                    return try reader.run(into: &nodes)
                } catch {
                    fault = error
                    return true
                }
            }
            if isDone { return fault }
            flat = flat.grown(to: 2 * flat.count)
        }
    }
}

extension PropertyList {
    /// Parses an XML list.
    init(
        xml body: ResponseBytes,
        in context: inout DecodingContext,
        options: borrowing PropertyList.Options
    ) throws(ResponseError) {
        var own = DecodingContext(context.response, limits: Self.xmlLimits(context.limits))
        defer { for finding in own.findings { context.report(finding) } }
        var xmlOptions = XML.Options()
        // Property lists do not use namespaces.
        xmlOptions.processesNamespaces = false
        xmlOptions.text = options.text
        var tokenizer = try XMLTokenizer(body, in: &own, options: xmlOptions)
        var reader = XMLPropertyListReader(tokenizer.documentBody, context.limits)
        let failure = Self.run(&reader, &tokenizer)
        // Every list names Apple's document type. Its external subset is never read and not needed.
        for finding in tokenizer.findings where finding.severity != .note { own.report(finding) }
        if let failure { throw failure }
        self = reader.writer.finish(.xml, tokenizer.decodedText?.transcoding)
    }

    /// Reads all tokens.
    ///
    /// - Returns: The error that stopped the reader, or nil at the end of the document.
    private static func run(
        _ reader: inout XMLPropertyListReader,
        _ tokenizer: inout XMLTokenizer
    ) -> ResponseError? {
        do throws(ResponseError) {
            while let token = try tokenizer.nextPlain(skipsSpace: !reader.isInScalar) {
                do throws(PropertyListTextFault) {
                    try reader.read(token, &tokenizer)
                } catch {
                    return error.error(at: tokenizer.site(of: error.offset))
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Returns the limits for the XML tokenizer.
    ///
    /// The depth includes `plist`, the containers, and a scalar.
    private static func xmlLimits(_ limits: Limits) -> Limits {
        var own = limits
        own.xmlDepth = limits.propertyListDepth < .max - 3 ? limits.propertyListDepth + 3 : .max
        own.xmlTextBytes = max(limits.xmlTextBytes, limits.bodyBytes)
        return own
    }
}
