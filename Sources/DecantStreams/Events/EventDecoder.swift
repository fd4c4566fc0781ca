public import DecantCore
public import DecantJSON

/// The decoder of event streams (WHATWG HTML §9.2).
final class EventDecoder<Element: Sendable>: ElementDecoder<Element> {
    /// A closure that appends the element of the current event, if it has one.
    typealias Append =
        (inout EventItems, consuming EventData, ElementBatch<Element>) throws(ResponseError) -> Void

    @safe @exclusivity(unchecked) private var events: EventItems
    private let appendElement: Append

    init(_ events: consuming EventItems, _ appendElement: @escaping Append) {
        self.events = events
        self.appendElement = appendElement
    }

    override func append(_ bytes: Span<UInt8>) { events.append(bytes) }

    override func finish() { events.finish() }

    override func decode(into batch: ElementBatch<Element>, length: Int) throws(ResponseError) -> Bool {
        batch.start(at: events.reader.offset, length: length, events.revision)
        while let data = try events.nextData() {
            do throws(ResponseError) {
                try appendElement(&events, data, batch)
            } catch {
                try events.skip(error)
            }
            let isOpen = batch.endItem(at: events.reader.offset, events.revision)
            if !isOpen || events.isReferenced { return true }
        }
        return false
    }

    override var hasEnded: Bool { events.hasEnded }

    override var revision: Int { events.revision }

    override var values: StreamValues { events.values }

    override var heldBytes: Int { events.reader.heldBytes }

    override var position: SourcePosition { events.reader.position(of: events.reader.offset) }

    override func position(of offset: Int) -> SourcePosition { events.reader.position(of: offset) }
}

extension StreamSerializer where Element == ServerSentEvent<String> {
    /// The events of an event stream (WHATWG HTML §9.2), with data as text.
    public static var serverSentEvents: Self {
        Self(accepting: eventMediaTypes) { settings in
            EventDecoder(EventItems(settings)) { (items, _, batch) throws(ResponseError) in
                batch.append(items.reader.text)
            }
        }
    }
}

extension StreamSerializer {
    /// The events of an event stream (WHATWG HTML §9.2), with decoded data.
    ///
    /// - Parameter serializer: The serializer that decodes the data of each event. Only its decoding and its
    ///   preparation apply.
    public static func serverSentEvents<Content>(_ serializer: any ResponseSerializer<Content>) -> Self
    where Element == ServerSentEvent<Content> {
        Self(accepting: eventMediaTypes) { settings in
            EventDecoder(EventItems(settings, item: serializer.handling)) { (items, _, batch) throws(ResponseError) in
                let content = try items.content(by: serializer)
                let (type, id) = (items.reader.typeText, items.reader.lastEventID)
                batch.append(ServerSentEvent(type: type, data: content, lastEventID: id))
            }
        }
    }

    /// The events of an event stream (WHATWG HTML §9.2), with data decoded from JSON.
    ///
    /// - Parameter serializer: The serializer that decodes the data of each event. Only its decoding and its
    ///   preparation apply.
    @inlinable
    public static func serverSentEvents<Content>(_ serializer: any JSONTextSerializer<Content>) -> Self
    where Element == ServerSentEvent<Content> {
        // The closure is specialized where the type of the content is known; looking up the type of an event takes as
        // long as decoding it.
        serverSentEvents(serializer.textSerializer) { type, content, id in
            ServerSentEvent(type: type, data: content, lastEventID: id)
        }
    }

    @usableFromInline
    static func serverSentEvents<Content>(
        _ serializer: JSONResponseSerializer<Content>,
        _ event: @escaping @Sendable (String, consuming Content, String) -> Element
    ) -> Self {
        Self(accepting: eventMediaTypes) { settings in
            let decoder = serializer.textDecoder
            let options = decoder.options.isPlainUTF8 ? decoder.options : nil
            let items = EventItems(settings, item: serializer.handling, json: options)
            return EventDecoder(items) { (items, data, batch) throws(ResponseError) in
                let content =
                    switch consume data {
                    case .json(let json): try items.content(of: json, by: decoder)
                    case .bytes: try items.content(by: decoder)
                    }
                batch.append(event(items.reader.typeText, content, items.reader.lastEventID))
            }
        }
    }

    /// The events of an event stream (WHATWG HTML §9.2), converted to elements by a closure.
    ///
    /// Use this for a stream whose events have different types, distinguished by name.
    /// ```swift
    /// let serializer = StreamSerializer.serverSentEvents { (event) throws(ResponseError) -> Update? in
    ///     switch event.type {
    ///     case "delta": .delta(try event.value(as: .json(Delta.self)))
    ///     case "usage": .usage(try event.value(as: .json(Usage.self)))
    ///     case "error": throw ResponseError(.rejected, "the model stopped", underlying: nil)
    ///     default: nil
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter make: A closure that returns the element for an event, or nil to skip it. An error with the code
    ///   `rejected` ends the stream even if bad items are skipped.
    public static func serverSentEvents(
        _ make: @escaping @Sendable (ServerSentEvent<String>) throws(ResponseError) -> Element?
    ) -> Self {
        Self(accepting: eventMediaTypes) { settings in
            EventDecoder(EventItems(settings)) { (items, _, batch) throws(ResponseError) in
                if let element = try make(items.reader.text) { batch.append(element) }
            }
        }
    }
}

extension EventItems {
    /// Decodes the data of the current event as bytes.
    fileprivate mutating func content<Content>(
        by serializer: some ResponseSerializer<Content>
    ) throws(ResponseError) -> Content {
        var context = DecodingContext(ofEventsWithin: limits)
        defer { report(context.findings) }
        return try serializer.decode(reader.dataBytes, in: &context)
    }

    /// Decodes the data of the current event, which is not parsed yet.
    fileprivate mutating func content<Content>(by decoder: JSONTextDecoder<Content>) throws(ResponseError) -> Content {
        var context = DecodingContext(ofEventsWithin: limits)
        defer { report(context.findings) }
        return try content(of: JSON(parsing: reader.dataBytes, in: &context, options: decoder.options), by: decoder)
    }

    /// Decodes the data of the current event.
    fileprivate mutating func content<Content>(
        of json: consuming JSON,
        by decoder: JSONTextDecoder<Content>
    ) throws(ResponseError) -> Content {
        var findings: [Finding] = []
        defer { if !findings.isEmpty { report(findings) } }
        return try decoder.output(json, memory, &findings)
    }
}

extension StreamSerializer {
    /// Returns a serializer whose streams end at an event with the given data, such as `[DONE]`.
    ///
    /// This event is not an element. Only event streams have such events; other streams ignore this modifier.
    ///
    /// - Parameters:
    ///   - data: The data of the event.
    ///   - isRequired: Whether a stream that ends without this event is truncated; the error has the code
    ///     `truncatedBody`. A response that cannot have a body is never truncated.
    public func until(_ data: String, isRequired: Bool = true) -> Self {
        var copy = self
        copy.options.end = Array(data.utf8)
        copy.options.requiresEnd = isRequired
        return copy
    }
}

private let eventMediaTypes: [MediaTypePattern] = ["text/event-stream"]
