public import DecantCore
public import DecantJSON

/// The format of event streams (WHATWG HTML §9.2).
public struct ServerSentEvents<Element: Sendable>: StreamFormat, ~Copyable {
    /// Returns the next element; nil if more bytes are needed, or at the end.
    @usableFromInline
    typealias Maker = @Sendable (inout EventItems) throws(ResponseError) -> Element?

    @usableFromInline var events: EventItems
    // Why: the closure is specialized where `Element` is known. Looking up generic types takes as long as reading an
    // event.
    @usableFromInline let maker: Maker

    init(_ events: consuming EventItems, _ maker: @escaping Maker) {
        self.events = events
        self.maker = maker
    }

    /// Appends bytes.
    ///
    /// They are parsed when events are read.
    public mutating func append(_ bytes: Span<UInt8>) { events.append(bytes) }

    /// Ends the input.
    public mutating func finish() { events.finish() }

    /// Reads the next event and returns its element.
    @inlinable
    public mutating func next() throws(ResponseError) -> Element? { try maker(&events) }

    /// Whether the event that marks the end was read.
    public var hasEnded: Bool { events.hasEnded }

    /// The findings so far.
    public var findings: [Finding] { events.findings }

    /// The number of bytes held for an incomplete event.
    public var heldBytes: Int { events.reader.heldBytes }

    /// The current read position in the stream.
    public var position: SourcePosition { events.reader.position }
}

/// A format of event streams with elements of any type.
public protocol EventStreamFormat: StreamFormat, ~Copyable {
    /// The last event ID; empty if the stream has set none.
    var lastEventID: String { get }

    /// The reconnection time most recently set by the stream.
    var retry: Duration? { get }

    /// The number of reconnection times that the stream has set.
    var retryCount: Int { get }

    /// The decimal digits of the last reconnection time, which may exceed `Int`; empty if the stream has set none.
    var retryDigits: String { get }
}

extension ServerSentEvents: EventStreamFormat {
    /// The last event ID; empty if the stream has set none.
    public var lastEventID: String { events.reader.lastEventID }

    /// The reconnection time most recently set by the stream.
    public var retry: Duration? { events.reader.retry?.duration }

    /// The number of reconnection times that the stream has set.
    public var retryCount: Int { events.reader.retry?.count ?? 0 }

    /// The decimal digits of the last reconnection time, which may exceed `Int`; empty if the stream has set none.
    public var retryDigits: String { events.reader.retry?.digits ?? "" }
}

extension StreamSerializer where Format == ServerSentEvents<ServerSentEvent<String>> {
    /// The events of an event stream (WHATWG HTML §9.2), with data as text.
    public static var serverSentEvents: Self {
        Self(accepting: eventMediaTypes) { settings in
            ServerSentEvents(EventItems(settings)) { (items) throws(ResponseError) in
                guard try items.advance() else { return nil }
                return items.reader.withEvent { event in event.owned }
            }
        }
    }
}

extension StreamSerializer where Format: ~Copyable {
    /// The events of an event stream (WHATWG HTML §9.2), with decoded data.
    ///
    /// - Parameter serializer: The serializer that decodes the data of each event. Only its decoding and its
    ///   preparation apply.
    public static func serverSentEvents<Content>(_ serializer: some ResponseSerializer<Content>) -> Self
    where Format == ServerSentEvents<ServerSentEvent<Content>> {
        serverSentEvents(EventDecoder(serializer))
    }

    /// The events of an event stream (WHATWG HTML §9.2), with data decoded from JSON.
    ///
    /// - Parameter serializer: The serializer that decodes the data of each event. Only its decoding and its
    ///   preparation apply.
    @inlinable
    public static func serverSentEvents<Content>(_ serializer: some JSONTextSerializer<Content>) -> Self
    where Format == ServerSentEvents<ServerSentEvent<Content>> {
        serverSentEvents(EventDecoder(json: serializer.textSerializer))
    }

    @inlinable
    static func serverSentEvents<Content>(_ decoder: EventDecoder<Content>) -> Self
    where Format == ServerSentEvents<ServerSentEvent<Content>> {
        Self(eventsBy: decoder) { (items) throws(ResponseError) in
            while let data = try items.nextData() {
                var findings: [Finding] = []
                defer { if !findings.isEmpty { items.report(findings) } }
                do throws(ResponseError) {
                    let content =
                        switch consume data {
                        case .json(let json): try decoder.json(json, items.memory, &findings)
                        case .bytes: try decoder.bytes(&items, &findings)
                        }
                    guard items.hasTypeOrID else { return ServerSentEvent(data: content) }
                    return ServerSentEvent(type: items.type, data: content, lastEventID: items.lastEventID)
                } catch {
                    try items.skip(error)
                }
            }
            return nil
        }
    }

    @usableFromInline
    init<Content>(
        eventsBy decoder: EventDecoder<Content>,
        _ maker: @escaping ServerSentEvents<ServerSentEvent<Content>>.Maker
    ) where Format == ServerSentEvents<ServerSentEvent<Content>> {
        self.init(accepting: eventMediaTypes) { settings in
            ServerSentEvents(EventItems(settings, item: decoder.handling, json: decoder.options), maker)
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
    public static func serverSentEvents<Element>(
        _ make: @escaping @Sendable (ServerSentEvent<String>) throws(ResponseError) -> Element?
    ) -> Self where Format == ServerSentEvents<Element> {
        Self(accepting: eventMediaTypes) { settings in
            ServerSentEvents(EventItems(settings)) { (items) throws(ResponseError) in
                while try items.advance() {
                    do throws(ResponseError) {
                        if let element = try make(items.reader.withEvent { event in event.owned }) { return element }
                    } catch {
                        try items.skip(error)
                    }
                }
                return nil
            }
        }
    }
}

extension StreamSerializer where Format: EventStreamFormat & ~Copyable {
    /// Ends the stream at an event with the given data, such as `[DONE]`.
    ///
    /// This event is not an element.
    ///
    /// A stream that ends without this event is truncated; the error has the code `truncatedBody`.
    public func until(_ data: String) -> Self {
        var copy = self
        copy.options.end = Array(data.utf8)
        return copy
    }

    /// Fails the stream at an event of a given type, whose data is the reason.
    ///
    /// The error has the code `rejected`, and the decoded data as its error body.
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
