public import DecantCore
import DecantDocument
import DecantText
import DecantXML

extension PropertyList {
    /// Reads a property list.
    ///
    /// A body that begins with `bplist` is binary. Any other one is XML, unless OpenStep's text is accepted: then it is XML
    /// if it begins with a declaration, a comment, or a tag.
    ///
    /// - Parameters:
    ///   - bytes: The list, in one of the formats that the options accept. A ``ResponseBytes`` is not copied.
    ///   - options: The ways in which the list is read.
    ///   - limits: The bounds of depth, length and number.
    /// - Throws: ``ResponseError`` with the position of the first fault.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        try self.init(parsing: ResponseBytes(bytes), options: options, limits: limits)
    }

    /// Reads a property list without a copy of its bytes.
    ///
    /// - Parameters:
    ///   - body: The list, as for other bytes.
    ///   - options: The ways in which the list is read.
    ///   - limits: The bounds of depth, length and number.
    /// - Throws: ``ResponseError`` with the position of the first fault.
    public init(
        parsing body: ResponseBytes,
        options: Options = Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(parsing: body, in: &context, options: options)
    }

    /// Reads the list of a response, if it is text in the charset that the response names.
    package init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: borrowing PropertyList.Options
    ) throws(ResponseError) {
        let isKnownVersion = body.hasPrefix(BinaryPropertyListTrailer.magic)
        if isKnownVersion || body.hasPrefix(Array("bplist".utf8)) {
            guard options.formats.contains(.binary) else { throw Self.refusal(of: .binary, options) }
            guard isKnownVersion else {
                throw BinaryPropertyListFault(.version, at: 6).error(in: body)
            }
            try self.init(binary: body, limits: context.limits)
        } else {
            try self.init(text: body, in: &context, options: options)
        }
        if options.rejectsDuplicateKeys { try flat.refuseDuplicateKeys() }
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
                throw ResponseError(.malformedBody, message, offset: body.start)
            }
            try self.init(xml: body, in: &context, options: options)
            return
        }
        let text = try DecodedText.decode(body, in: &context, options: options.text, format: .propertyList)
        if Self.isXML(text.body) {
            guard options.formats.contains(.xml) else { throw Self.refusal(of: .xml, options) }
            try self.init(xml: body, in: &context, options: options)
        } else {
            try self.init(openStep: text, options: options, limits: context.limits)
        }
    }

    private static func refusal(of format: PropertyList.Format, _ options: borrowing PropertyList.Options)
        -> ResponseError
    {
        let message = "expected a list in \(names(options)), but found \(format.name)"
        return ResponseError(.malformedBody, message, offset: 0)
    }

    /// The accepted formats in words.
    private static func names(_ options: borrowing PropertyList.Options) -> String {
        let accepted = PropertyList.Format.allCases.filter { options.formats.contains($0) }.map(\.name)
        return accepted.joined(separator: " or ")
    }

    /// The bracket that a body begins with where a list of OpenStep's may be meant, and none in XML can be.
    private static func openStepBracket(of body: ResponseBytes) -> Character? {
        var start = 0
        while start < body.count, XMLCharacters.isWhitespace(body[start]) { start += 1 }
        guard start < body.count else { return nil }
        let first = Character(Unicode.Scalar(body[start]))
        return "{(".contains(first) ? first : nil
    }

    /// Returns whether a text begins with a declaration, a comment or a tag of XML; no list of OpenStep's does.
    ///
    /// OpenStep's data begin with “<”, too, but have only hexadecimal digits after it, which no tag of a property list consists of.
    private static func isXML(_ text: ResponseBytes) -> Bool {
        var start = 0
        while start < text.count, XMLCharacters.isWhitespace(text[start]) { start += 1 }
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
    /// Makes a value of a `Decodable` type from this part of a document.
    ///
    /// A document can be decoded any number of times, by several threads at once, too. The string `$null`, which Foundation's
    /// encoder writes for nil, is not a value for an optional. In OpenStep's text, which has no numbers, strings are read as
    /// numbers and Boolean values where those are decoded.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The ways in which values are read; only `decoding`, `path`, and `badElements` have an effect.
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

    /// Makes a value of a `Decodable` type from this part of a document, and reports the parts that the value lacks.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: The ways in which values are read; only `decoding`, `path`, and `badElements` have an effect.
    ///   - strategies: The functions and objects of the caller's own.
    ///   - findings: The findings, to which one for each element that was skipped is added.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the position in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: Options = Options(),
        strategies: CustomStrategies = CustomStrategies(),
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        let rules = DecodingRules(options, strategies, readsStrings: format == .openStep)
        return try flat.decode(type, at: index, rules, findings: &findings)
    }

    /// The value that a pointer (RFC 6901) leads to.
    ///
    /// - Parameter pointer: The pointer, such as `/data/items/0`; the empty one leads to this value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    public func value(at pointer: JSONPointer) throws(ResponseError) -> PropertyList {
        try part(at: pointer)
    }
}

