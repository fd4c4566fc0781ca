/// The output of a stream that was decoded in one step.
public struct InflatedBytes: Sendable {
    /// The decoded bytes; if an error occurred, the bytes before it.
    public fileprivate(set) var bytes: [UInt8] = []

    /// The error that ended decoding; nil on success.
    public fileprivate(set) var error: InflateError?

    /// Whether the output exceeds the limit.
    public fileprivate(set) var isLimited = false

    /// The number of bytes that were read; other bytes may follow the stream.
    public fileprivate(set) var codedCount = 0

    /// The number of complete members; at most 1 for a raw or zlib stream.
    public fileprivate(set) var memberCount = 0

    /// The number of zero bytes after the last gzip member.
    public fileprivate(set) var paddingCount = 0
}

extension Inflater {
    /// The smallest initial capacity of the output.
    private static let minCapacity = 1024

    /// The largest ratio of output to input for the initial allocation; deflate can reach 1,032.
    private static let maxFirstRatio = 64

    /// Decodes a whole stream into one array, which grows if necessary.
    ///
    /// - Parameters:
    ///   - input: The stream, which other bytes may follow.
    ///   - format: The format of the stream.
    ///   - limit: The maximum number of bytes of output, and of memory allocated for it.
    ///   - expectedCount: The number of decoded bytes, if known. Otherwise it is taken from the length at the end of
    ///     gzip data, or estimated. An incorrect number only costs time.
    /// - Returns: The output, and the error if decoding failed.
    public static func inflate(
        _ input: Span<UInt8>,
        _ format: Format,
        limit: Int,
        expectedCount: Int? = nil
    ) -> InflatedBytes {
        precondition(limit >= 0)
        var inflater = Inflater(format, keepsOutput: true)
        var result = InflatedBytes()
        var position = 0
        var capacity = min(limit, expectedCount ?? estimatedCount(of: input, format))
        while inflater.fill(&result, capacity, input, &position) {
            guard capacity < limit else {
                result.isLimited = true
                break
            }
            capacity = min(limit, max(minCapacity, capacity <= limit / 2 ? capacity * 2 : limit))
        }
        result.codedCount = inflater.codedCount
        result.memberCount = inflater.memberCount
        result.paddingCount = inflater.paddingCount
        return result
    }

    /// Estimates the number of bytes that a stream decodes to.
    ///
    /// The length at the end of gzip data is used if it is plausible.
    ///
    /// - Parameters:
    ///   - input: The stream to its end, where gzip stores the length.
    ///   - format: The format of the stream.
    /// - Returns: The estimate, which may be too low or too high.
    public static func estimatedCount(of input: Span<UInt8>, _ format: Format) -> Int {
        let count = input.count
        if format == .gzip, count >= 18 {
            let length = (0..<4).reduce(0) { $0 | Int(input[count - 4 + $1]) << ($1 * 8) }
            if length <= count.multipliedReportingOverflow(by: maxFirstRatio).partialValue { return length }
        }
        let (estimate, overflow) = count.multipliedReportingOverflow(by: 4)
        return overflow ? count : max(minCapacity, estimate)
    }
}

// MARK: - Unsafe

// Bound: the new array has the capacity, which is at least the count of the previous bytes that are copied into it.
extension Inflater {
    /// Decodes until the stream ends or the capacity is exhausted.
    ///
    /// - Returns: Whether more output follows.
    private mutating func fill(
        _ result: inout InflatedBytes,
        _ capacity: Int,
        _ input: Span<UInt8>,
        _ position: inout Int
    ) -> Bool {
        let before = result.bytes
        var (isFull, failure): (Bool, InflateError?) = (false, nil)
        result.bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            let space = unsafe UnsafeMutableBufferPointer(rebasing: buffer.prefix(capacity))
            _ = unsafe space.initialize(from: before)
            var output = unsafe OutputSpan(buffer: space, initializedCount: before.count)
            do throws(InflateError) {
                isFull = try inflateMembers(input, &position, &output)
            } catch {
                failure = error
            }
            count = unsafe output.finalize(for: space)
        }
        result.error = failure
        return isFull
    }

    /// Decodes all members, until the output is full.
    ///
    /// - Returns: Whether more output follows.
    private mutating func inflateMembers(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ output: inout OutputSpan<UInt8>
    ) throws(InflateError) -> Bool {
        while true {
            switch try inflate(input, from: &position, into: &output) {
            case .outputFull: return true
            case .endOfMember: continue
            case .needsInput, .end:
                try finish()
                return false
            }
        }
    }
}
