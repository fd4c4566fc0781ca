public import DecantCore
public import DecantJSON

// The three formats differ in how they separate texts. Shared code is in `JSONTexts` and `JSONTextFormat`.

/// A format of JSON texts that decodes each text with the same decoder.
@usableFromInline
protocol JSONTextFormat: StreamFormat, ~Copyable {
    var decoder: JSONTextDecoder<Element> { get }
    var memory: JSONItemMemory { get }
    /// The findings about the text being decoded. Stored, because releasing an array for each text takes time.
    var pending: [Finding] { get set }
    mutating func nextText() throws(ResponseError) -> JSON?
    mutating func skip(_ reason: ResponseError) throws(ResponseError)
    mutating func report(_ findings: [Finding])
}

extension JSONTextFormat where Self: ~Copyable {
    @inlinable
    mutating func nextElement() throws(ResponseError) -> Element? {
        while let text = try nextText() {
            do throws(ResponseError) {
                // Return the element directly. Copying it to a variable would retain each of its strings.
                return try element(of: text)
            } catch {
                try skip(error)
            }
        }
        return nil
    }

    @inlinable
    @inline(__always)
    mutating func element(of text: consuming JSON) throws(ResponseError) -> Element {
        defer {
            if !pending.isEmpty {
                report(pending)
                pending = []
            }
        }
        return try decoder.output(text, memory, &pending)
    }
}

/// The format of JSON Lines (NDJSON): one JSON text on each line.
public struct JSONLines<Element: Sendable>: JSONTextFormat, ~Copyable {
    var texts: JSONTexts<JSONLineFraming>
    @usableFromInline let decoder: JSONTextDecoder<Element>
    @usableFromInline let memory = JSONItemMemory()
    @usableFromInline var pending: [Finding] = []

    init(_ serializer: JSONResponseSerializer<Element>, _ settings: StreamSettings) {
        decoder = serializer.textDecoder
        texts = JSONTexts(JSONLineFraming(), decoder.options, settings, item: serializer.handling)
    }

    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    public mutating func append(_ bytes: Span<UInt8>) { texts.append(bytes) }

    /// Ends the input.
    public mutating func finish() { texts.finish() }

    /// Reads the next text and decodes it.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? { try nextElement() }

    /// The findings so far.
    public var findings: [Finding] { texts.findings }

    /// The number of bytes held for an incomplete text.
    public var heldBytes: Int { texts.heldBytes }

    /// The current read position in the stream.
    public var position: SourcePosition { mutating get { texts.position } }

    @usableFromInline mutating func nextText() throws(ResponseError) -> JSON? { try texts.next() }
    @usableFromInline mutating func skip(_ reason: ResponseError) throws(ResponseError) { try texts.skip(reason) }
    @usableFromInline mutating func report(_ findings: [Finding]) { texts.report(findings) }
}

/// The format of JSON text sequences (RFC 7464): JSON texts, each preceded by a record separator.
public struct JSONSequence<Element: Sendable>: JSONTextFormat, ~Copyable {
    var texts: JSONTexts<JSONSequenceFraming>
    @usableFromInline let decoder: JSONTextDecoder<Element>
    @usableFromInline let memory = JSONItemMemory()
    @usableFromInline var pending: [Finding] = []

    init(_ serializer: JSONResponseSerializer<Element>, _ settings: StreamSettings) {
        decoder = serializer.textDecoder
        texts = JSONTexts(JSONSequenceFraming(), decoder.options, settings, item: serializer.handling)
    }

    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    public mutating func append(_ bytes: Span<UInt8>) { texts.append(bytes) }

    /// Ends the input.
    public mutating func finish() { texts.finish() }

    /// Reads the next text and decodes it.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? { try nextElement() }

    /// The findings so far.
    public var findings: [Finding] { texts.findings }

    /// The number of bytes held for an incomplete text.
    public var heldBytes: Int { texts.heldBytes }

    /// The current read position in the stream.
    public var position: SourcePosition { mutating get { texts.position } }

    @usableFromInline mutating func nextText() throws(ResponseError) -> JSON? { try texts.next() }
    @usableFromInline mutating func skip(_ reason: ResponseError) throws(ResponseError) { try texts.skip(reason) }
    @usableFromInline mutating func report(_ findings: [Finding]) { texts.report(findings) }
}

/// The format of the elements of one array inside a JSON document of any size.
public struct JSONElements<Element: Sendable>: JSONTextFormat, ~Copyable {
    var texts: JSONTexts<JSONArrayFraming>
    @usableFromInline let decoder: JSONTextDecoder<Element>
    @usableFromInline let memory = JSONItemMemory()
    @usableFromInline var pending: [Finding] = []

    init(_ serializer: JSONResponseSerializer<Element>, at pointer: JSONPointer, _ settings: StreamSettings) {
        decoder = serializer.textDecoder
        let framing = JSONArrayFraming(at: pointer, decoder.options, settings.limits)
        texts = JSONTexts(framing, decoder.options, settings, item: serializer.handling)
    }

