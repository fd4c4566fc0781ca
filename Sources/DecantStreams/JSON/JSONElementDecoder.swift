public import DecantCore
public import DecantJSON

/// A decoder of the JSON texts of a stream; the framing separates them.
class JSONTextsDecoder<Element: Sendable>: ElementDecoder<Element> {
    @safe @exclusivity(unchecked) fileprivate final var texts: JSONTexts

    fileprivate init(_ texts: consuming JSONTexts) { self.texts = texts }

    override func append(_ bytes: Span<UInt8>) { texts.append(bytes) }

    override func finish() { texts.finish() }

    override var revision: Int { texts.findingCount }

    override var values: StreamValues { texts.values }

    override var heldBytes: Int { texts.heldBytes }

    override var position: SourcePosition { texts.position(of: texts.end) }

    override func position(of offset: Int) -> SourcePosition { texts.position(of: offset) }

    override func rest() throws(ResponseError) -> JSON {
        if let rest = texts.rest { return rest }
        throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
    }
}

/// A decoder of the values of JSON texts.
final class JSONElementDecoder<Element: Sendable>: JSONTextsDecoder<Element> {
    private let output: JSONTextDecoder<Element>.Make
    private let memory = JSONItemMemory()

    init(_ serializer: JSONResponseSerializer<Element>, _ settings: StreamSettings, _ framing: any JSONFraming) {
        let decoder = serializer.textDecoder
        output = Self.output(of: decoder, settings)
        super.init(JSONTexts(framing, decoder.options, settings, item: serializer.handling))
    }

    override func decode(into batch: ElementBatch<Element>, length: Int) throws(ResponseError) -> Bool {
        texts.batchLength = length
        batch.start(at: texts.end, length: length, texts.findingCount)
        var findings: [Finding] = []
        while let text = try texts.next() {
            do throws(ResponseError) {
                batch.append(try output(text, memory, &findings))
                if !findings.isEmpty { report(&findings) }
                let isOpen = batch.endItem(at: texts.end, texts.findingCount)
                if !isOpen || texts.isReferenced { return true }
            } catch {
                report(&findings)
                try texts.skip(error)
                if !batch.isDelivered { return true }
            }
        }
        return false
    }

    /// Returns a closure that creates the value of a text, unless the text fails the stream.
    private static func output(
        of decoder: JSONTextDecoder<Element>,
        _ settings: StreamSettings
    ) -> JSONTextDecoder<Element>.Make {
        let (failures, limits) = (settings.options.failures, settings.limits)
        guard !failures.isEmpty else { return decoder.output }
        return { [output = decoder.output] (text, memory, findings) throws(ResponseError) in
            for failure in failures {
                if let error = failure.error(text, limits: limits) { throw error }
            }
            return try output(text, memory, &findings)
        }
    }

    private func report(_ findings: inout [Finding]) {
        texts.report(findings)
        findings = []
    }
}

/// A decoder of records, which may be malformed.
final class JSONRecordDecoder: JSONTextsDecoder<Result<JSON?, ResponseError>> {
    init(_ settings: StreamSettings, _ framing: any JSONFraming) {
        super.init(JSONTexts(framing, JSON.Options(), settings, item: ResponseHandling(accepting: nil)))
    }

    override func decode(
        into batch: ElementBatch<Result<JSON?, ResponseError>>,
        length: Int
    ) throws(ResponseError) -> Bool {
        texts.batchLength = length
        batch.start(at: texts.end, length: length, revision)
        while let record = try texts.nextRecord() {
            batch.append(Result(record))
            let isOpen = batch.endItem(at: texts.end, revision)
            if !isOpen || texts.isReferenced { return true }
        }
        return false
    }
}

extension Result<JSON?, ResponseError> {
    fileprivate init(_ record: StreamRecord) {
        self =
            switch record {
            case .value(let json): .success(json)
            case .blank: .success(nil)
            case .malformed(let error), .trailing(let error): .failure(error)
            }
    }
}

// MARK: - Serializers

extension JSONResponseSerializer where Output: Decodable {
    /// Returns the serializer of an element; a part of a document needs no decoding.
    fileprivate static func element(_ type: Output.Type) -> Self {
        JSONResponseSerializer<JSON>.json as? Self ?? .json(type)
    }
}

extension StreamSerializer {
    /// JSON Lines (NDJSON): one value on each line.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonLines(.json(Row.self).dates(.iso8601))
    /// ```
    ///
    /// - Parameter serializer: The serializer that decodes each text. Only its decoding and its preparation apply.
    public static func jsonLines(_ serializer: any JSONTextSerializer<Element>) -> Self {
        Self(accepting: StreamMediaTypes.jsonLines) { settings in
            JSONElementDecoder(serializer.textSerializer, settings, JSONLineFraming())
        }
    }

