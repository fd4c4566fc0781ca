public import DecantCore
public import DecantJSON
public import DecantText
public import DecantXML

/// The media types of streams.
private enum StreamMediaTypes {
    static let events: [MediaTypePattern] = ["text/event-stream"]
    static let jsonLines: [MediaTypePattern] = [
        "application/x-ndjson", "application/jsonl", "application/ndjson", "application/x-jsonl",
        "application/jsonlines",
        "application/x-jsonlines", "application/json-lines", "application/stream+json",
    ]
    static let jsonSequence: [MediaTypePattern] = ["application/json-seq", "*+json-seq"]
}

// MARK: - JSON

extension StreamSerializer where Element: Decodable {
    /// JSON Lines (NDJSON): a value on each line.
    ///
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - options: The ways in which the texts are read and the type is made of them.
    /// - Returns: The serializer.
    public static func jsonLines(_ type: Element.Type, options: JSON.Options = JSON.Options()) -> Self {
        Self(accepting: StreamMediaTypes.jsonLines) { settings in
            JSONStreamItems(JSONLineFraming(), options, settings, Self.maker(options))
        }
    }

    /// A JSON text sequence (RFC 7464): values, each after a record separator.
    ///
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - options: The ways in which the texts are read and the type is made of them.
    /// - Returns: The serializer.
    public static func jsonSequence(_ type: Element.Type, options: JSON.Options = JSON.Options()) -> Self {
        Self(accepting: StreamMediaTypes.jsonSequence) { settings in
            JSONStreamItems(JSONSequenceFraming(), options, settings, Self.maker(options))
        }
    }

    /// The elements of one array inside a JSON document of any size, as they arrive.
    ///
    /// `ResponseStream.rest(as:)` has what is around the array.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - pointer: The JSON pointer (RFC 6901) that leads to the array; by default the document is the array.
    ///   - options: The ways in which the elements are read and the type is made of them.
    /// - Returns: The serializer.
    public static func jsonElements(
        _ type: Element.Type,
        at pointer: String = "",
        options: JSON.Options = JSON.Options()
    ) -> Self {
        Self(accepting: JSON.Options.mediaTypes) { settings in
            JSONStreamItems(
                JSONArrayFraming(at: pointer, options, settings.limits),
                options,
                settings,
                Self.maker(options)
            )
        }
    }

    private static func maker(_ options: JSON.Options) -> JSONElementMaker<Element> {
        // A value that is a part of its document needs no decoder.
        if Element.self == JSON.self {
            return { (json, _, _) throws(ResponseError) in renamed(json, to: Element.self) }
        }
        return JSONItemMemory.maker(Element.self, options)
    }
}

extension StreamSerializer where Element: JSON.DirectDecodable {
    /// JSON Lines (NDJSON), as a type that reads itself straight from the document.
    ///
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - options: The ways in which the texts are read.
    /// - Returns: The serializer.
    public static func jsonLines(direct type: Element.Type, options: JSON.Options = JSON.Options()) -> Self {
        Self(accepting: StreamMediaTypes.jsonLines) { settings in
            JSONStreamItems(JSONLineFraming(), options, settings) { (json, _, _) throws(ResponseError) in
                try json.decode(direct: type)
            }
        }
    }

    /// A JSON text sequence (RFC 7464), as a type that reads itself straight from the document.
    ///
    /// - Parameters:
    ///   - type: The type of a value.
    ///   - options: The ways in which the texts are read.
    /// - Returns: The serializer.
    public static func jsonSequence(direct type: Element.Type, options: JSON.Options = JSON.Options()) -> Self {
        Self(accepting: StreamMediaTypes.jsonSequence) { settings in
            JSONStreamItems(JSONSequenceFraming(), options, settings) { (json, _, _) throws(ResponseError) in
                try json.decode(direct: type)
            }
        }
    }

    /// The elements of one array inside a JSON document, as a type that reads itself straight from the document.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - pointer: The JSON pointer (RFC 6901) that leads to the array; by default the document is the array.
    ///   - options: The ways in which the elements are read.
    /// - Returns: The serializer.
    public static func jsonElements(
        direct type: Element.Type,
        at pointer: String = "",
        options: JSON.Options = JSON.Options()
    ) -> Self {
        Self(accepting: JSON.Options.mediaTypes) { settings in
            JSONStreamItems(JSONArrayFraming(at: pointer, options, settings.limits), options, settings) {
                (json, _, _) throws(ResponseError) in
                try json.decode(direct: type)
            }
        }
    }
}

// MARK: - Text, XML and bytes

extension StreamSerializer where Element == String {
    /// The lines of a text in any charset; they end with LF, CR or CR LF.
    public static var lines: Self { lines() }

    /// The lines of a text.
    ///
    /// - Parameter options: The charset, if not the one that the response names, and the policy for malformed bytes.
    /// - Returns: The serializer.
    public static func lines(options: TextOptions = TextOptions()) -> Self {
        Self(accepting: TextOptions.mediaTypes) { settings in LineItems(options, settings) }
    }
}