    /// Appends bytes.
    ///
    /// They are parsed when elements are read.
    public mutating func append(_ bytes: Span<UInt8>) { texts.append(bytes) }

    /// Ends the input.
    public mutating func finish() { texts.finish() }

    /// Reads the next text and decodes it.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? { try nextElement() }

    /// The findings so far.
    public var findings: [Finding] { texts.findings }

    /// The number of bytes held for an incomplete text.
    public var heldBytes: Int { texts.heldBytes }

    /// The current read position in the stream.
    public var position: SourcePosition { mutating get { texts.position } }

    @usableFromInline mutating func nextText() throws(ResponseError) -> JSON? { try texts.next() }
    @usableFromInline mutating func skip(_ reason: ResponseError) throws(ResponseError) { try texts.skip(reason) }
    @usableFromInline mutating func report(_ findings: [Finding]) { texts.report(findings) }
}

extension JSONElements {
    /// Returns the document around the array.
    ///
    /// Throws before the document is complete.
    func rest() throws(ResponseError) -> JSON {
        if let rest = texts.framing.rest { return rest }
        throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
    }
}

// MARK: - Serializers

extension StreamSerializer where Format: ~Copyable {
    /// JSON Lines (NDJSON): one value on each line.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonLines(.json(Row.self).dates(.iso8601))
    /// ```
    ///
    /// - Parameter serializer: The serializer that decodes each text. Only its decoding and its preparation apply.
    public static func jsonLines<Element>(_ serializer: some JSONTextSerializer<Element>) -> Self
    where Format == JSONLines<Element> {
        Self(accepting: StreamMediaTypes.jsonLines) { settings in JSONLines(serializer.textSerializer, settings) }
    }

    /// JSON Lines (NDJSON): one value on each line.
    public static func jsonLines<Element: Decodable>(_ type: Element.Type) -> Self
    where Format == JSONLines<Element> {
        jsonLines(.json(type))
    }

    /// JSON Lines (NDJSON): one value on each line.
    ///
    /// - Parameter type: `JSON`, for elements without a specific type.
    public static func jsonLines(_ type: JSON.Type) -> Self where Format == JSONLines<JSON> { jsonLines(.json) }
}

extension StreamSerializer where Format: ~Copyable {
    /// A JSON text sequence (RFC 7464): values, each preceded by a record separator.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonSequence(.json(Row.self).dates(.iso8601))
    /// ```
    ///
    /// - Parameter serializer: The serializer that decodes each text. Only its decoding and its preparation apply.
    public static func jsonSequence<Element>(_ serializer: some JSONTextSerializer<Element>) -> Self
    where Format == JSONSequence<Element> {
        Self(accepting: StreamMediaTypes.jsonSequence) { settings in JSONSequence(serializer.textSerializer, settings) }
    }

    /// A JSON text sequence (RFC 7464): values, each preceded by a record separator.
    public static func jsonSequence<Element: Decodable>(_ type: Element.Type) -> Self
    where Format == JSONSequence<Element> {
        jsonSequence(.json(type))
    }

    /// A JSON text sequence (RFC 7464): values, each preceded by a record separator.
    ///
    /// - Parameter type: `JSON`, for elements without a specific type.
    public static func jsonSequence(_ type: JSON.Type) -> Self where Format == JSONSequence<JSON> {
        jsonSequence(.json)
    }
}

extension StreamSerializer where Format: ~Copyable {
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
    public static func jsonElements<Element>(
        _ serializer: some JSONTextSerializer<Element>,
        at pointer: JSONPointer = .root
    )
        -> Self
    where Format == JSONElements<Element> {
        Self(accepting: JSON.Options.mediaTypes) { settings in
            JSONElements(serializer.textSerializer, at: pointer, settings)
        }
    }

    /// The elements of one array inside a JSON document of any size, as they arrive.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - pointer: The pointer to the array. By default, the document itself is the array.
    public static func jsonElements<Element: Decodable>(_ type: Element.Type, at pointer: JSONPointer = .root) -> Self
    where Format == JSONElements<Element> {
        jsonElements(.json(type), at: pointer)
    }

    /// The elements of one array inside a JSON document of any size, as they arrive.
    ///
    /// - Parameters:
    ///   - type: `JSON`, for elements without a specific type.
    ///   - pointer: The pointer to the array. By default, the document itself is the array.
    public static func jsonElements(_ type: JSON.Type, at pointer: JSONPointer = .root) -> Self
    where Format == JSONElements<JSON> { jsonElements(.json, at: pointer) }
}

private enum StreamMediaTypes {
    static let jsonLines: [MediaTypePattern] = [
        "application/x-ndjson", "application/jsonl", "application/ndjson", "application/x-jsonl",
        "application/jsonlines", "application/x-jsonlines", "application/json-lines", "application/stream+json",
    ]
    static let jsonSequence: [MediaTypePattern] = ["application/json-seq", "*+json-seq"]
}
