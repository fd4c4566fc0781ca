/// A resumable decoder of deflate data: raw (RFC 1951), or in the zlib (RFC 1950) or gzip (RFC 1952) format.
///
/// The input may be split at any byte, and the output into chunks of any size; the result is the same. A decoder uses
/// less than 48 KiB of memory. This includes the window of 32 KiB, which is allocated only if the stream does not end
/// in the first call.
///
///     var inflater = Inflater(.gzip)
///     var position = 0
///     while position < input.count {
///         switch try inflater.inflate(input, from: &position, into: &output) { … }
///     }
///     try inflater.finish()
public struct Inflater: ~Copyable {
    /// The container formats of deflate data.
    public enum Format: Hashable, Sendable {
        /// Deflate data without a container.
        case raw
        /// A header of two bytes, the data, and an Adler-32.
        case zlib
        /// Consecutive members, each with a header, a CRC-32, and a length.
        case gzip
    }

    /// The reasons why a call returns.
    public enum Status: Hashable, Sendable {
        /// All input is consumed, and all output that it allows is written.
        case needsInput
        /// The output is full, and more follows.
        case outputFull
        /// A gzip member is complete and its checksum is correct; another member may follow.
        case endOfMember
        /// The stream is complete; bytes after it are not read.
        case end
    }

    /// The parts of a stream.
    private enum Phase {
        case header
        case body
        case trailer
        case betweenMembers
        case padding
        case end
        case failed(InflateError)
    }

    /// The number of output bytes after which the checksum is updated, while they are still in the cache.
    private static let checksumChunk = 1 << 15

    private let format: Format
    private let keepsOutput: Bool
    private var phase: Phase
    private var decoder = DeflateDecoder()
    private var history = HistoryWindow()
    private var header = StreamHeader()
    private var crc = CRC32()
    private var adler = Adler32()

    /// The bits that were read but not consumed.
    ///
    /// Their whole bytes count as consumed input.
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// The bytes of the trailer so far, the first one lowest.
    private var trailer: UInt64 = 0
    private var trailerCount = 0

    private var codedBase = 0
    private var outputBase = 0
    private var memberStart = 0

    /// The number of complete members; at most 1 for a raw or zlib stream.
    public private(set) var memberCount = 0

    /// The number of zero bytes after the last gzip member.
    public private(set) var paddingCount = 0

    /// The number of consumed bytes of input, without those after the stream; after an error, the error's offset.
    public var codedCount: Int { codedBase }

    /// The number of bytes decoded, over all members.
    public var outputCount: Int { outputBase }

    /// Creates a decoder for one stream.
    ///
    /// - Parameters:
    ///   - format: The format of the stream.
    ///   - keepsOutput: Whether the output of each call starts with all previous output of the same member, which makes
    ///     a window unnecessary.
    public init(_ format: Format, keepsOutput: Bool = false) {
        self.format = format
        self.keepsOutput = keepsOutput
        phase = format == .raw ? .body : .header
    }

    /// Decodes until the input is consumed, the output is full, or a member or the stream ends.
    ///
    /// - Parameters:
    ///   - input: The next bytes of the compressed data.
    ///   - position: The index of the first byte to read; on return, the index of the first byte that was not read.
    ///   - output: The span that decoded bytes are appended to. It does not have to contain output of earlier calls
    ///     unless the decoder was created with `keepsOutput`.
    /// - Returns: The reason why the call returned.
    /// - Throws: ``InflateError``; the output contains the bytes decoded before it. Every later call throws the same
    ///   error.
    public mutating func inflate(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(InflateError) -> Status {
        precondition(position >= 0 && position <= input.count)
        return try decode(input, &position, &output)
    }

    /// Throws if the stream is incomplete; call this method at the end of the input.
    public mutating func finish() throws(InflateError) {
        switch phase {
        case .betweenMembers, .padding, .end: return
        case .failed(let error): throw error
        default: throw fail(.truncated, at: codedBase)
        }
    }
}

// MARK: - Parts of a stream

extension Inflater {
    private mutating func fail(_ reason: InflateError.Reason, at offset: Int) -> InflateError {
        let error = InflateError(reason: reason, codedOffset: offset, outputCount: outputBase)
        phase = .failed(error)
        codedBase = offset
        return error
    }

    /// Parses a byte of a header.
    private mutating func readHeader(_ byte: UInt8) throws(InflateError) {
        switch format == .zlib ? header.readZlib(byte) : header.readGzip(byte) {
        case .more: codedBase += 1
        case .complete:
            codedBase += 1
            startBody()
        case .fault(let reason): throw fail(reason, at: codedBase)
        }
    }

    private mutating func startBody() {
        header = StreamHeader()
        crc = CRC32()
        memberStart = outputBase
        phase = .body
    }

