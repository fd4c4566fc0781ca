public import DecantCore
public import DecantJSON

/// The decoder of event streams (WHATWG HTML §9.2).
final class EventDecoder<Element: Sendable>: ElementDecoder<Element> {
    /// A closure that creates the element of the current event; nil if the event has none.
    typealias Make = (inout EventItems, consuming EventData, inout [Finding]) throws(ResponseError) -> Element?

    private var events: EventItems
    private let make: Make

    init(_ events: consuming EventItems, _ make: @escaping Make) {
        self.events = events
        self.make = make
    }

    override func append(_ bytes: Span<UInt8>) { events.append(bytes) }

    override func finish() { events.finish() }

    override func decode(into batch: inout ElementBatch<Element>, length: Int) throws(ResponseError) -> Bool {
        try Self.decode(&events, make, into: &batch, length: length)
    }

    /// Decodes events in one access to them, because each access to a property is checked.
    private static func decode(
        _ events: inout EventItems,
        _ make: Make,
        into batch: inout ElementBatch<Element>,
        length: Int
    ) throws(ResponseError) -> Bool {
        batch.begin(at: events.reader.offset, length: length, events.revision)
        var findings: [Finding] = []
        while let data = try events.nextData() {
            do throws(ResponseError) {
                let element = try make(&events, data, &findings)
                if !findings.isEmpty { report(&findings, to: &events) }
                guard let element else {
                    if batch.isComplete(at: events.reader.offset) { return true }
                    continue
                }
                let isOpen = batch.append(element, endingAt: events.reader.offset, events.revision)
                if !isOpen || events.isReferenced { return true }
            } catch {
                report(&findings, to: &events)
                try events.skip(error)
                if !batch.isDelivered { return true }
            }
        }
        return false
    }

    private static func report(_ findings: inout [Finding], to events: inout EventItems) {
        events.report(findings)
        findings = []
    }

    override var hasEnded: Bool { events.hasEnded }

    override var revision: Int { events.revision }

    override var findings: [Finding] { events.findings }

    override var heldBytes: Int { events.reader.heldBytes }

    override var position: SourcePosition { events.reader.position(of: events.reader.offset) }

    override func position(of offset: Int) -> SourcePosition { events.reader.position(of: offset) }

    override var lastEventID: String { events.reader.lastEventID }

    override var retry: Duration? { events.reader.retry }
}

extension StreamSerializer where Element == ServerSentEvent<String> {
    /// The events of an event stream (WHATWG HTML §9.2), with data as text.
    public static var serverSentEvents: Self {
        Self(accepting: eventMediaTypes) { settings in
            EventDecoder(EventItems(settings)) { (items, _, _) throws(ResponseError) in items.reader.text }
        }
    }
}

extension StreamSerializer {
    /// The events of an event stream (WHATWG HTML §9.2), with decoded data.
    ///
    /// - Parameter serializer: The serializer that decodes the data of each event. Only its decoding and its
    ///   preparation apply.
    public static func serverSentEvents<Content>(_ serializer: some ResponseSerializer<Content>) -> Self
    where Element == ServerSentEvent<Content> {
        Self(accepting: eventMediaTypes) { settings in
            EventDecoder(EventItems(settings, item: serializer.handling)) { (items, _, findings) throws(ResponseError) in
                items.reader.event(with: try items.content(by: serializer, &findings))
            }
        }
    }

    /// The events of an event stream (WHATWG HTML §9.2), with data decoded from JSON.
    ///
    /// - Parameter serializer: The serializer that decodes the data of each event. Only its decoding and its
    ///   preparation apply.
    public static func serverSentEvents<Content>(_ serializer: some JSONTextSerializer<Content>) -> Self
    where Element == ServerSentEvent<Content> {
        let serializer = serializer.textSerializer
        return Self(accepting: eventMediaTypes) { settings in
            let decoder = serializer.textDecoder
            let options = decoder.options.isPlainUTF8 ? decoder.options : nil
            let items = EventItems(settings, item: serializer.handling, json: options)
            return EventDecoder(items) { (items, data, findings) throws(ResponseError) in
                let content =
                    switch consume data {
                    case .json(let json): try decoder.output(json, items.memory, &findings)
                    case .bytes: try items.content(by: serializer, &findings)
                    }
                return items.reader.event(with: content)
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
            EventDecoder(EventItems(settings)) { (items, _, _) throws(ResponseError) in try make(items.reader.text) }
        }
    }
}

extension EventItems {
    /// Decodes the data of the current event as bytes.
    fileprivate func content<Content>(
        by serializer: some ResponseSerializer<Content>,
        _ findings: inout [Finding]
    ) throws(ResponseError) -> Content {
        var context = DecodingContext(ofEventsWithin: limits)
        let content = try serializer.decode(reader.dataBytes, in: &context)
        findings += context.findings
        return content
    }
}

extension StreamSerializer {
    /// Ends the stream at an event with the given data, such as `[DONE]`.
    ///
    /// This event is not an element. Only event streams have such events; other streams ignore this modifier.
    ///
    /// A stream that ends without this event is truncated; the error has the code `truncatedBody`.
    public func until(_ data: String) -> Self {
        var copy = self
        copy.options.end = Array(data.utf8)
        return copy
    }

    /// Fails the stream at an event of a given type, whose data is the reason.
    ///
    /// The error has the code `rejected`, and the decoded data as its error body. Only event streams have such events;
    /// other streams ignore this modifier.
    ///
    /// - Parameters:
    ///   - type: The type of the event, such as `error`.
    ///   - serializer: The serializer that decodes the data of the event.
    public func failing<Fault>(on type: String, as serializer: some ResponseSerializer<Fault>) -> Self {
        var copy = self
        copy.options.failures.append(StreamFailureEvent(type, serializer))
        return copy
    }
}

private let eventMediaTypes: [MediaTypePattern] = ["text/event-stream"]
