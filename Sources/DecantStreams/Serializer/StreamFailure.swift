public import DecantCore
public import DecantJSON

/// An event type, or a member of an item, that fails the stream.
struct StreamFailure: Sendable {
    private enum Condition: Sendable {
        case type([UInt8])
        case member([String])
    }

    private let condition: Condition
    private let message: String
    private let decode: @Sendable (ResponseBytes, Limits) throws(ResponseError) -> any Sendable

    private init<Fault: Sendable>(
        _ condition: Condition,
        _ serializer: any ResponseSerializer<Fault>,
        _ message: String
    ) {
        self.condition = condition
        self.message = message
        decode = { (body, limits) throws(ResponseError) in
            var context = DecodingContext(ofEventsWithin: limits)
            return try serializer.decode(body, in: &context)
        }
    }

    /// A failure by an event of a type.
    init<Fault: Sendable>(on type: String, _ serializer: any ResponseSerializer<Fault>) {
        let message = "the stream failed with an event of the type “\(type.excerpt(40))”"
        self.init(.type(Array(type.utf8)), serializer, message)
    }

    /// A failure by an item with a value at a path.
    init<Fault: Sendable>(at pointer: JSONPointer, _ serializer: any ResponseSerializer<Fault>) {
        let path = pointer.description.excerpt(80)
        self.init(.member(pointer.names), serializer, "the stream failed with an item that has a value at \(path)")
    }

    /// The type of the event, or nil if a member fails the stream.
    var type: [UInt8]? {
        if case .type(let type) = condition { type } else { nil }
    }

    /// Returns the error for an event.
    func error(_ event: ServerSentEvent<String>, limits: Limits) -> ResponseError {
        let data = ResponseBytes(event.data.utf8)
        return error(data, ServerMessage.summary(ofEvent: data), limits: limits)
    }

    /// Returns the error for an item, or nil if the item does not fail the stream.
    func error(_ item: JSON, limits: Limits) -> ResponseError? {
        guard case .member(let names) = condition, let fault = item.existingPart(at: names), fault.statesFault else {
            return nil
        }
        return error(ResponseBytes(fault.bytes()), item.errorSummary, limits: limits)
    }

    private func error(_ fault: ResponseBytes, _ serverMessage: String, limits: Limits) -> ResponseError {
        var result = ResponseError(.rejected, message)
        result.details.endsStream = true
        if !serverMessage.isEmpty { result.details.serverMessage = serverMessage }
        do throws(ResponseError) {
            result.details.errorBody = try decode(fault, limits)
        } catch {
            result.setErrorBodyFailure(error)
        }
        return result
    }
}

extension StreamSerializer {
    /// Returns a serializer whose streams fail at an event of a given type, whose data is the reason.
    ///
    /// The error has the code `rejected`, and the decoded data as its error body. Only event streams have such events;
    /// other streams ignore this modifier.
    ///
    /// - Parameters:
    ///   - type: The type of the event, such as `error`.
    ///   - serializer: The serializer that decodes the data of the event.
    public func failing<Fault: Sendable>(on type: String, as serializer: any ResponseSerializer<Fault>) -> Self {
        adding(StreamFailure(on: type, serializer))
    }

    /// Returns a serializer whose streams fail at an item with a value at a path, which is the reason.
    ///
    /// ```swift
    /// let serializer = StreamSerializer.serverSentEvents(.json(Delta.self)).failing(at: "/error", as: .json(Problem.self))
    /// ```
    ///
    /// The error has the code `rejected`, the decoded value as its error body, and the message of the server. A value
    /// that is null, false, zero, or empty is no error. The data of events, and the items of the JSON formats, have such
    /// values; other streams ignore this modifier.
    ///
    /// - Parameters:
    ///   - pointer: The path of the value in the item, even if the item is decoded at another path.
    ///   - serializer: The serializer that decodes the value.
    public func failing<Fault: Sendable>(at pointer: JSONPointer, as serializer: any ResponseSerializer<Fault>) -> Self
    {
        adding(StreamFailure(at: pointer, serializer))
    }

    /// Returns a serializer whose streams fail at an item with a value at a path, which is the error body.
    ///
    /// - Parameter pointer: The path of the value in the item, such as `/error`.
    public func failing(at pointer: JSONPointer) -> Self { failing(at: pointer, as: .json) }

    private func adding(_ failure: StreamFailure) -> Self {
        var copy = self
        copy.options.failures.append(failure)
        return copy
    }
}

// MARK: - Errors of servers

extension JSON {
    /// Whether the value of a member such as `error` states one: not null, false, zero, or empty.
    fileprivate var statesFault: Bool {
        switch kind {
        case .null: false
        case .boolean: bool == true
        case .number: double != 0
        case .string: string?.isEmpty == false
        case .array, .object: count > 0
        }
    }

    /// The member of an object that states an error of the server, or nil without one.
    private var faultMember: String? {
        ["error", "errors"].first { self[$0]?.statesFault == true }
    }

    /// Whether the value looks like an error of the server instead of an item.
    fileprivate var isFault: Bool {
        faultMember != nil || ["type", "object", "status"].contains { self[$0]?.string == "error" }
    }

    /// Returns an error of this item with the message of the server, if the item looks like an error of the server.
    fileprivate func explaining(_ error: ResponseError) -> ResponseError {
        guard isFault else { return error }
        var error = error
        let message = errorSummary
        if !message.isEmpty { error.details.serverMessage = message }
        if let name = faultMember {
            let text = ".failing(at: \"/\(name)\") makes it the error of the stream"
            let remedy = Remedy(.option, "failing", text: text)
            error.details.hint = Hint("the item has the member “\(name)”", remedy)
        }
        return error
    }
}

extension ServerMessage {
    /// Returns the message in the data of an event that is an error: a member of JSON, or the first line of plain text.
    static func summary(ofEvent data: ResponseBytes) -> String {
        let isJSON = data.first.map { "[{".utf8.contains($0) } ?? false
        return summary(of: data, mediaType: isJSON ? "application/json" : nil)
    }
}

extension ResponseError {
    /// Returns the error of an item with the message of the server, if the item looks like an error of the server.
    func explained(by item: ResponseBytes, limits: Limits) -> ResponseError {
        guard !details.endsStream, code != .limitExceeded else { return self }
        var parser = JSONItemParser(JSON.Options(), limits)
        guard let json = try? parser.parse(item) else { return self }
        return json.explaining(self)
    }

    /// Returns whether an item has no value at the path of its serializer, and is no error of the server.
    func lacksPart(of item: ResponseBytes, limits: Limits) -> Bool {
        guard details.lacksPart else { return false }
        var parser = JSONItemParser(JSON.Options(), limits)
        return (try? parser.parse(item).isFault) != true
    }

    /// The error without the hint to another format, which is about the bytes of a whole body.
    var ofItem: ResponseError {
        guard details.hint.remedy?.kind == .format else { return self }
        var error = self
        error.details.hint = Hint()
        return error
    }

    /// The reason of a skipped item.
    var skippingReason: String {
        message + (serverMessage.map { "; the server says: \($0.excerpt(200))" } ?? "")
    }
}