    /// Parses a byte of a trailer, and verifies the checksums after the last one.
    ///
    /// - Returns: Whether the member is complete.
    private mutating func readTrailer(_ byte: UInt8) throws(InflateError) -> Bool {
        let size = format == .zlib ? 4 : 8
        let shift = UInt64(format == .zlib ? (3 - trailerCount) * 8 : trailerCount * 8)
        trailer |= UInt64(byte) << shift
        trailerCount += 1
        codedBase += 1
        guard trailerCount == size else { return false }
        defer { (trailer, trailerCount) = (0, 0) }
        let found = UInt32(truncatingIfNeeded: trailer)
        let expected = format == .zlib ? adler.value : crc.value
        guard found == expected else {
            throw fail(.checksum(expected: expected, found: found), at: codedBase - size)
        }
        let length = UInt32(truncatingIfNeeded: outputBase - memberStart)
        if format == .gzip, UInt32(truncatingIfNeeded: trailer >> 32) != length {
            let found = UInt32(truncatingIfNeeded: trailer >> 32)
            throw fail(.length(expected: length, found: found), at: codedBase - 4)
        }
        endMember()
        return true
    }

    private mutating func endMember() {
        memberCount += 1
        history.removeAll()
        guard format == .gzip else {
            phase = .end
            return
        }
        decoder.reset()
        phase = .betweenMembers
    }

    /// Examines the byte after a member, or after zero bytes that follow one.
    ///
    /// - Returns: Whether the byte belongs to the stream.
    private mutating func readBetween(_ byte: UInt8, isPadding: Bool) throws(InflateError) -> Bool {
        if byte == 0 {
            phase = .padding
            paddingCount += 1
            codedBase += 1
            return true
        }
        guard byte == 0x1F, !isPadding else {
            phase = .end
            return false
        }
        phase = .header
        try readHeader(byte)
        return true
    }
}

// MARK: - Unsafe

// Bound: the pointers of the spans are used within one call, and the cursor stays within their counts.
extension Inflater {
    private mutating func decode(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ output: inout OutputSpan<UInt8>
    ) throws(InflateError) -> Status {
        try unsafe input.withUnsafeBufferPointer { (input) throws(InflateError) -> Status in
            try unsafe output.withUnsafeMutableBufferPointer { (output, count) throws(InflateError) -> Status in
                while true {
                    switch phase {
                    case .failed(let error): throw error
                    case .end: return .end
                    case .body:
                        if let status = unsafe try decodeBody(input, &position, output, &count) { return status }
                    default:
                        guard position < input.count else { return .needsInput }
                        if let status = try unsafe readPart(input[position], &position) { return status }
                    }
                }
            }
        }
    }

    /// Parses a byte outside the compressed data.
    private mutating func readPart(_ byte: UInt8, _ position: inout Int) throws(InflateError) -> Status? {
        switch phase {
        case .header: try readHeader(byte)
        case .trailer:
            position += 1
            guard try readTrailer(byte) else { return nil }
            return format == .gzip ? .endOfMember : .end
        case .padding: guard try readBetween(byte, isPadding: true) else { return .end }
        default: guard try readBetween(byte, isPadding: false) else { return .end }
        }
        position += 1
        return nil
    }

    private mutating func decodeBody(
        _ input: UnsafeBufferPointer<UInt8>,
        _ position: inout Int,
        _ output: UnsafeMutableBufferPointer<UInt8>,
        _ count: inout Int
    ) throws(InflateError) -> Status? {
        var empty: UInt64 = 0
        return try unsafe withUnsafeMutablePointer(to: &empty) { (empty) throws(InflateError) -> Status? in
            let nothing = unsafe UnsafeMutableRawPointer(empty).assumingMemoryBound(to: UInt8.self)
            let source = unsafe input.baseAddress ?? UnsafePointer(nothing)
            let target = unsafe output.baseAddress ?? nothing
            let kept = keepsOutput ? min(count, outputBase - memberStart) : 0
            var cursor = unsafe InflateCursor(
                bits: bits,
                bitCount: bitCount,
                input: source + position,
                inputStart: source + position,
                inputEnd: source + input.count,
                output: target + count,
                outputStart: target + (count - kept),
                outputEnd: target + output.count,
                callStart: target + count,
                pause: target + output.count
            )
            let stop = runDecoder(&cursor)
            defer {
                position += unsafe cursor.input - cursor.inputStart
                count += cursor.made
            }
            return try conclude(stop, &cursor)
        }
    }

