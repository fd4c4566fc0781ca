public import HTTPTypes

/// A streaming decoder for the content codings of a body (RFC 9110 §8.4).
///
/// Chunks may be split at any byte; after each, the decoder returns all output that the bytes received so far produce.
/// Consecutive gzip members or zstd frames form one body. The decoder never blocks, and uses no threads or streams:
///
/// ```swift
/// var decoder = try ContentDecoder(for: head)
/// for chunk in chunks {
///     try decoder.append(chunk)
///     while let chunk = try decoder.next() { consume(chunk) }
/// }
/// try decoder.finish()
/// ```
public struct ContentDecoder: ~Copyable {
    /// The maximum number of chunks read between two layers in one step.
    private static let refillsOfStep = 16

    private let limits: Limits
    /// The layers, or nil without content codings.
    private var pipeline: CodingPipeline?
    private var input: [UInt8] = []
    private var position = 0
    private var output: [UInt8] = []
    private var failure: ResponseError?
    private let headFindings: [Finding]

    /// The codings to decode, in the order they were applied.
    public let codings: [ContentCoding]

    /// The number of bytes appended.
    public private(set) var codedCount = 0

    /// The number of bytes decoded.
    public private(set) var decodedCount = 0

    /// The number of bytes passed from one coding to the next, summed over all codings.
    package var intermediateCount: Int { pipeline?.intermediateCount ?? 0 }

    /// Creates a decoder for the body of a response as received from the server.
    ///
    /// If data declared as gzip or zstd is evidently not compressed, it is passed through with a finding.
    ///
    /// ```swift
    /// var decoder = try ContentDecoder(for: head)
    /// for chunk in chunks {
    ///     try decoder.append(chunk)
    ///     while let chunk = try decoder.next() { consume(chunk) }
    /// }
    /// try decoder.finish()
    /// print(decoder.codedCount, decoder.decodedCount)
    /// ```
    ///
    /// - Parameters:
    ///   - head: The response head. Only its `Content-Encoding` fields are used.
    ///   - limits: The limits. Only ``Limits/Name/codedBytes``, ``Limits/bodyBytes``, ``Limits/codingLayers``, and
    ///     ``Limits/codingWindow`` are used.
    /// - Throws: ``ResponseError`` if a coding is unsupported or there are too many codings.
    public init(for head: HTTPResponse, limits: Limits = Limits()) throws(ResponseError) {
        let list = ContentCodingList(fieldValues: head.headerFields[values: .contentEncoding])
        if let error = list.unsupported { throw error }
        try self.init(list.elements, limits, acceptsPlainData: true, findings: list.findings)
    }

    /// Creates a decoder for the body that a decision is about.
    ///
    /// - Throws: `ResponseError` if there are too many codings.
    package init(_ decision: CodingDecision, limits: Limits) throws(ResponseError) {
        try self.init(decision.codings, limits, acceptsPlainData: true, findings: decision.findings)
    }

    /// Creates a decoder for data in the given codings.
    ///
    /// - Parameters:
    ///   - codings: The codings, in the order they were applied.
    ///   - limits: The limits, as in ``init(for:limits:)``.
    /// - Throws: ``ResponseError`` if a coding is not built in or there are too many codings.
    public init(_ codings: [ContentCoding], limits: Limits = Limits()) throws(ResponseError) {
        if let coding = codings.first(where: { !$0.isBuiltIn }) { throw ContentCodingList.unsupported(coding) }
        try self.init(codings, limits, acceptsPlainData: false, findings: [])
    }

    private init(
        _ codings: [ContentCoding],
        _ limits: Limits,
        acceptsPlainData: Bool,
        findings: [Finding]
    ) throws(ResponseError) {
        try limits.checkLayers(of: codings)
        self.codings = codings
        self.limits = limits
        headFindings = findings
        guard !codings.isEmpty else { return }
        pipeline = CodingPipeline(codings, limits: limits, acceptsPlainData: acceptsPlainData, keepsOutput: false)
    }

    /// Appends a chunk of the encoded body; ``next()`` returns the decoded bytes.
    ///
    /// - Parameter chunk: The next bytes of the body; any number, including none.
    /// - Throws: ``ResponseError`` with the limit ``Limits/Name/codedBytes`` if the body is too large.
    public mutating func append(_ chunk: Span<UInt8>) throws(ResponseError) {
        guard pipeline == nil || chunk.count <= limits.codedBytes - codedCount else {
            throw fail(with: .exceeded(.codedBytes, limits))
        }
        codedCount += chunk.count
        if position == input.count {
            input.removeAll(keepingCapacity: true)
            position = 0
        }
        unsafe chunk.withUnsafeBufferPointer { chunk in unsafe input.append(contentsOf: chunk) }
    }

