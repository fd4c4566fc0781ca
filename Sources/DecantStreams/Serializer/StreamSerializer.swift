public import DecantCore
public import HTTPTypes

/// Turns a response into a stream of elements, decoded as their bytes arrive: the counterpart of `ResponseSerializer` with
/// the same handling.
///
/// ```swift
/// let events = try await StreamSerializer.serverSentEvents(.json(Delta.self)).until("[DONE]").stream(of: pieces, for: head)
/// for try await event in events { print(event.data.text) }
/// ```
///
/// The head is validated before the first element: a bad status throws with its decoded error body. Content codings are undone on
/// the way, and an element comes with the piece that completes it.
public struct StreamSerializer<Element: Sendable>: Sendable {
    /// The checks of a response, and the limits; preparations have no effect.
    public var handling: ResponseHandling

    var skipsBadItems = false
    /// The data of the event that ends the stream.
    var end: String?
    /// The events that fail the stream.
    var failures: [StreamFailureEvent] = []
    let items: @Sendable (StreamItems<Element>.Settings) -> StreamItems<Element>

    init(
        accepting mediaTypes: [MediaTypePattern]?,
        _ items: @escaping @Sendable (StreamItems<Element>.Settings) -> StreamItems<Element>
    ) {
        handling = ResponseHandling(accepting: mediaTypes)
        self.items = items
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension StreamSerializer {
    /// A serializer that accepts further media types.
    ///
    /// - Parameter mediaTypes: Patterns such as `"application/json"`.
    /// - Returns: The changed serializer.
    public func accepting(_ mediaTypes: MediaTypePattern...) -> Self {
        changed { $0.handling.configuration.validation.mediaTypes?.append(contentsOf: mediaTypes) }
    }

    /// A serializer that accepts any media type, and responses without one.
    public func acceptingAnyMediaType() -> Self {
        changed { $0.handling.configuration.validation.mediaTypes = nil }
    }

    /// A serializer that accepts these statuses and no others.
    ///
    /// - Parameter statuses: The statuses; nil accepts any.
    /// - Returns: The changed serializer.
    public func accepting(statuses: StatusCodes?) -> Self {
        changed { $0.handling.configuration.validation.statuses = statuses }
    }

    /// A serializer that decodes the body of a response with a bad status as this type.
    ///
    /// Without one it is decoded as JSON if it is labelled so.
    ///
    /// - Parameters:
    ///   - serializer: The serializer of the error type; the value is read back by `ResponseError.errorBody(as:)`.
    ///   - policy: The cases in which such a body is decoded.
    /// - Returns: The changed serializer.
    public func failure<Failure: ResponseSerializer>(
        _ serializer: Failure,
        decoded policy: ErrorBodyPolicy = .ifAcceptable
    ) -> Self {
        changed {
            $0.handling.failure = FailureDecoding(serializer)
            $0.handling.configuration.errorBodies = policy
        }
    }

    /// A serializer with a further check of the head; the body that the check gets is empty.
    ///
    /// - Parameter validator: Looks at a response and gives what it notices; a failure refuses the response.
    /// - Returns: The changed serializer.
    public func validating(_ validator: @escaping ResponseHandling.Validator) -> Self {
        changed { $0.handling.validators.append(validator) }
    }

    /// A serializer with changed limits, of which `itemBytes` counts for each element.
    ///
    /// - Parameter change: Changes the limits, of which the others stay as they are.
    /// - Returns: The changed serializer.
    public func limits(_ change: (inout Limits) -> Void) -> Self {
        changed { change(&$0.handling.configuration.limits) }
    }

    /// A serializer that leaves out elements that cannot be read or decoded.
    ///
    /// Each is a finding of the kind `skippedItem` with its place and the reason. An element that exceeds `Limits.itemBytes` is
    /// an error still.
    public func skippingBadItems() -> Self { changed { $0.skipsBadItems = true } }

    /// The value of an `Accept` field for the media types that this serializer accepts (RFC 9110 §12.5.1).
    public var acceptValue: String { head.acceptValue }

    /// The serializer of the responses that are refused.
    var head: DataResponseSerializer {
        var serializer = DataResponseSerializer()
        serializer.handling = handling
        if handling.failure == nil { serializer.handling.failure = FailureDecoding(StreamErrorBody.json) }
        return serializer
    }
}

extension StreamSerializer {
    /// Begins to read the body of any client whose body is an asynchronous sequence of pieces.
    ///
    /// Each piece is asked for when the elements of the one before were taken, so the client is never ahead. A content coding is
    /// decoded 64 KiB at a time, so memory does not depend on what a piece expands to. The sequence's iterator is released at the
    /// end, after an error, and with the last copy of the stream; that ends the transfer with most clients.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body, in order; empty ones are allowed.
    ///   - context: The head of the response, the request it answers, and whether the client undoes content codings.
    /// - Returns: The stream, whose head was accepted.
    /// - Throws: `ResponseError` if the head is refused; with a bad status, the body is read for it.
    public func stream<Pieces: AsyncSequence>(
        of pieces: sending Pieces,
        for context: ResponseContext
    ) async throws(ResponseError) -> sending ResponseStream<Element> where Pieces.Element: BodyPiece {
        try await stream(of: pieces, for: context, noting: [])
    }

    /// Begins to read a body, with findings that were made about the head.
    package func stream<Pieces: AsyncSequence>(
        of pieces: sending Pieces,
        for context: ResponseContext,
        noting findings: [Finding]
    ) async throws(ResponseError) -> sending ResponseStream<Element> where Pieces.Element: BodyPiece {
        let reading = StreamReading(StreamPieces(pieces), self, context, noting: findings)
        try await reading.checkHead(self)
        return ResponseStream(reading)
    }

    /// Begins to read the body of any client whose body is an asynchronous sequence of pieces.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of the body, in order; empty ones are allowed.
    ///   - response: The head of the response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request as text, if known.
    /// - Returns: The stream, whose head was accepted.
    /// - Throws: `ResponseError` if the head is refused; with a bad status, the body is read for it.
    public func stream<Pieces: AsyncSequence>(
        of pieces: sending Pieces,
        for response: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil
    ) async throws(ResponseError) -> sending ResponseStream<Element> where Pieces.Element: BodyPiece {
        try await stream(of: pieces, for: ResponseContext(response, method: method, url: url))
    }
}
