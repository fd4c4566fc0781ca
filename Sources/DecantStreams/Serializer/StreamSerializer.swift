public import DecantCore
import DecantJSON

/// A serializer that turns a response into a stream of elements, decoded as their bytes arrive.
///
/// ```swift
/// let events = try await StreamSerializer.serverSentEvents(.json(Delta.self)).until("[DONE]")
///     .stream(of: chunks, for: head)
/// for try await event in events { print(event.data.text) }
/// ```
///
/// A stream serializer has the same handling and the same modifiers as a `ResponseSerializer`. The head is validated
/// before the first element, and a bad status throws with its decoded error body. A validator gets an empty body.
/// Before decoding, the built-in steps remove a prefix of the stream, and custom steps prepare each item. An observer
/// is called once, when the stream ends.
///
/// Content codings are decoded incrementally. An element is available with the chunk that completes it.
public struct StreamSerializer<Element: Sendable>: ResponseHandler {
    /// The response checks, the limits, and the steps around decoding.
    public var handling: ResponseHandling

    var options = StreamOptions()
    private let makeDecoder: @Sendable (StreamSettings) -> ElementDecoder<Element>

    init(
        accepting mediaTypes: [MediaTypePattern]?,
        _ makeDecoder: @escaping @Sendable (StreamSettings) -> ElementDecoder<Element>
    ) {
        handling = ResponseHandling(accepting: mediaTypes)
        self.makeDecoder = makeDecoder
    }

    private func decoder(for context: ResponseContext) -> ElementDecoder<Element> {
        makeDecoder(StreamSettings(handling: handling, context: context, options: options))
    }
}

extension StreamSerializer {
    /// Returns a serializer that skips elements that cannot be read or decoded.
    ///
    /// Each skipped element is reported as a finding of the kind `skippedItem` with its position and the reason. An
    /// element that exceeds `Limits.itemBytes` is still an error.
    public func skippingBadItems() -> Self {
        var copy = self
        copy.options.skipsBadItems = true
        return copy
    }

    /// Bounds the size of an element by another limit than `Limits.itemBytes`.
    package func limitingItems(by name: Limits.Name) -> Self {
        var copy = self
        copy.options.itemLimit = name
        return copy
    }

    /// Returns a serializer whose events have an ID of an earlier connection until the stream sets another one.
    package func resuming(after lastEventID: String) -> Self {
        var copy = self
        copy.options.lastEventID = lastEventID
        return copy
    }

    /// Returns a reader for a stream without a response head to check.
    ///
    /// - Parameter mediaType: The media type. Its `charset` applies to text.
    public func reader(mediaType: ResponseMediaType? = nil) -> StreamReader<Element> {
        StreamReader(decoder(for: ResponseContext(mediaType: mediaType)))
    }

    /// Begins reading the body from an asynchronous sequence of chunks, as provided by any client.
    ///
    /// A chunk is requested once the elements of the previous one have been consumed, so the client is never ahead.
    /// Elements are decoded in batches of up to 8 from up to 64 KiB, or 4 KiB on the main actor. A content coding is
    /// also decoded 64 KiB at a time, so memory does not depend on the expanded size of a chunk. The
    /// sequence's iterator is released at the end, after an error, and with the last copy of the stream; with most
    /// clients this ends the transfer.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the body, in order. Empty chunks are allowed.
    ///   - head: The head of the response. A `ResponseContext` also has the request and the state of the content
    ///     codings.
    /// - Returns: A stream whose head was accepted.
    /// - Throws: `ResponseError` if the head is rejected. If the status is bad, the body is read to complete the
    ///   error.
    @inlinable
    public func stream<Chunks: AsyncSequence>(
        of chunks: sending Chunks,
        for head: some ResponseContextConvertible
    ) async throws(ResponseError) -> sending ResponseStream<Element> where Chunks.Element: Sequence<UInt8> {
        try await stream(ofChunks: streamChunks(chunks), for: head)
    }

    /// Begins reading a body, with existing findings about the head.
    package func stream<Chunks: AsyncSequence>(
        of chunks: sending Chunks,
        for context: ResponseContext,
        noting findings: [Finding]
    ) async throws(ResponseError) -> sending ResponseStream<Element> where Chunks.Element: Sequence<UInt8> {
        try await stream(of: streamChunks(chunks), for: context, findings)
    }

    /// Begins reading a body; if the head is malformed, calls the observer and throws.
    @usableFromInline
    func stream(
        ofChunks chunks: sending @escaping (_ take: (Span<UInt8>) throws(ResponseError) -> Bool) async throws -> Bool,
        for head: some ResponseContextConvertible
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        let context: ResponseContext
        do throws(ResponseError) {
            context = try head.responseContext
        } catch {
            throw self.error(of: ReceivedResponse(rejecting: error), for: Element.self)
        }
        return try await stream(of: chunks, for: context, context.headFindings)
    }

    private func stream(
        of chunks: sending @escaping StreamChunks,
        for context: ResponseContext,
        _ findings: [Finding]
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        let source = StreamSource(chunks, handling, context)
        try await source.checkHead(findings, output: Element.self)
        return ResponseStream(StreamState(source, decoder(for: context)))
    }
}