extension PropertyList: Decodable {
    /// Creates a value from a part of the document that is being decoded, without a copy.
    ///
    /// - Parameter decoder: A decoder of property lists of this library.
    /// - Throws: `DecodingError` if the decoder is another one.
    public init(from decoder: any Swift.Decoder) throws {
        try self.init(
            partOf: decoder,
            .propertyList,
            otherwise: "a PropertyList can only be made from a property list that Decant decodes"
        )
    }
}

extension TextFormat {
    /// The text formats of property lists: XML declares its charset, and no text has a zero byte.
    fileprivate static let propertyList = TextFormat(declaration: .xml, detectsUTF16AndUTF32ByZeroBytes: true)
}

extension PropertyList {
    /// Reads a list in OpenStep's text.
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
    /// Reads a binary list.
    init(binary body: ResponseBytes, limits: Limits) throws(ResponseError) {
        let trailer = try BinaryPropertyListTrailer(of: body)
        var flat = FlatDocument.make(body, capacity: Self.firstCapacity(for: trailer), words: .propertyList)
        let list = BinaryPropertyListBytes(flat.bytes(upTo: body.count), trailer)
        var reader = BinaryPropertyListReader(list, trailer, limits)
        if let fault = Self.fill(&flat, with: &reader) { throw fault.error(in: body, limits) }
        flat.finish(notes: PropertyList.Format.binary.note, isBinary: true)
        self.init(flat)
    }

    /// The number of nodes of a list whose objects are used a few times: fewer than its references.
    ///
    /// Memory that is not used is never touched, and so is not taken from the system.
    private static func firstCapacity(for trailer: BinaryPropertyListTrailer) -> Int {
        min(trailer.table / trailer.referenceSize, 3 * trailer.objectCount) + 16
    }

    /// Reads all nodes, with more memory as often as it is needed.
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
    /// Reads a list in XML.
    init(
        xml body: ResponseBytes,
        in context: inout DecodingContext,
        options: borrowing PropertyList.Options
    ) throws(ResponseError) {
        var own = DecodingContext(context.response, limits: Self.xmlLimits(context.limits))
        defer { for finding in own.findings { context.report(finding) } }
        var xmlOptions = XML.Options()
        // Namespaces mean nothing to a list.
        xmlOptions.processesNamespaces = false
        xmlOptions.text = options.text
        var tokenizer = try XMLTokenizer(body, in: &own, options: xmlOptions)
        var reader = XMLPropertyListReader(tokenizer.documentBody, context.limits)
        let failure = Self.run(&reader, &tokenizer)
        // Every list names Apple's document type, whose external part is never read and not missed.
        for finding in tokenizer.findings where finding.severity != .note { own.report(finding) }
        if let failure { throw failure }
        self = reader.writer.finish(.xml, tokenizer.decodedText?.transcoding)
    }

    /// Reads all tokens.
    ///
    /// - Returns: The fault that stopped it, if there is one.
    private static func run(
        _ reader: inout XMLPropertyListReader,
        _ tokenizer: inout XMLTokenizer
    ) -> ResponseError? {
        do throws(ResponseError) {
            while let token = try tokenizer.nextPlain(skipsSpace: !reader.isInScalar) {
                do throws(PropertyListTextFault) {
                    try reader.take(token, &tokenizer)
                } catch {
                    return error.error(at: tokenizer.site(of: error.offset))
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Returns the limits of lists as limits of XML; elements are the containers, the `plist` around them, and a scalar.
    private static func xmlLimits(_ limits: Limits) -> Limits {
        var own = limits
        own.xmlDepth = limits.propertyListDepth < .max - 3 ? limits.propertyListDepth + 3 : .max
        own.xmlTextBytes = max(limits.xmlTextBytes, limits.bodyBytes)
        return own
    }
}
