public import DecantCore

/// A limit on data that produces no items: the output of content codings, and chunks that decode to nothing.
///
/// A few coded bytes can expand to any amount of whitespace, comments, or empty lines, and an endless body can decode
/// to nothing. Neither costs the server anything, and neither produces an element at which the program could stop.
struct BarrenOutput {
    /// The number of bytes without an item that are always allowed.
    private static let freeBytes = 1 << 20

    private let ratio: Int
    /// The number of output bytes that belong to no item, including intermediate output between two codings.
    private var bytes = 0
    /// The size of the chunks since the last output byte.
    ///
    /// An empty chunk counts as 1.
    private var chunkBytes = 0
    /// The counts after the previous part.
    private var before = Counts()

    /// The counts of a stream whose complete items have all been consumed.
    struct Counts {
        /// The number of items.
        var items = 0
        /// The number of output bytes of all content codings, including intermediate output between two of them.
        var output = 0
        /// The number of bytes held for an incomplete item.
        var held = 0
    }

    /// - Parameter limits: The limits. Only `codingRatio` is used.
    init(limits: Limits) { ratio = limits.codingRatio }

    /// Records a part of the output whose items have been consumed.
    ///
    /// - Parameters:
    ///   - counts: The counts after this part.
    ///   - codedBytes: The number of bytes received.
    /// - Throws: `ResponseError` if the output without an item exceeds the limit.
    mutating func check(_ counts: Counts, codedBytes: Int) throws(ResponseError) {
        defer { before = counts }
        guard counts.items == before.items else { return }
        bytes = max(0, bytes + (counts.output - before.output) - (counts.held - before.held))
        let (allowed, isHuge) = codedBytes.multipliedReportingOverflow(by: ratio)
        guard !isHuge, bytes > Self.freeBytes, bytes - Self.freeBytes > allowed else { return }
        let message =
            "\(codedBytes.counted("coded byte")) decoded to \(bytes.counted("byte")) without an item, "
            + "more than \(ratio) for each after the first MiB"
        throw Self.exceeded(message)
    }

    /// Whether the last chunk decoded to nothing.
    var isAfterChunkWithoutOutput: Bool { chunkBytes > 0 }

    /// Records output, and resets the count of chunks that decode to nothing.
    mutating func recordOutput() { chunkBytes = 0 }

    /// Records a chunk.
    mutating func recordChunk(_ count: Int) { chunkBytes += max(1, count) }

    /// Throws if too many chunks in a row have decoded to nothing.
    ///
    /// Call this before requesting the next chunk.
    func checkChunks() throws(ResponseError) {
        guard chunkBytes > 0, (chunkBytes - 1) >> 10 >= ratio else { return }
        let message =
            "\(chunkBytes) coded bytes and empty chunks in a row decoded to nothing, more than 1024 times \(ratio)"
        throw Self.exceeded(message)
    }

    private static func exceeded(_ message: String) -> ResponseError {
        ResponseError(.limitExceeded, message, limit: .codingRatio)
    }
}

/// Limits of streams.
extension Limits {
    /// The maximum size in bytes of one item of a stream, such as an event, line, record, or element.
    ///
    /// The default is 16 MiB.
    ///
    /// The limit is checked as the item arrives. Real servers send events of 1.5 MB. The total size of a stream is not
    /// limited; `bodyBytes` applies only to the text around the elements of an array. A stream of XML checks each token
    /// against `xmlTokenBytes` instead.
    public var itemBytes: Int {
        get { self[.itemBytes] }
        set { self[.itemBytes] = newValue }
    }

    /// The maximum number of decoded bytes without an item, for each coded byte.
    ///
    /// The default is 1,000.
    ///
    /// Whitespace, comments, skipped fields, skipped items, and intermediate output between two codings count. The
    /// first MiB is free. Consecutive coded bytes that decode to nothing, and consecutive empty chunks, are limited to
    /// 1,024 times this number. The ratio does not apply to a stream without a content coding.
    public var codingRatio: Int {
        get { self[.codingRatio] }
        set { self[.codingRatio] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.itemBytes`.
    public static let itemBytes = Limits.Name("itemBytes", default: 16 << 20)

    /// The name of `Limits.codingRatio`.
    public static let codingRatio = Limits.Name("codingRatio", default: 1000)
}
