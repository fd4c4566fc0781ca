public import DecantCore
public import DecantJSON

// The three formats differ in what separates the texts; the code that they share is in `JSONTexts` and `JSONTextFormat`.

/// A format of JSON texts, each of which is decoded by one decoder.
@usableFromInline
protocol JSONTextFormat: StreamFormat, ~Copyable {
    var decoder: JSONTextDecoder<Element> { get }
    var memory: JSONItemMemory { get }
    /// The findings about the text that is being decoded; kept, since an array for each text takes time to release.
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
                // Directly into the result: copying a variable would count references for each string in it.
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

/// The format of JSON Lines (NDJSON): a JSON text on each line.
public struct JSONLines<Element: Sendable>: JSONTextFormat, ~Copyable {
    var texts: JSONTexts<JSONLineFraming>
    @usableFromInline let decoder: JSONTextDecoder<Element>
    @usableFromInline let memory = JSONItemMemory()
    @usableFromInline var pending: [Finding] = []

    init(_ serializer: JSONResponseSerializer<Element>, _ settings: StreamSettings) {
        decoder = serializer.textDecoder
        texts = JSONTexts(JSONLineFraming(), decoder.options, settings, item: serializer.handling)
    }

    /// Adds bytes, which are parsed when elements are read.
    public mutating func append(_ bytes: Span<UInt8>) { texts.append(bytes) }

    /// Ends the input.
    public mutating func finish() { texts.finish() }

    /// Reads the next text, and decodes it.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? { try nextElement() }

    /// The findings so far.
    public var findings: [Finding] { texts.findings }

    /// The number of bytes that are held for an incomplete text.
    public var heldBytes: Int { texts.heldBytes }

    /// The position up to which the stream was read.
    public var position: SourcePosition { mutating get { texts.position } }

    @usableFromInline mutating func nextText() throws(ResponseError) -> JSON? { try texts.next() }
    @usableFromInline mutating func skip(_ reason: ResponseError) throws(ResponseError) { try texts.skip(reason) }
    @usableFromInline mutating func report(_ findings: [Finding]) { texts.report(findings) }
}

/// The format of JSON text sequences (RFC 7464): JSON texts, each after a record separator.
public struct JSONSequence<Element: Sendable>: JSONTextFormat, ~Copyable {
    var texts: JSONTexts<JSONSequenceFraming>
    @usableFromInline let decoder: JSONTextDecoder<Element>
    @usableFromInline let memory = JSONItemMemory()
    @usableFromInline var pending: [Finding] = []

    init(_ serializer: JSONResponseSerializer<Element>, _ settings: StreamSettings) {
        decoder = serializer.textDecoder
        texts = JSONTexts(JSONSequenceFraming(), decoder.options, settings, item: serializer.handling)
    }

    /// Adds bytes, which are parsed when elements are read.
    public mutating func append(_ bytes: Span<UInt8>) { texts.append(bytes) }

    /// Ends the input.
    public mutating func finish() { texts.finish() }

    /// Reads the next text, and decodes it.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? { try nextElement() }

    /// The findings so far.
    public var findings: [Finding] { texts.findings }

    /// The number of bytes that are held for an incomplete text.
    public var heldBytes: Int { texts.heldBytes }

    /// The position up to which the stream was read.
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

    /// Adds bytes, which are parsed when elements are read.
    public mutating func append(_ bytes: Span<UInt8>) { texts.append(bytes) }

    /// Ends the input.
    public mutating func finish() { texts.finish() }

    /// Reads the next text, and decodes it.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? { try nextElement() }

    /// The findings so far.
    public var findings: [Finding] { texts.findings }

    /// The number of bytes that are held for an incomplete text.
    public var heldBytes: Int { texts.heldBytes }

    /// The position up to which the stream was read.
    public var position: SourcePosition { mutating get { texts.position } }

