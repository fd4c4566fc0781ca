public import HTTPTypes

/// A decoder that undoes the content codings of a body while its bytes arrive (RFC 9110 §8.4).
///
/// It gives everything that the bytes so far make available, wherever they are cut. gzip members and zstd frames in a row are
/// one body. Nothing is waited for, and no thread or stream is involved:
///
/// ```swift
/// var decoder = try ContentDecoder(for: head)
/// for chunk in chunks {
///     try decoder.append(chunk)
///     while let piece = try decoder.next() { consume(piece) }
/// }
/// try decoder.finish()
/// ```
public struct ContentDecoder: ~Copyable {
    /// The number of chunks that are read between two codings in one step.
    private static let refillsOfStep = 16

    private let limits: Limits
    /// Nil if there is no coding.
    private var pipeline: CodingPipeline?
    private var input: [UInt8] = []
    private var position = 0
    private var output: [UInt8] = []
    private var failure: ResponseError?
    private let headFindings: [Finding]

    /// The codings that are undone, in the order in which they were applied.
    public let codings: [ContentCoding]

    /// The number of bytes that were appended.
    public private(set) var codedCount = 0

    /// The number of bytes decoded.
    public private(set) var decodedCount = 0

    /// The number of bytes that one coding has made for the next one, over all codings.
    package var intermediateCount: Int { pipeline?.intermediateCount ?? 0 }

    /// Creates a decoder for the body of a response that is as it was received.
    ///
    /// Data that is evidently not in its coding is taken as it is, which is a finding, if the coding is gzip or zstd.
    ///
    /// ```swift
    /// var decoder = try ContentDecoder(for: head)
    /// for chunk in chunks {
    ///     try decoder.append(chunk)
    ///     while let piece = try decoder.next() { consume(piece) }
    /// }
    /// try decoder.finish()
    /// print(decoder.codedCount, decoder.decodedCount)
    /// ```
    ///
    /// - Parameters:
    ///   - head: The head, of which the `Content-Encoding` fields count.
    ///   - limits: The limits, of which ``Limits/Name/codedBytes``, ``Limits/bodyBytes``,
    ///     ``Limits/codingLayers`` and ``Limits/codingWindow`` count.
    /// - Throws: ``ResponseError`` for a coding that cannot be undone, and for too many codings.
    public init(for head: HTTPResponse, limits: Limits = Limits()) throws(ResponseError) {
        let list = ContentCodingList(fieldValues: head.headerFields[values: .contentEncoding])
        let codings = try Self.checked(list.undoable().reversed(), limits)
        self.init(checked: codings, limits: limits, takesPlainData: true, findings: list.findings)
    }

    /// Creates a decoder for data in the given codings.
    ///
    /// - Parameters:
    ///   - codings: The codings, in the order in which they were applied.
    ///   - limits: The limits, as for a head.
    /// - Throws: ``ResponseError`` for a coding that is not built in, and for too many codings.
    public init(_ codings: [ContentCoding], limits: Limits = Limits()) throws(ResponseError) {
        let codings = try Self.checked(codings, limits)
        self.init(checked: codings, limits: limits, takesPlainData: false, findings: [])
    }

    private init(checked codings: [ContentCoding], limits: Limits, takesPlainData: Bool, findings: [Finding]) {
        self.codings = codings
        self.limits = limits
        headFindings = findings
        guard !codings.isEmpty else { return }
        pipeline = CodingPipeline(
            codings.reversed(),
            limits: limits,
            takesPlainData: takesPlainData,
            keepsOutput: false
        )
    }

    private static func checked(_ codings: [ContentCoding], _ limits: Limits) throws(ResponseError) -> [ContentCoding] {
        if let coding = codings.first(where: { !$0.isBuiltIn }) { throw ContentCodingList.unsupported(coding) }
        guard codings.count <= limits.codingLayers else {
            throw ContentCodingList.tooManyLayers(codings.count, limit: limits.codingLayers)
        }
        return codings
    }

    /// Adds bytes of the encoded body; ``next()`` returns the bytes that they decode to.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    /// - Throws: ``ResponseError`` with the limit ``Limits/Name/codedBytes`` if there are too many.
    public mutating func append(_ chunk: Span<UInt8>) throws(ResponseError) {
        let limit = limits.codedBytes
        guard pipeline == nil || chunk.count <= limit - codedCount else {
            throw fail(with: .exceeded(.codedBytes, limits, "the encoded body has more than \(limit.counted("byte"))"))
        }
        codedCount += chunk.count
        if position == input.count {
            input.removeAll(keepingCapacity: true)
            position = 0
        }
        unsafe chunk.withUnsafeBufferPointer { chunk in unsafe input.append(contentsOf: chunk) }
    }

