/// The output of a stream that was decoded at once.
public struct InflatedBytes: Sendable {
    /// The decoded bytes; those before the error if there is one.
    public fileprivate(set) var bytes: [UInt8] = []

    /// The error that ended decoding.
    public fileprivate(set) var error: InflateError?

    /// Whether there is more output than the limit allows.
    public fileprivate(set) var isLimited = false

    /// The number of bytes that were read; others follow the stream.
    public fileprivate(set) var codedCount = 0

    /// The number of members that are complete; of a raw or zlib stream at most 1.
    public fileprivate(set) var memberCount = 0

    /// The number of zeros that follow the last gzip member.
    public fileprivate(set) var paddingCount = 0
}

extension Inflater {
    /// The output of the least capacity.
    private static let leastCapacity = 1024

    /// The largest ratio of output to input for which memory is allocated at first; deflate can reach 1,032.
    private static let largestFirstRatio = 64

    /// Decodes a whole stream into one array, which grows if it has to.
    ///
    /// - Parameters:
    ///   - input: The stream, after which other bytes may follow.
    ///   - format: Its format.
    ///   - limit: The largest number of bytes of output. Never is more made, nor more memory allocated for it.
    ///   - expectedCount: The number of bytes that come out, if it is known. Otherwise the length at the end of gzip data
    ///     is taken for it, or an estimate. A wrong number costs time only.
    /// - Returns: The output, and the error that ended it if there is one.
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
            capacity = min(limit, max(leastCapacity, capacity <= limit / 2 ? capacity * 2 : limit))
        }
        result.codedCount = inflater.codedCount
        result.memberCount = inflater.memberCount
        result.paddingCount = inflater.paddingCount
        return result
    }

    /// Estimates the number of bytes that a stream decodes to, by the length at the end of gzip data if it is plausible.
    ///
    /// - Parameters:
    ///   - input: The whole stream.
    ///   - format: Its format.
    /// - Returns: The estimate, which may be wrong in both directions.
    public static func estimatedCount(of input: Span<UInt8>, _ format: Format) -> Int {
        let count = input.count
        if format == .gzip, count >= 18 {
            let length = (0..<4).reduce(0) { $0 | Int(input[count - 4 + $1]) << ($1 * 8) }
            if length <= count.multipliedReportingOverflow(by: largestFirstRatio).partialValue { return length }
        }
        let (estimate, overflow) = count.multipliedReportingOverflow(by: 4)
        return overflow ? count : max(leastCapacity, estimate)
    }
}

// MARK: - Unsafe

// Bound: the new array has the capacity, which is at least the count of the bytes before that are copied into it.
extension Inflater {
    /// Decodes until the stream or a capacity ends.
    ///
    /// - Returns: Whether there is more output.
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
    /// - Returns: Whether it is, and there is more.
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