    /// Runs the decoder to its next stop other than a pause, and adds the output to the checksum.
    private mutating func runDecoder(_ cursor: inout InflateCursor) -> DeflateDecoder.Stop {
        while true {
            let start = unsafe cursor.output
            unsafe cursor.pause = start + min(Self.checksumChunk, cursor.outputCapacity)
            let stop = decoder.run(&cursor, history)
            let chunk = unsafe UnsafeBufferPointer(start: start, count: cursor.output - start)
            if chunk.count > 0 {
                switch format {
                case .raw: break
                case .zlib: unsafe adler.update(chunk)
                case .gzip: unsafe crc.update(chunk)
                }
            }
            if case .pause = stop { continue }
            return stop
        }
    }

    private mutating func conclude(
        _ stop: DeflateDecoder.Stop,
        _ cursor: inout InflateCursor
    ) throws(InflateError) -> Status? {
        let made = cursor.made
        outputBase += made
        if case .fault(let reason, let skipped) = stop {
            throw fail(reason, at: codedBase + cursor.offset(skipping: skipped))
        }
        if case .needsInput = stop {} else { cursor.giveBack() }
        (bits, bitCount) = (cursor.bits, cursor.bitCount)
        codedBase += unsafe cursor.input - cursor.inputStart
        guard case .end = stop else {
            if !keepsOutput { unsafe history.append(cursor.callStart, made) }
            if case .outputFull = stop { return .outputFull }
            return .needsInput
        }
        (bits, bitCount) = (0, 0)
        guard format == .raw else {
            phase = .trailer
            return nil
        }
        endMember()
        return .end
    }
}

/// A parser of the header of a gzip member (RFC 1952 §2.3) or a zlib stream (RFC 1950 §2.2), one byte at a time.
struct StreamHeader {
    enum Outcome {
        case more
        case complete
        case fault(InflateError.Reason)
    }

    private enum Part {
        case fixed
        case extraLength
        case extra
        case name
        case comment
        case checksum
    }

    /// The optional parts with their flags, in order.
    private static let parts: [(flag: UInt8, part: Part)] = [
        (1 << 2, .extraLength), (1 << 3, .name), (1 << 4, .comment), (1 << 1, .checksum),
    ]
    private static let reserved: UInt8 = 0b1110_0000

    private var part = Part.fixed
    private var flags: UInt8 = 0
    /// The number of bytes of the part that were read, or that are left in the extra field.
    private var count = 0
    private var value: UInt16 = 0
    private var crc = CRC32()
    private var computed: UInt16 = 0

    /// Parses a byte of a zlib header.
    mutating func readZlib(_ byte: UInt8) -> Outcome {
        count += 1
        if count == 1 {
            value = UInt16(byte)
            return .more
        }
        value = value << 8 | UInt16(byte)
        guard value % 31 == 0 else { return .fault(.notZlib) }
        let method = UInt8(value >> 8 & 15)
        guard method == 8 else { return .fault(.unsupportedMethod(method)) }
        guard value >> 12 < 8 else { return .fault(.windowSize(bits: Int(value >> 12) + 8)) }
        return value & 0x20 == 0 ? .complete : .fault(.dictionary)
    }

    /// Parses a byte of a gzip header.
    mutating func readGzip(_ byte: UInt8) -> Outcome {
        if part != .checksum { crc.update(byte) }
        switch part {
        case .fixed: return readFixed(byte)
        case .extraLength:
            value = value >> 8 | UInt16(byte) << 8
            count += 1
            guard count == 2 else { return .more }
            count = Int(value)
            part = .extra
            return count > 0 ? .more : next()
        case .extra:
            count -= 1
            return count > 0 ? .more : next()
        case .name, .comment: return byte != 0 ? .more : next()
        case .checksum:
            value = value >> 8 | UInt16(byte) << 8
            count += 1
            guard count == 2 else { return .more }
            return value == computed ? .complete : .fault(.headerChecksum(expected: computed, found: value))
        }
    }

    private mutating func readFixed(_ byte: UInt8) -> Outcome {
        count += 1
        switch count - 1 {
        case 0: return byte == 0x1F ? .more : .fault(.notGzip)
        case 1: return byte == 0x8B ? .more : .fault(.notGzip)
        case 2: return byte == 8 ? .more : .fault(.unsupportedMethod(byte))
        case 3:
            flags = byte
            return byte & Self.reserved == 0 ? .more : .fault(.reservedFlags(byte))
        case 9: return next()
        default: return .more
        }
    }

    /// Advances to the next part that the flags announce.
    private mutating func next() -> Outcome {
        (count, value) = (0, 0)
        for (flag, part) in Self.parts where flags & flag != 0 {
            flags &= ~flag
            self.part = part
            if part == .checksum { computed = UInt16(truncatingIfNeeded: crc.value) }
            return .more
        }
        return .complete
    }
}