    /// Adds bytes of the encoded body; ``next()`` returns the bytes that they decode to.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    /// - Throws: ``ResponseError`` with the limit ``Limits/Name/codedBytes`` if there are too many.
    public mutating func append(_ chunk: some Sequence<UInt8>) throws(ResponseError) {
        try append(Array(chunk).span)
    }

    /// Decodes the next piece of the bytes added so far.
    ///
    /// - Returns: At most 64 KiB, as a view that is valid until the decoder is used again; nil if more bytes are needed.
    /// - Throws: ``ResponseError`` with both offsets if the data is damaged or exceeds a limit, once all bytes before the
    ///   fault were given; every later call throws it again.
    @_lifetime(&self)
    public mutating func next() throws(ResponseError) -> Span<UInt8>? {
        var count = 0
        while count == 0 {
            guard let decoded = try advance() else { return nil }
            count = decoded
        }
        return output.span.extracting(0..<count)
    }

    /// Decodes a part of the bytes added so far, in a time that is bounded whatever they decode to.
    ///
    /// - Parameter take: Called with at most 64 KiB of output; not called if the part decodes to nothing.
    /// - Returns: Whether there may be more output; false if more bytes are needed.
    /// - Throws: ``ResponseError``, as ``next()`` does.
    package mutating func step(_ take: (Span<UInt8>) -> Void) throws(ResponseError) -> Bool {
        guard let count = try advance() else { return false }
        if count > 0 { take(output.span.extracting(0..<count)) }
        return true
    }

    /// Decodes a part of the bytes added so far into the output.
    ///
    /// - Returns: The number of bytes decoded, which may be 0; nil if more bytes are needed.
    private mutating func advance() throws(ResponseError) -> Int? {
        if let failure { throw failure }
        let decoded = decode()
        var count = decoded.count
        if count > limits.bodyBytes - decodedCount {
            count = limits.bodyBytes - decodedCount
            failure = .exceeded(
                .bodyBytes,
                limits,
                "the decoded body has more than \(limits.bodyBytes.counted("byte"))"
            )
        }
        decodedCount += count
        if count == 0, let failure { throw failure }
        return count > 0 || decoded.isPaused ? count : nil
    }

    /// Checks that the body is complete once all of its bytes were appended and decoded.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/truncatedBody`` if it is not.
    public mutating func finish() throws(ResponseError) {
        if let failure { throw failure }
        do throws(ResponseError) { try pipeline?.finish() } catch { throw fail(with: error) }
    }

    /// The findings so far: data in a format other than its label, several members, bytes after the end.
    public var findings: [Finding] { headFindings + (pipeline?.findings ?? []) }

    private mutating func fail(with error: ResponseError) -> ResponseError {
        failure = error
        return error
    }
}

extension ResponseError {
    /// The error for coded or decoded data that exceeds a limit.
    static func exceeded(_ name: Limits.Name, _ limits: Limits, _ message: String) -> ResponseError {
        ResponseError(.limitExceeded, message, at: .bytes(limits[name]), limit: name)
    }
}

// MARK: - Unsafe

// Bound: the output span has the memory of the array, and is gone when the closure returns. The bytes of the array that
// nothing was written to are never read: only those before the count of one call are given.
extension ContentDecoder {
    /// Memory for a piece of output; to write zeros to it costs as much as to decode a body of some kilobytes.
    private static func uninitializedPiece() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: CodingPipeline.pieceSize) { _, count in
            count = CodingPipeline.pieceSize
        }
    }

    /// Decodes a part of the input into the output from its beginning, and keeps the error if there is one.
    ///
    /// - Returns: The number of bytes that came out, and whether there may be more.
    private mutating func decode() -> (count: Int, isPaused: Bool) {
        guard pipeline != nil else { return (copy(), position < input.count) }
        var space = output
        output = []
        if space.isEmpty { space = Self.uninitializedPiece() }
        let bytes = input
        let end = min(bytes.count, position + CodingPipeline.pieceSize)
        var (count, next, isPaused) = (0, position, false)
        unsafe space.withUnsafeMutableBufferPointer { buffer in
            var span = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            do throws(ResponseError) {
                isPaused =
                    try pipeline?.decode(
                        bytes.span.extracting(0..<end),
                        from: &next,
                        into: &span,
                        refills: Self.refillsOfStep
                    ) == true
            } catch {
                failure = error
            }
            count = unsafe span.finalize(for: buffer)
        }
        (output, position) = (space, next)
        return (count, isPaused || next < bytes.count)
    }

    /// Returns the input unchanged.
    private mutating func copy() -> Int {
        let end = position + min(input.count - position, CodingPipeline.pieceSize)
        output = Array(input[position..<end])
        position = end
        return output.count
    }
}