extension StreamSerializer where Element == XML.OwnedEvent {
    /// The events of an XML document.
    public static var xmlEvents: Self { xmlEvents() }

    /// The events of an XML document.
    ///
    /// - Parameter options: The ways in which the text is read.
    /// - Returns: The serializer.
    public static func xmlEvents(options: XML.Options = XML.Options()) -> Self {
        Self(accepting: XML.Options.mediaTypes) { settings in XMLItems(options, settings) }
    }
}

extension StreamSerializer where Element == ResponseBody {
    /// The bytes as they come, of any media type, after their content codings were undone.
    public static var pieces: Self { Self(accepting: nil) { _ in PieceItems() } }
}

// MARK: - Events

extension StreamSerializer where Element == ServerSentEvent<String> {
    /// The events of an event stream (WHATWG HTML §9.2), with their data as text.
    public static var serverSentEvents: Self {
        Self(accepting: StreamMediaTypes.events) { settings in
            EventItems(settings) { (source) throws(ResponseError) in
                guard try source.advance() else { return nil }
                return try source.withEvent { (event) throws(ResponseError) in event.owned }
            }
        }
    }
}

extension StreamSerializer {
    /// The events of an event stream (WHATWG HTML §9.2), with decoded data.
    ///
    /// - Parameter serializer: Decodes the data of each event; only its decoding has an effect.
    /// - Returns: The serializer.
    @inlinable
    public static func serverSentEvents<Content>(
        _ serializer: some ResponseSerializer<Content>
    ) -> Self where Element == ServerSentEvent<Content> {
        // In line, where the type is known: to look it up for each event takes as long as to read one.
        Self(eventsBy: EventDecoder(serializer)) { (decoder, source) throws(ResponseError) in
            while let data = try source.nextData() {
                var findings: [Finding] = []
                defer { if !findings.isEmpty { source.report(findings) } }
                do throws(ResponseError) {
                    let content =
                        switch consume data {
                        case .json(let json): try decoder.value(json, source, &findings)
                        case .bytes: try decoder.other(source, &findings)
                        }
                    guard source.hasTypeOrID else { return ServerSentEvent(data: content) }
                    return ServerSentEvent(type: source.type, data: content, lastEventID: source.lastEventID)
                } catch {
                    try source.skip(error)
                }
            }
            return nil
        }
    }

    /// Creates a serializer of events with decoded data.
    @usableFromInline
    init<Content>(
        eventsBy decoder: EventDecoder<Content>,
        _ make: @escaping @Sendable (EventDecoder<Content>, EventSource) throws(ResponseError) -> Element?
    ) {
        self.init(accepting: StreamMediaTypes.events) { settings in
            EventItems(settings, json: decoder.options) { (source) throws(ResponseError) in try make(decoder, source) }
        }
    }

    /// The events of an event stream (WHATWG HTML §9.2), made into elements by a function: for streams whose events have different
    /// types, by their names.
    ///
    /// ```swift
    /// let serializer = StreamSerializer<Update>.serverSentEvents { event throws(ResponseError) in
    ///     switch event.type {
    ///     case "delta": .delta(try event.value(as: .json(Delta.self)))
    ///     case "usage": .usage(try event.value(as: .json(Usage.self)))
    ///     case "error": throw ResponseError(.rejected, "the model stopped", underlying: nil)
    ///     default: nil
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter make: Makes an element of an event; nil skips it. An error with the code `rejected` ends the stream also
    ///   where bad items are skipped.
    /// - Returns: The serializer.
    public static func serverSentEvents(
        _ make: @escaping @Sendable (ServerSentEvent<String>) throws(ResponseError) -> Element?
    ) -> Self {
        Self(accepting: StreamMediaTypes.events) { settings in
            EventItems(settings) { (source) throws(ResponseError) in
                while try source.advance() {
                    do throws(ResponseError) {
                        let event = try source.withEvent { (event) throws(ResponseError) in event.owned }
                        if let element = try make(event) { return element }
                    } catch {
                        try source.skip(error)
                    }
                }
                return nil
            }
        }
    }

    /// A serializer whose stream ends with an event that has some data, such as `[DONE]`, which is not an element.
    ///
    /// A stream that ends without it is truncated: the error has the code `truncatedBody`.
    ///
    /// - Parameter data: The data.
    /// - Returns: The changed serializer.
    public func until(_ data: String) -> Self {
        var copy = self
        copy.end = data
        return copy
    }

    /// A serializer whose stream fails with an event of a given type, whose data is the reason.
    ///
    /// The error has the code `rejected`, and the decoded data as its error body.
    ///
    /// - Parameters:
    ///   - type: The type of the event, such as `error`.
    ///   - serializer: Decodes the data.
    /// - Returns: The changed serializer.
    public func failing<Fault>(on type: String, as serializer: some ResponseSerializer<Fault>) -> Self {
        var copy = self
        copy.failures.append(StreamFailureEvent(type, serializer))
        return copy
    }
}
