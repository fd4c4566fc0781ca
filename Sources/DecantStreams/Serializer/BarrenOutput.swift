public import DecantCore

/// Limits the data of a stream that makes no item: output of content codings, and chunks that decode to nothing.
///
/// A coding can expand a few bytes to any number of spaces, comments, or empty lines, and an endless body can decode to
/// nothing. Neither costs the server anything, and neither gives the program an element at which it could stop.
struct BarrenOutput {
    /// The number of bytes without an item that are free.
    private static let freeBytes = 1 << 20

    private let ratio: Int
    /// The number of bytes of output that belong to no item, those between two codings included.
    private var bytes = 0
    /// The size of the chunks since the last byte of output; a chunk without a byte counts as 1.
    private var chunkBytes = 0
    /// The counts at the end of the part before.
    private var before = Counts()

    /// The counts of a stream whose complete items were all taken.
    struct Counts {
        /// The number of items.
        var items = 0
        /// The number of bytes after the content codings, and between two of them.
        var output = 0
        /// The number of bytes that are held for an incomplete item.
        var held = 0
    }

    /// - Parameter limits: The limits, of which `codingRatio` counts.
    init(limits: Limits) { ratio = limits.codingRatio }

    /// Takes note of a part of the output whose items were taken.
    ///
    /// - Parameters:
    ///   - counts: The counts after it.
    ///   - codedBytes: The number of bytes that were received.
    /// - Throws: `ResponseError` if there is too much output without an item.
    mutating func take(_ counts: Counts, codedBytes: Int) throws(ResponseError) {
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

    /// Takes note of output, after which chunks that decode to nothing are counted anew.
    mutating func takeOutput() { chunkBytes = 0 }

    /// Takes note of a chunk.
    mutating func takeChunk(_ count: Int) { chunkBytes += max(1, count) }

    /// Checks that the chunks so far have not decoded to nothing for too long, before another one is asked for.
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

/// The limits of streams.
extension Limits {
    /// Bytes of one item of a stream, such as an event, a line, a record or an element: 16 MiB, tested while it arrives.
    ///
    /// Real servers send events of 1.5 MB. A stream of items has no limit by itself; `bodyBytes` counts only what is around the
    /// elements of an array. A stream of XML counts each token against `xmlTokenBytes`.
    public var itemBytes: Int {
        get { self[.itemBytes] }
        set { self[.itemBytes] = newValue }
    }

    /// Decoded bytes of a stream that belong to no item, for each coded byte: 1,000.
    ///
    /// Whitespace, comments, and skipped fields and items count, and so does the output between two codings. The first MiB is
    /// free. Coded bytes in a row that decode to nothing are limited to 1,024 times this number, and so are chunks in a row
    /// without a byte. A stream without a content coding has no such ratio.
    public var codingRatio: Int {
        get { self[.codingRatio] }
        set { self[.codingRatio] = newValue }
    }
}

extension Limits.Name {
    /// Names `Limits.itemBytes`.
    public static let itemBytes = Limits.Name("itemBytes", default: 16 << 20)

    /// Names `Limits.codingRatio`.
    public static let codingRatio = Limits.Name("codingRatio", default: 1000)
}