    /// JSON Lines (NDJSON): one value on each line.
    public static func jsonLines(_ type: Element.Type) -> Self where Element: Decodable {
        jsonLines(JSONResponseSerializer.element(type))
    }
}

extension StreamSerializer {
    /// A JSON text sequence (RFC 7464): values, each preceded by a record separator.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonSequence(.json(Row.self).dates(.iso8601))
    /// ```
    ///
    /// - Parameter serializer: The serializer that decodes each text. Only its decoding and its preparation apply.
    public static func jsonSequence(_ serializer: any JSONTextSerializer<Element>) -> Self {
        Self(accepting: StreamMediaTypes.jsonSequence) { settings in
            JSONElementDecoder(serializer.textSerializer, settings, JSONSequenceFraming())
        }
    }

    /// A JSON text sequence (RFC 7464): values, each preceded by a record separator.
    public static func jsonSequence(_ type: Element.Type) -> Self where Element: Decodable {
        jsonSequence(JSONResponseSerializer.element(type))
    }
}

extension StreamSerializer {
    /// JSON values in sequence: concatenated, indented, or separated by whitespace, as `jq` reads them.
    ///
    /// Lines of values, as in `jsonLines(_:)`, are read, too. A number or a literal needs whitespace before the next
    /// number or literal.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonValues(.json(Row.self).dates(.iso8601))
    /// ```
    ///
    /// - Parameter serializer: The serializer that decodes each text. Only its decoding and its preparation apply.
    public static func jsonValues(_ serializer: any JSONTextSerializer<Element>) -> Self {
        Self(accepting: StreamMediaTypes.jsonValues) { settings in
            let text = serializer.textSerializer
            return JSONElementDecoder(text, settings, JSONValueFraming(text.textDecoder.options))
        }
    }

    /// JSON values in sequence: concatenated, indented, or separated by whitespace, as `jq` reads them.
    public static func jsonValues(_ type: Element.Type) -> Self where Element: Decodable {
        jsonValues(JSONResponseSerializer.element(type))
    }
}

extension StreamSerializer {
    /// The elements of one array inside a JSON document of any size, as they arrive.
    ///
    /// The stream's `rest()` returns the document around the array.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonElements(.json(Row.self).dates(.iso8601), at: "/data/rows")
    /// ```
    ///
    /// - Parameters:
    ///   - serializer: The serializer that decodes each text. Only its decoding and its preparation apply.
    ///   - pointer: The pointer to the array. By default, the document itself is the array.
    public static func jsonElements(
        _ serializer: any JSONTextSerializer<Element>,
        at pointer: JSONPointer = .root
    ) -> Self {
        Self(accepting: JSON.Options.mediaTypes) { settings in
            let text = serializer.textSerializer
            let framing = JSONArrayFraming(at: pointer, text.textDecoder.options, settings.limits)
            return JSONElementDecoder(text, settings, framing)
        }
    }

    /// The elements of one array inside a JSON document of any size, as they arrive.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - pointer: The pointer to the array. By default, the document itself is the array.
    public static func jsonElements(_ type: Element.Type, at pointer: JSONPointer = .root) -> Self
    where Element: Decodable { jsonElements(JSONResponseSerializer.element(type), at: pointer) }
}

extension StreamSerializer where Element == Result<JSON?, ResponseError> {
    /// The lines of JSON Lines, for programs that report on each line.
    ///
    /// A blank line is nil. A line that is not a JSON text is a failure; the stream continues after it.
    public static var jsonLineRecords: Self {
        Self(accepting: StreamMediaTypes.jsonLines) { settings in JSONRecordDecoder(settings, JSONLineFraming()) }
    }

    /// The records of a JSON text sequence, for programs that report on each record.
    ///
    /// A record with only whitespace is nil. A record that is not a JSON text is a failure; the stream continues after
    /// it. A failure with the `itemIndex` of the previous value is about more text in the record of that value, and makes
    /// it malformed.
    public static var jsonSequenceRecords: Self {
        Self(accepting: StreamMediaTypes.jsonSequence) { settings in
            JSONRecordDecoder(settings, JSONSequenceFraming())
        }
    }
}

private enum StreamMediaTypes {
    static let jsonLines: [MediaTypePattern] = [
        "application/x-ndjson", "application/jsonl", "application/ndjson", "application/x-jsonl",
        "application/jsonlines", "application/x-jsonlines", "application/json-lines", "application/stream+json",
    ]
    static let jsonValues = jsonLines + JSON.Options.mediaTypes
    static let jsonSequence: [MediaTypePattern] = ["application/json-seq", "*+json-seq"]
}
