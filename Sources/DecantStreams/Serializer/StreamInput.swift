import DecantCore

/// The input of a stream's format.
///
/// It decodes content codings incrementally and removes a prefix.
struct StreamInput: ~Copyable {
    private var decoder: ContentDecoder?
    private var output: StreamOutput

    /// The first bytes, held until they show whether the body is encoded; nil afterward.
    private var first: [UInt8]?
    private var codingFindings: [Finding] = []

    /// Whether the decoder may produce more output without another chunk.
    private(set) var hasCodedBytes = false

    /// The number of bytes received.
    private(set) var receivedBytes = 0

    /// Whether received bytes are ignored, because the response cannot have a body.
    private let ignoresBytes: Bool

    /// Whether the stream is decompressed if it is a file in gzip or zstd.
    private let decompresses: Bool

    private let context: ResponseContext
    private let limits: Limits

    init(_ handling: ResponseHandling, _ context: ResponseContext) {
        output = StreamOutput(handling, context)
        ignoresBytes = context.forbidsBody
        self.context = context
        limits = handling.limits
        let mayBeCoded = context.isDecoded != true && !context.contentEncodings.isEmpty
        decompresses = !mayBeCoded && handling.configuration.preparation.contains(.compressedContent)
        first = (mayBeCoded || decompresses) && !ignoresBytes ? [] : nil
    }

    /// Decides whether the body is encoded, and then passes on the first bytes or begins to decode them.
    ///
    /// - Parameter isAll: Whether there are no other bytes.
    /// - Returns: Whether bytes were passed on.
    /// - Throws: `ResponseError` if the content codings cannot be decoded.
    private mutating func decideCodings(isAll: Bool, _ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        guard let bytes = first else { return false }
        let made =
            decompresses
            ? CodingDecision.ofFile(bytes, isAll: isAll) : CodingDecision.ofStream(bytes, isAll: isAll, context)
        guard let decision = made else { return false }
        first = nil
        codingFindings = decision.findings
        if let rejection = decision.rejection { throw rejection }
        guard decision.decodes else {
            output.write(bytes.elementSpan, pass)
            return !bytes.isEmpty
        }
        var limits = limits
        limits.bodyBytes = .max
        limits.codedBytes = .max
        decoder = try ContentDecoder(decision, limits: limits)
        try decoder?.append(bytes.elementSpan)
        hasCodedBytes = true
        return false
    }

    /// The number of bytes after content decoding.
    var decodedBytes: Int { output.count }

    var findings: [Finding] {
        let ignored = ignoresBytes && receivedBytes > 0 ? [Finding.unexpectedBody(byteCount: receivedBytes)] : []
        return codingFindings + (output.prefix?.findings ?? []) + ignored
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
    mutating func receive(_ chunk: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        receivedBytes += chunk.count
        output.barren.recordChunk(chunk.count)
        guard !ignoresBytes else { return false }
        if first != nil {
            first?.append(contentsOf: ResponseBytes(chunk))
            return try decideCodings(isAll: false, pass)
        }
        guard decoder != nil else {
            output.write(chunk, pass)
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
        try output.barren.check(BarrenOutput.Counts(items: items, output: count, held: held), codedBytes: receivedBytes)
        hasCodedBytes = try decoder?.step { output.write($0, pass) } == true
        return hasCodedBytes
    }

    /// Decides about the codings of a short body that has ended.
    ///
    /// - Returns: Whether parts of it have to be decoded.
    mutating func endFirstBytes(_ pass: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        guard first != nil else { return false }
        _ = try decideCodings(isAll: true, pass)
        return hasCodedBytes
    }

    /// Ends the body.
    ///
    /// Throws if it is incomplete.
    mutating func finish(_ pass: (Span<UInt8>) -> Void) throws(ResponseError) {
        output.prefix?.finish(pass)
        guard decoder != nil else { return }
        try decoder?.finish()
        codingFindings = decoder?.findings ?? []
        codingFindings.append(.decoded(decoder?.codings ?? [], from: receivedBytes, to: output.count))
    }
}

/// The output of a stream's content codings.
private struct StreamOutput {
    var prefix: StreamPrefix?
    var barren: BarrenOutput

    /// The number of output bytes.
    private(set) var count = 0

    init(_ handling: ResponseHandling, _ context: ResponseContext) {
        prefix = StreamPrefix(handling.configuration, context)
        barren = BarrenOutput(limits: handling.limits)
    }

    mutating func write(_ bytes: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) {
        guard !bytes.isEmpty else { return }
        barren.recordOutput()
        count += bytes.count
        if prefix == nil { pass(bytes) } else { prefix?.write(bytes, pass) }
    }
}

/// The first bytes of a stream.
///
/// The built-in preparation steps remove a prefix from them.
private struct StreamPrefix {
    private let steps: [BodyPreparation]
    private let format: DocumentFormat?
    /// The number of bytes examined for a prefix.
    private let length: Int
    private let context: ResponseContext
    /// The bytes held so far; nil once the prefix has been removed.
    private var held: [UInt8]? = []
    private(set) var findings: [Finding] = []

    /// Returns nil if there are no steps that remove a prefix.
    init?(_ configuration: ResponseConfiguration, _ context: ResponseContext) {
        steps = configuration.preparation.filter { $0 != .compressedContent && $0 != .jsonpCallback }
        if steps.isEmpty { return nil }
        format = DocumentFormat(configuration.formatMediaTypes)
        length = steps.contains(.textBeforeDocument) ? 4096 : 256
        self.context = context
    }

    mutating func write(_ bytes: Span<UInt8>, _ pass: (Span<UInt8>) -> Void) {
        guard held != nil else { return pass(bytes) }
        held?.append(contentsOf: ResponseBytes(bytes))
        if let held, held.count >= length { finish(pass) }
    }

    /// Removes the prefix and passes on the remaining bytes.
    mutating func finish(_ pass: (Span<UInt8>) -> Void) {
        guard let bytes = held.take() else { return }
        var decoding = DecodingContext(context)
        var body = ResponseBytes(bytes)
        for step in steps { body = step.removePrefix(of: body, before: format, in: &decoding) }
        findings = decoding.findings
        if !body.isEmpty { pass(body.span) }
    }
}
