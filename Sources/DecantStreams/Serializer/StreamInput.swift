import DecantCore

/// The input of a stream's format.
///
/// It decodes content codings incrementally and removes a prefix.
struct StreamInput: ~Copyable {
    private var decoder: ContentDecoder?
    private var output: StreamOutput

    /// The error if the content codings cannot be decoded.
    let codingFailure: ResponseError?

    /// Whether the decoder may produce more output without another chunk.
    private(set) var hasCodedBytes = false

    /// The number of bytes received.
    private(set) var receivedBytes = 0

    /// Whether received bytes are ignored, because the response cannot have a body.
    private let ignoresBytes: Bool

    init(_ handling: ResponseHandling, _ context: ResponseContext) {
        output = StreamOutput(handling, context)
        ignoresBytes = context.forbidsBody
        do throws(ResponseError) {
            decoder = try Self.decoder(handling.limits, context)
            codingFailure = nil
        } catch {
            decoder = nil
            codingFailure = error
        }
    }

    private static func decoder(_ limits: Limits, _ context: ResponseContext) throws(ResponseError) -> ContentDecoder? {
        guard context.codingState != .decoded, !context.contentEncodings.isEmpty, !context.forbidsBody,
            let head = context.head
        else { return nil }
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
        let ignored = ignoresBytes && receivedBytes > 0 ? [Finding.unexpectedBody(byteCount: receivedBytes)] : []
        return coded + (output.prefix?.findings ?? []) + ignored
    }

    /// Whether the last chunk has more output, or decoded to nothing.
    var isAfterPart: Bool { hasCodedBytes || output.barren.isAfterChunkWithoutOutput }

    /// Throws if too many chunks in a row have decoded to nothing.
    ///
    /// Call this before requesting the next chunk.
    func checkChunks() throws(ResponseError) { try output.barren.checkChunks() }

    /// Receives a chunk, and passes it on unless it has to be decoded part by part.
    ///
    /// - Returns: Whether the chunk was passed on and is not empty.
    mutating func take(_ chunk: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        receivedBytes += chunk.count
        output.barren.takeChunk(chunk.count)
        guard !ignoresBytes else { return false }
        guard decoder != nil else {
            output.take(chunk, pass)
            return !chunk.isEmpty
        }
        try decoder?.append(chunk)
        hasCodedBytes = true
        return false
    }

    /// Decodes at most 64 KiB.
    ///
    /// Call this once the items of the previous part have been consumed.
    ///
    /// - Parameters:
    ///   - items: The number of items so far.
    ///   - held: The number of bytes held for an incomplete item.
    ///   - pass: A closure that receives the decoded bytes.
    /// - Returns: Whether there may be more output; false if another chunk is needed.
    /// - Throws: `ResponseError` if the data is damaged, or if the output without an item exceeds its limit.
    mutating func decodePart(items: Int, held: Int, _ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        let count = output.count + (decoder?.intermediateCount ?? 0)
        try output.barren.take(BarrenOutput.Counts(items: items, output: count, held: held), codedBytes: receivedBytes)
        hasCodedBytes = try decoder?.step { output.take($0, pass) } == true
        return hasCodedBytes
    }

    /// Ends the body.
    ///
    /// Throws if it is incomplete.
    mutating func finish(_ pass: (Span<UInt8>) -> Void) throws(ResponseError) {
        output.prefix?.finish(pass)
        try decoder?.finish()
    }
}

/// The output of a stream's content codings.
private struct StreamOutput {
    var prefix: StreamPrefix?
    var barren: BarrenOutput

    /// The number of output bytes.
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

/// The first bytes of a stream.
///
/// The built-in preparation steps remove a prefix from them.
private struct StreamPrefix {
    /// The number of bytes examined for a prefix.
    private static let length = 256

    private let steps: [BodyPreparation]
    private let context: ResponseContext
    /// The bytes held so far; nil once the prefix has been removed.
    private var held: [UInt8]? = []
    private(set) var findings: [Finding] = []

    /// Returns nil if there are no steps.
    init?(_ steps: [BodyPreparation], _ context: ResponseContext) {
        if steps.isEmpty { return nil }
        (self.steps, self.context) = (steps, context)
    }

    mutating func take(_ bytes: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) {
        guard held != nil else { return pass(bytes) }
        held?.append(contentsOf: ResponseBytes(bytes))
        if let held, held.count >= Self.length { finish(pass) }
    }

    /// Removes the prefix and passes on the remaining bytes.
    mutating func finish(_ pass: (Span<UInt8>) -> Void) {
        guard let bytes = held.take() else { return }
        var decoding = DecodingContext(context)
        let body = steps.reduce(ResponseBytes(bytes)) { body, step in step.apply(to: body, in: &decoding) }
        findings = decoding.findings
        if !body.isEmpty { pass(body.span) }
    }
}
