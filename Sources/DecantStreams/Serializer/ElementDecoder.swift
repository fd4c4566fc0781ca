import DecantCore
import DecantJSON

// Why: the decoders that store their state with `@exclusivity(unchecked)` read and change it for each batch, and a check
// takes as long as a short element.
//
// Bound: a reader calls one member of its decoder at a time. The closures of a program that a decoder calls cannot reach
// it, because a stream is not `Sendable` and a reader is not copyable.

/// A decoder of the elements of a stream, in a class for each framing.
///
/// A decoder is called once for a batch of elements, not for each of them. Chunks may be split anywhere without
/// affecting elements, findings, and errors.
class ElementDecoder<Element: Sendable> {
    /// Decodes elements into an empty batch, until they reach a length or one of the bounds of a batch.
    ///
    /// - Returns: Whether there may be further elements without more input.
    /// - Throws: `ResponseError` with the position in the whole stream and the index of the item. The batch has the
    ///   elements before the error.
    func decode(into batch: ElementBatch<Element>, length: Int) throws(ResponseError) -> Bool { false }

    /// Appends bytes.
    ///
    /// They are decoded by batches.
    func append(_ bytes: Span<UInt8>) {}

    /// Ends the input.
    func finish() {}

    /// Whether the stream has ended before the end of its bytes.
    var hasEnded: Bool { false }

    /// The values of the decoded part.
    var values: StreamValues { StreamValues() }

    /// The number of changes of the values.
    var revision: Int { 0 }

    /// The number of bytes held for an incomplete item.
    var heldBytes: Int { 0 }

    /// The position up to which the stream is decoded.
    var position: SourcePosition { SourcePosition(offset: 0, line: 1, column: 1) }

    /// Returns the position of an offset after an element of the last batch.
    func position(of offset: Int) -> SourcePosition { position }

    /// Returns the document around the elements of an array.
    func rest() throws(ResponseError) -> JSON {
        throw ResponseError(.valueNotFound, "only a stream of the elements of an array has a document around them")
    }
}

/// Values of a stream that change between its elements.
struct StreamValues {
    /// The findings about the encoding of the stream.
    var encoding: [Finding] = []

    /// The findings about events, about items, and about their preparation: copying logs is much cheaper than listing their
    /// findings.
    var events = FindingLog()
    var items = FindingLog()
    var preparation: FindingLog?

    /// The last event ID; empty if the stream has set none.
    var lastEventID = ""

    /// The reconnection time most recently set by the stream.
    var retry: Duration?

    /// The findings.
    ///
    /// At most 100 of each kind are kept; further ones are only counted.
    var findings: [Finding] { encoding + events.all + items.all + (preparation?.all ?? []) }
}

/// The settings that a stream passes to its decoder.
struct StreamSettings: Sendable {
    var handling: ResponseHandling
    var context: ResponseContext
    var options = StreamOptions()

    var limits: Limits { handling.limits }
    var mediaType: ResponseMediaType? { context.mediaType }
}

/// Options of streams that have no counterpart in response serializers.
struct StreamOptions: Sendable {
    var skipsBadItems = false
    /// The limit on the size of an item.
    var itemLimit = Limits.Name.itemBytes
    /// The data of the event that ends the stream.
    var end: [UInt8]?
    /// Whether a stream without this event is truncated.
    var requiresEnd = true
    /// The event types and the members of items that fail the stream.
    var failures: [StreamFailure] = []
    /// The last event ID of an earlier connection.
    var lastEventID = ""
}

/// The preparation of each item.
///
/// The custom steps of the stream's serializer run first, then all steps of the item's serializer.
final class ItemPreparation {
    private let handlings: [ResponseHandling]
    private let context: ResponseContext
    private let limits: Limits
    /// The findings about all items.
    private(set) var log = FindingLog()

    /// Returns nil if there are no steps.
    init?(_ settings: StreamSettings, item: ResponseHandling? = nil) {
        var stream = settings.handling
        // The built-in steps remove a prefix of the stream, not of each item.
        stream.configuration.preparation = []
        handlings = [stream, item].compactMap(\.self).filter {
            !$0.preparations.isEmpty || !$0.configuration.preparation.isEmpty
        }
        context = settings.context
        limits = settings.limits
        if handlings.isEmpty { return nil }
    }

    /// The number of findings, including omitted ones.
    var revision: Int { log.count }

    /// Prepares an item.
    func prepare(_ item: ResponseBytes) throws(ResponseError) -> ResponseBytes {
        var decoding = DecodingContext(context, limits: limits)
        var item = item
        for handling in handlings { item = try handling.prepared(item, in: &decoding) }
        for finding in decoding.findings { log.report(finding) }
        return item
    }
}