    @usableFromInline mutating func nextText() throws(ResponseError) -> JSON? { try texts.next() }
    @usableFromInline mutating func skip(_ reason: ResponseError) throws(ResponseError) { try texts.skip(reason) }
    @usableFromInline mutating func report(_ findings: [Finding]) { texts.report(findings) }
}

extension JSONElements {
    /// The document around the array.
    func rest() throws(ResponseError) -> JSON {
        if let rest = texts.framing.rest { return rest }
        throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
    }
}

// MARK: - Serializers

extension StreamSerializer where Format: ~Copyable {
    /// JSON Lines (NDJSON): a value on each line.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonLines(.json(Row.self).dates(.iso8601))
    /// ```
    ///
    /// - Parameter serializer: Decodes each text; only its decoding and its preparation have an effect.
    /// - Returns: The serializer.
    public static func jsonLines<Element>(_ serializer: some JSONTextSerializer<Element>) -> Self
    where Format == JSONLines<Element> {
        Self(accepting: StreamMediaTypes.jsonLines) { settings in JSONLines(serializer.textSerializer, settings) }
    }

    /// JSON Lines (NDJSON): a value on each line.
    ///
    /// - Parameter type: The type of an element.
    /// - Returns: The serializer.
    public static func jsonLines<Element: Decodable>(_ type: Element.Type) -> Self
    where Format == JSONLines<Element> {
        jsonLines(.json(type))
    }

    /// JSON Lines (NDJSON): a value on each line.
    ///
    /// - Parameter type: `JSON`, for elements without a type of their own.
    /// - Returns: The serializer.
    public static func jsonLines(_ type: JSON.Type) -> Self where Format == JSONLines<JSON> { jsonLines(.json) }
}

extension StreamSerializer where Format: ~Copyable {
    /// A JSON text sequence (RFC 7464): values, each after a record separator.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonSequence(.json(Row.self).dates(.iso8601))
    /// ```
    ///
    /// - Parameter serializer: Decodes each text; only its decoding and its preparation have an effect.
    /// - Returns: The serializer.
    public static func jsonSequence<Element>(_ serializer: some JSONTextSerializer<Element>) -> Self
    where Format == JSONSequence<Element> {
        Self(accepting: StreamMediaTypes.jsonSequence) { settings in JSONSequence(serializer.textSerializer, settings) }
    }

    /// A JSON text sequence (RFC 7464): values, each after a record separator.
    ///
    /// - Parameter type: The type of an element.
    /// - Returns: The serializer.
    public static func jsonSequence<Element: Decodable>(_ type: Element.Type) -> Self
    where Format == JSONSequence<Element> {
        jsonSequence(.json(type))
    }

    /// A JSON text sequence (RFC 7464): values, each after a record separator.
    ///
    /// - Parameter type: `JSON`, for elements without a type of their own.
    /// - Returns: The serializer.
    public static func jsonSequence(_ type: JSON.Type) -> Self where Format == JSONSequence<JSON> {
        jsonSequence(.json)
    }
}

extension StreamSerializer where Format: ~Copyable {
    /// The elements of one array inside a JSON document of any size, as they arrive.
    ///
    /// `rest()` of the stream has what is around the array.
    ///
    /// ```swift
    /// let rows = StreamSerializer.jsonElements(.json(Row.self).dates(.iso8601), at: "/data/rows")
    /// ```
    ///
    /// - Parameters:
    ///   - serializer: Decodes each text; only its decoding and its preparation have an effect.
    ///   - pointer: The pointer that leads to the array; by default the document is the array.
    /// - Returns: The serializer.
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
    ///   - pointer: The pointer that leads to the array; by default the document is the array.
    /// - Returns: The serializer.
    public static func jsonElements<Element: Decodable>(_ type: Element.Type, at pointer: JSONPointer = .root) -> Self
    where Format == JSONElements<Element> {
        jsonElements(.json(type), at: pointer)
    }

    /// The elements of one array inside a JSON document of any size, as they arrive.
    ///
    /// - Parameters:
    ///   - type: `JSON`, for elements without a type of their own.
    ///   - pointer: The pointer that leads to the array; by default the document is the array.
    /// - Returns: The serializer.
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
