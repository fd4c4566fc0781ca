public import DecantCore
import DecantJSON

/// Turns a response into a stream of elements, decoded as their bytes arrive.
///
/// ```swift
/// let events = try await StreamSerializer.serverSentEvents(.json(Delta.self)).until("[DONE]")
///     .stream(of: pieces, for: head)
/// for try await event in events { print(event.data.text) }
/// ```
///
/// It is the counterpart of `ResponseSerializer`, with the same handling and the same modifiers: the head is validated before the
/// first element, and a bad status throws with its decoded error body. A validator gets an empty body. Of the steps before decoding,
/// the built-in ones remove a prefix of the stream, and custom ones prepare each item. An observer is called once, when the stream ends.
///
/// Content codings are decoded on the way, and an element comes with the chunk that completes it.
public struct StreamSerializer<Format: StreamFormat & ~Copyable>: ResponseHandler {
    /// The checks of a response, the limits, and the steps around decoding.
    public var handling: ResponseHandling

    var options = StreamOptions()
    private let makeFormat: @Sendable (StreamSettings) -> Format

    init(accepting mediaTypes: [MediaTypePattern]?, _ makeFormat: @escaping @Sendable (StreamSettings) -> Format) {
        handling = ResponseHandling(accepting: mediaTypes)
        self.makeFormat = makeFormat
    }

    func format(for context: ResponseContext) -> Format {
        makeFormat(StreamSettings(handling: handling, context: context, options: options))
    }
}

extension StreamSerializer where Format: ~Copyable {
    /// Skips elements that cannot be read or decoded.
    ///
    /// Each is a finding of the kind `skippedItem` with its position and the reason. An element that exceeds `Limits.itemBytes` is
    /// still an error.
    public func skippingBadItems() -> Self {
        var copy = self
        copy.options.skipsBadItems = true
        return copy
    }

    /// A reader of a stream whose head is not checked.
    ///
    /// - Parameter mediaType: The media type, whose `charset` counts for text.
    /// - Returns: The reader.
    public func reader(mediaType: ResponseMediaType? = nil) -> StreamReader<Format> {
        StreamReader(format(for: ResponseContext(mediaType: mediaType)))
    }

    /// Begins to read the body of any client whose body is an asynchronous sequence of chunks.
    ///
    /// Each chunk is requested when the elements of the one before were taken, so the client is never ahead. A content coding is
    /// decoded 64 KiB at a time, so memory does not depend on what a chunk expands to. The sequence's iterator is released at the
    /// end, after an error, and with the last copy of the stream; that ends the transfer with most clients.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the body, in order; empty ones are allowed.
    ///   - head: The head of the response. A `ResponseContext` has the request and the state of the content codings as well.
    /// - Returns: The stream, whose head was accepted.
    /// - Throws: `ResponseError` if the head is rejected; with a bad status, the body is read for it.
    @inlinable
    public func stream<Chunks: AsyncSequence>(
        of chunks: sending Chunks,
        for head: some ResponseContextConvertible
    ) async throws(ResponseError) -> sending ResponseStream<Format> where Chunks.Element: Sequence<UInt8> {
        try await stream(of: streamChunks(chunks), for: context(of: head), nil)
    }

    /// Begins to read a body, with findings that were made about the head.
    package func stream<Chunks: AsyncSequence>(
        of chunks: sending Chunks,
        for context: ResponseContext,
        noting findings: [Finding]
    ) async throws(ResponseError) -> sending ResponseStream<Format> where Chunks.Element: Sequence<UInt8> {
        try await stream(of: streamChunks(chunks), for: context, findings)
    }

    /// Returns the context of a head; the observer is called if there is none.
    @usableFromInline
    func context(of head: some ResponseContextConvertible) throws(ResponseError) -> ResponseContext {
        do throws(ResponseError) {
            return try head.responseContext
        } catch {
            throw self.error(of: ReceivedResponse(rejecting: error), for: Format.Element.self)
        }
    }

    @usableFromInline
    func stream(
        of chunks: sending @escaping StreamChunks,
        for context: ResponseContext,
        _ findings: [Finding]?
    ) async throws(ResponseError) -> sending ResponseStream<Format> {
        let source = StreamSource(chunks, handling, context)
        try await source.checkHead(findings ?? context.headFindings, output: Format.Element.self)
        return ResponseStream(StreamState(source, StreamReader(format(for: context))))
    }
}