    /// Appends a chunk of the encoded body; ``next()`` returns the decoded bytes.
    ///
    /// - Parameter chunk: The next bytes of the body; any number, including none.
    /// - Throws: ``ResponseError`` with the limit ``Limits/Name/codedBytes`` if the body is too large.
    public mutating func append(_ chunk: some Sequence<UInt8>) throws(ResponseError) {
        try append(Array(chunk).elementSpan)
    }

    /// Decodes the next chunk of output.
    ///
    /// - Returns: At most 64 KiB, as a span that is valid until the next call, or nil if more input is needed.
    /// - Throws: ``ResponseError`` with the offsets in the encoded and the decoded data if the data is malformed or
    ///   exceeds a limit. All bytes before the error are returned first; every later call throws the error again.
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> Span<UInt8>? {
        var count = 0
        while count == 0 {
            guard let decoded = try advance() else { return nil }
            count = decoded
        }
        return output.elementSpan.extracting(0..<count)
    }

    /// Decodes a part of the appended bytes in bounded time, regardless of the compression ratio.
    ///
    /// - Parameter take: A closure that receives at most 64 KiB of output; not called if there is no output.
    /// - Returns: Whether more output may be available; false if more input is needed.
    /// - Throws: ``ResponseError``, as ``next()`` does.
    package mutating func step(_ take: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        guard let count = try advance() else { return false }
        if count > 0 { take(output.elementSpan.extracting(0..<count)) }
        return true
    }

    /// Decodes a part of the appended bytes into the output.
    ///
    /// - Returns: The number of bytes decoded, which may be 0, or nil if more input is needed.
    private mutating func advance() throws(ResponseError) -> Int? {
        if let failure { throw failure }
        let decoded = decode()
        var count = decoded.count
        if count > limits.bodyBytes - decodedCount {
            count = limits.bodyBytes - decodedCount
            failure = .exceeded(.bodyBytes, limits)
        }
        decodedCount += count
        if count == 0, let failure { throw failure }
        return count > 0 || decoded.isPaused ? count : nil
    }

    /// Checks that the body is complete, after all bytes were appended and decoded.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/truncatedBody`` if the body is incomplete.
    public mutating func finish() throws(ResponseError) {
        if let failure { throw failure }
        do throws(ResponseError) { try pipeline?.finish() } catch { throw fail(with: error) }
    }

    /// The findings so far, such as a format that differs from its label, multiple members, or bytes after the end.
    public var findings: [Finding] { headFindings + (pipeline?.findings ?? []) }

    private mutating func fail(with error: ResponseError) -> ResponseError {
        failure = error
        return error
    }
}

extension ResponseError {
    /// Creates the error for a body that exceeds the limit of encoded or of decoded bytes.
    static func exceeded(_ name: Limits.Name, _ limits: Limits) -> ResponseError {
        let body = name == .codedBytes ? "the encoded body" : "the decoded body"
        let message = "\(body) has more than \(limits[name].counted("byte"))"
        return ResponseError(.limitExceeded, message, at: .bytes(limits[name]), limit: name).exceeding(limits[name])
    }
}

// MARK: - Unsafe

// Bound: the output span refers to the memory of the array and ends with the closure. Uninitialized bytes of the array
// are never read: only the bytes written by the current call are returned.
extension ContentDecoder {
    /// Returns uninitialized memory for a chunk of output; zeroing it would cost as much as decoding a body of a few
    /// kilobytes.
    private static func uninitializedChunk() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: CodingPipeline.chunkSize) { _, count in
            count = CodingPipeline.chunkSize
        }
    }

    /// Decodes a part of the input into the output buffer, and stores an error in `failure`.
    ///
    /// - Returns: The number of bytes decoded, and whether more output may be available.
    private mutating func decode() -> (count: Int, isPaused: Bool) {
        guard pipeline != nil else { return (copy(), position < input.count) }
        var space = output
        output = []
        if space.isEmpty { space = Self.uninitializedChunk() }
        let bytes = input
        let end = min(bytes.count, position + CodingPipeline.chunkSize)
        var (count, next, isPaused) = (0, position, false)
        unsafe space.withUnsafeMutableBufferPointer { buffer in
            var span = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            do throws(ResponseError) {
                isPaused =
                    try pipeline?.decode(
                        bytes.elementSpan.extracting(0..<end),
                        from: &next,
                        into: &span,
                        refills: Self.refillsOfStep
                    ) == true
            } catch {
                failure = error
            }
            count = unsafe span.finalize(for: buffer)
        }
        output = space
        position = next
        return (count, isPaused || next < bytes.count)
    }

    /// Copies input to the output unchanged, and returns the number of bytes.
    private mutating func copy() -> Int {
        let end = position + min(input.count - position, CodingPipeline.chunkSize)
        output = Array(input[position..<end])
        position = end
        return output.count
    }
}
