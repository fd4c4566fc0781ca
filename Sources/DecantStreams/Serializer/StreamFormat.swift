public import DecantCore

/// A format of streams: reads bytes as they arrive, and makes elements of them.
///
/// A serializer, its streams, and its readers are generic over their format, such as ``JSONLines`` or ``ServerSentEvents``. Chunks may
/// be cut anywhere: elements, findings, and errors are the same. A function that accepts any format has a parameter
/// `Format: StreamFormat & ~Copyable`, since a format cannot be copied while it reads.
public protocol StreamFormat<Element>: SendableMetatype, ~Copyable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Adds bytes, which are parsed when elements are read.
    mutating func append(_ bytes: Span<UInt8>)

    /// Ends the input.
    mutating func finish()

    /// Reads the next element.
    ///
    /// - Returns: The element; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the position in the whole stream and the index of the item.
    mutating func next() throws(ResponseError) -> Element?

    /// Whether the stream has ended before its bytes have.
    var hasEnded: Bool { get }

    /// The findings so far; up to 100 of each kind are kept, and the others counted.
    var findings: [Finding] { get }

    /// The number of bytes that are held for an incomplete item.
    var heldBytes: Int { get }

    /// The position up to which the stream was read.
    var position: SourcePosition { mutating get }
}

extension StreamFormat where Self: ~Copyable {
    /// False: most formats end with their bytes.
    public var hasEnded: Bool { false }
}

/// The settings of a stream for its format.
struct StreamSettings: Sendable {
    var handling: ResponseHandling
    var context: ResponseContext
    var options = StreamOptions()

    var limits: Limits { handling.limits }
    var mediaType: ResponseMediaType? { context.mediaType }
}

/// The options of streams that response serializers do not have.
struct StreamOptions: Sendable {
    var skipsBadItems = false
    /// The data of the event that ends the stream.
    var end: [UInt8]?
    /// The events that fail the stream.
    var failures: [StreamFailureEvent] = []
}

/// The preparation of each item: by the custom steps of the stream's serializer, then by all steps of its item's serializer.
struct ItemPreparation: Sendable {
    private let handlings: [ResponseHandling]
    private let context: ResponseContext
    private let limits: Limits
    private var log = FindingLog()

    /// Creates nil if there are no steps.
    init?(_ settings: StreamSettings, item: ResponseHandling? = nil) {
        var stream = settings.handling
        // The built-in steps remove a prefix of the stream.
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
