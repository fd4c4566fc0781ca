public import DecantCore

/// A format of streams, which parses bytes into elements as they arrive.
///
/// A serializer, its streams, and its readers are generic over their format, such as ``JSONLines`` or
/// ``ServerSentEvents``. Chunks may be split anywhere without affecting elements, findings, and errors. A function that
/// accepts any format declares a generic parameter `Format: StreamFormat & ~Copyable`, because a format cannot be
/// copied while it reads.
public protocol StreamFormat<Element>: SendableMetatype, ~Copyable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Appends bytes. They are parsed when elements are read.
    mutating func append(_ bytes: Span<UInt8>)

    /// Ends the input.
    mutating func finish()

    /// Reads the next element.
    ///
    /// - Returns: The element; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the position in the whole stream and the index of the item.
    mutating func next() throws(ResponseError) -> Element?

    /// Whether the stream has ended before the end of its bytes.
    var hasEnded: Bool { get }

    /// The findings so far. At most 100 of each kind are kept; further ones are only counted.
    var findings: [Finding] { get }

    /// The number of bytes held for an incomplete item.
    var heldBytes: Int { get }

    /// The current read position in the stream.
    var position: SourcePosition { mutating get }
}

extension StreamFormat where Self: ~Copyable {
    /// Always false, because most formats end with their bytes.
    public var hasEnded: Bool { false }
}

/// The settings that a stream passes to its format.
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
    /// The data of the event that ends the stream.
    var end: [UInt8]?
    /// The event types that fail the stream.
    var failures: [StreamFailureEvent] = []
}

/// The preparation of each item.
///
/// The custom steps of the stream's serializer run first, then all steps of the item's serializer.
struct ItemPreparation: Sendable {
    private let handlings: [ResponseHandling]
    private let context: ResponseContext
    private let limits: Limits
    private var log = FindingLog()

    /// Returns nil if there are no steps.
    init?(_ settings: StreamSettings, item: ResponseHandling? = nil) {
        var stream = settings.handling
        // The built-in steps remove a prefix of the stream, not of each item.
        stream.configuration.preparation = []
        handlings = [stream, item].compactMap(\.self).filter {
            !$0.preparations.isEmpty || !$0.configuration.preparation.isEmpty
        }
        (context, limits) = (settings.context, settings.limits)
        if handlings.isEmpty { return nil }
    }

    /// The findings about all items.
    var findings: [Finding] { log.all }

    /// Prepares an item.
    mutating func prepare(_ item: ResponseBytes) throws(ResponseError) -> ResponseBytes {
        var decoding = DecodingContext(context, limits: limits)
        var item = item
        for handling in handlings { item = try handling.prepared(item, in: &decoding) }
        for finding in decoding.findings { log.report(finding) }
        return item
    }
}
