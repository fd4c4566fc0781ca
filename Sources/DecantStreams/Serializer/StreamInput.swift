public import DecantCore

/// The bytes of a stream on their way to its format: decodes content codings part by part, and removes a prefix.
@usableFromInline
struct StreamInput: ~Copyable {
    private var decoder: ContentDecoder?
    private var output: StreamOutput

    /// The reason that the content codings cannot be decoded.
    let codingFailure: ResponseError?

    /// Whether the decoder may have more output without another chunk.
    private(set) var hasCodedBytes = false

    /// The number of bytes received.
    private(set) var receivedBytes = 0

    init(_ handling: ResponseHandling, _ context: ResponseContext) {
        output = StreamOutput(handling, context)
        do throws(ResponseError) {
            decoder = try Self.decoder(handling.limits, context)
            codingFailure = nil
        } catch {
            decoder = nil
            codingFailure = error
        }
    }

    private static func decoder(_ limits: Limits, _ context: ResponseContext) throws(ResponseError) -> ContentDecoder? {
        guard context.codingState != .decoded, !context.contentEncodings.isEmpty, let head = context.head else {
            return nil
        }
        var limits = limits
        (limits.bodyBytes, limits.codedBytes) = (.max, .max)
        return try ContentDecoder(for: head, limits: limits)
    }

    /// The number of bytes after content decoding.
    var decodedBytes: Int { output.count }

    var findings: [Finding] {
        let coded =
            switch decoder {
            case .some(let decoder): decoder.findings
            case .none: [Finding]()
            }
        return coded + (output.prefix?.findings ?? [])
    }

    /// Whether the last chunk has more parts, or decoded to nothing.
    @usableFromInline var isAfterPart: Bool { hasCodedBytes || output.barren.isAfterChunkWithoutOutput }

    /// Checks that the chunks so far have not decoded to nothing for too long, before another one is requested.
    @usableFromInline
    func checkChunks() throws(ResponseError) { try output.barren.checkChunks() }

    /// Takes a chunk: passes it on, unless it has to be decoded part by part.
    ///
    /// - Returns: Whether it was passed on, and has bytes.
    @usableFromInline
    mutating func take(_ chunk: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        receivedBytes += chunk.count
        output.barren.takeChunk(chunk.count)
        guard decoder != nil else {
            output.take(chunk, pass)
            return !chunk.isEmpty
        }
        try decoder?.append(chunk)
        hasCodedBytes = true
        return false
    }

    /// Decodes at most 64 KiB, once the items of the part before were taken.
    ///
    /// - Parameters:
    ///   - items: The number of items so far.
    ///   - held: The number of bytes that are held for an incomplete item.
    ///   - pass: Called with the decoded bytes.
    /// - Returns: Whether there may be more; false if another chunk is needed.
    /// - Throws: `ResponseError` for damaged data, and for too much output without an item.
    mutating func decodePart(items: Int, held: Int, _ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        let count = output.count + (decoder?.intermediateCount ?? 0)
        try output.barren.take(BarrenOutput.Counts(items: items, output: count, held: held), codedBytes: receivedBytes)
        hasCodedBytes = try decoder?.step { output.take($0, pass) } == true
        return hasCodedBytes
    }

    /// Ends the body, which must be complete.
    mutating func finish(_ pass: (Span<UInt8>) -> Void) throws(ResponseError) {
        output.prefix?.finish(pass)
        try decoder?.finish()
    }
}

/// The bytes of a stream after its content codings.
private struct StreamOutput {
    var prefix: StreamPrefix?
    var barren: BarrenOutput

    /// The number of bytes.
    private(set) var count = 0

    init(_ handling: ResponseHandling, _ context: ResponseContext) {
        prefix = StreamPrefix(handling.configuration.preparation, context)
        barren = BarrenOutput(limits: handling.limits)
    }

    mutating func take(_ bytes: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) {
        guard !bytes.isEmpty else { return }
        barren.takeOutput()
        count += bytes.count
        if prefix == nil { pass(bytes) } else { prefix?.take(bytes, pass) }
    }
}

/// The first bytes of a stream, from which the built-in steps of preparation remove a prefix.
private struct StreamPrefix {
    /// The number of bytes in which a prefix is expected.
    private static let length = 256

    private let steps: [BodyPreparation]
    private let context: ResponseContext
    /// Nil once the prefix was removed.
    private var held: [UInt8]? = []
    private(set) var findings: [Finding] = []

    /// Creates nil if there are no steps.
    init?(_ steps: [BodyPreparation], _ context: ResponseContext) {
        if steps.isEmpty { return nil }
        (self.steps, self.context) = (steps, context)
    }

    mutating func take(_ bytes: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) {
        guard held != nil else { return pass(bytes) }
        held?.append(contentsOf: ResponseBytes(bytes))
        if let held, held.count >= Self.length { finish(pass) }
    }

    /// Removes the prefix, and passes on the bytes after it.
    mutating func finish(_ pass: (Span<UInt8>) -> Void) {
        guard let bytes = held.take() else { return }
        var decoding = DecodingContext(context)
        let body = steps.reduce(ResponseBytes(bytes)) { body, step in step.apply(to: body, in: &decoding) }
        findings = decoding.findings
        if !body.isEmpty { pass(body.span) }
    }
}
