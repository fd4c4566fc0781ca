internal import DecantCore
internal import DecantStreams

// Why: after damaged compressed data, the next member can only be found by its magic number. The search begins where
// decoding failed, which is at most some hundred bytes before the bytes that were read. The source holds more than
// that, so the result does not depend on the sizes of the chunks.
//
// Bound: a byte is decoded once, and searched once after an error, because the next search begins after the member that
// the last one found.

/// The bytes of an archive as they arrive, which are decompressed into a scanner.
struct ArchiveSource: ~Copyable {
    /// The result of a step.
    enum Progress {
        /// The scanner may have more bytes.
        case progress

        /// More bytes are needed.
        case needsInput

        /// A member is damaged, and its last record is dropped.
        case damaged(SkippedData)

        /// The archive cannot be decompressed.
        case failed(ResponseError)

        /// All bytes are decompressed.
        case end
    }

    private enum Phase {
        /// Before the first four bytes.
        case start
        /// In an archive without compression.
        case plain
        /// In the frame with the dictionary, or nil before its size has arrived.
        case dictionary(left: Int?)
        /// Between two members.
        case between
        /// In a member.
        case member
        /// After an error, which is reported once the scanner has used all bytes before it.
        case failing(ResponseError)
        /// Before a member whose offset is unknown.
        case search
    }

    /// The number of bytes kept before the position.
    ///
    /// No error of a decoder is farther back.
    private static let keptCount = 1 << 16

    /// The magic number of the skippable frame with a dictionary (Zstandard for WARC 1.0 §3).
    private static let dictionaryMagic: [UInt8] = [0x5D, 0x2A, 0x4D, 0x18]

    private let limits: Limits
    private var input = BodyWindow(countsLines: false)
    private var phase = Phase.start
    private var format = MemberDecoder.Format.gzip
    private var decoder: MemberDecoder?
    private var dictionary: [UInt8] = []

    /// The offset of the next byte in the file.
    private var position = 0
    /// The offset of the decoder's first byte in the file, increased by the bytes between members.
    private var base = 0
    private var memberStart = 0
    private var isAtEnd = false

    init(limits: Limits) { self.limits = limits }

    /// Whether the archive has no bytes so far.
    var isEmpty: Bool { input.end == 0 }
}

extension ArchiveSource {
    /// Appends bytes of the file.
    mutating func append(_ bytes: Span<UInt8>) { input.append(bytes) }

    /// Ends the input.
    mutating func finish() { isAtEnd = true }

    /// Whether the archive has no compression, and its bytes may go to the scanner directly.
    var isDrained: Bool {
        if case .plain = phase { left == 0 } else { false }
    }

    /// The offset after the last member; nil in a member, and without members.
    var nextMember: Int? {
        if case .between = phase { position } else { nil }
    }

    /// Decompresses some bytes.
    mutating func decode(into scanner: inout RecordScanner) -> Progress {
        while true {
            switch phase {
            case .start: if let progress = start() { return progress }
            case .plain: return pass(to: &scanner)
            case .dictionary(let left): if let progress = readDictionary(left) { return progress }
            case .between: if let progress = startMember(&scanner) { return progress }
            case .member: return decodeMember(&scanner)
            case .failing(let error):
                scanner.discard()
                startSearch(after: error)
                return .damaged(SkippedData(error: error, offset: memberStart))
            case .search: if let progress = search() { return progress }
            }
        }
    }

    private var left: Int { input.end - position }

    private var endOrNeedsInput: Progress { isAtEnd ? .end : .needsInput }

    private mutating func pass(to scanner: inout RecordScanner) -> Progress {
        guard left > 0 else { return endOrNeedsInput }
        scanner.append(input.span(position..<input.end))
        position = input.end
        input.clear()
        return .progress
    }

    /// Determines the compression by the first bytes.
    private mutating func start() -> Progress? {
        guard left >= 4 || isAtEnd && left > 0 else { return endOrNeedsInput }
        let signature = input.copy(position..<min(input.end, position + 4))
        guard let format = MemberDecoder.Format(signature: signature) else {
            phase = .plain
            return nil
        }
        self.format = format
        if signature == Self.dictionaryMagic {
            position += 4
            phase = .dictionary(left: nil)
            return nil
        }
        return makeDecoder()
    }

    private mutating func makeDecoder() -> Progress? {
        do throws(ResponseError) {
            decoder = try MemberDecoder(format, limits: limits)
            base = position
            phase = .between
            return nil
        } catch {
            return .failed(error)
        }
    }
}

// MARK: - Members

extension ArchiveSource {
    /// Returns whether a byte may begin a member or frame.
    ///
    /// Skippable frames begin with other bytes than frames (RFC 8878 §3.1.2).
    private func startsMember(_ byte: UInt8) -> Bool {
        switch format {
        case .gzip: byte == 0x1F
        case .zstd: byte == 0x28 || byte >> 4 == 5
        }
    }

    /// Begins the next member, after zero bytes that some writers add.
    private mutating func startMember(_ scanner: inout RecordScanner) -> Progress? {
        while left > 0, input[position] == 0 {
            position += 1
            base += 1
        }
        guard left > 0 else { return endOrNeedsInput }
        memberStart = position
        guard startsMember(input[position]) else {
            phase = .failing(ResponseError(.malformedBody, "expected a compressed record"))
            return nil
        }
        scanner.startMember(at: position)
        phase = .member
        return nil
    }

    private mutating func decodeMember(_ scanner: inout RecordScanner) -> Progress {
        guard let decoder else { return .end }
        guard left > 0 || !isAtEnd else {
            do throws(ResponseError) { try decoder.finish() } catch { phase = .failing(error) }
            if case .member = phase { return .end }
            return .progress
        }
        var read = 0
        do throws(ResponseError) {
            let status = try scanner.append { output throws(ResponseError) in
                try decoder.decode(input.span(position..<input.end), from: &read, into: &output)
            }
            consume(read)
            switch status {
            case .needsInput where isAtEnd: return .progress
            case .needsInput: return .needsInput
            case .paused: return .progress
            case .endOfMember:
                scanner.endMember()
                phase = .between
                return .progress
            case .end:
                phase = .failing(ResponseError(.malformedBody, "expected a compressed record"))
                return .progress
            }
        } catch {
            consume(read)
            phase = .failing(error)
            return .progress
        }
    }

    private mutating func consume(_ count: Int) {
        position += count
        input.drop(before: max(input.start, position - Self.keptCount))
    }
}

// MARK: - Search

extension ArchiveSource {
    /// The first bytes of a member or frame, without the byte of flags.
    private var magic: [UInt8] {
        switch format {
        case .gzip: [0x1F, 0x8B, 8]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        }
    }

    private mutating func startSearch(after error: ResponseError) {
        let offset = error.details.codedOffset.map { base + $0 } ?? memberStart + 1
        position = min(input.end, max(offset, memberStart + 1, input.start))
        phase = .search
    }

    /// Finds the next member by its magic number, and in gzip data by its reserved flags, which are zero.
    private mutating func search() -> Progress? {
        let magic = magic
        while left >= 4 {
            if input[position] == magic[0], input.span(position..<position + magic.count).has(magic),
                magic.count > 3 || input[position + 3] & 0b1110_0000 == 0
            {
                return makeDecoder()
            }
            position += 1
        }
        if isAtEnd { position = input.end }
        consume(0)
        return endOrNeedsInput
    }
}

// MARK: - Dictionary

extension ArchiveSource {
    /// Reads the dictionary of a zstd archive (Zstandard for WARC 1.0 §3), which may be a zstd frame itself.
    private mutating func readDictionary(_ count: Int?) -> Progress? {
        guard let count else {
            guard left >= 4 else { return isAtEnd ? .failed(Self.truncatedDictionary) : .needsInput }
            let size = (0..<4).reduce(0) { $0 | Int(input[position + $1]) << ($1 * 8) }
            position += 4
            guard size <= limits.codingWindow else {
                let count = size.counted("byte")
                let message = "the dictionary of \(count) is larger than the limit of \(limits.codingWindow)"
                let error = ResponseError(.limitExceeded, message, offset: 0, limit: .codingWindow)
                return .failed(error.needing(size))
            }
            phase = .dictionary(left: size)
            return nil
        }
        let taken = min(count, left)
        dictionary += input.copy(position..<position + taken)
        consume(taken)
        phase = .dictionary(left: count - taken)
        guard taken == count else { return isAtEnd ? .failed(Self.truncatedDictionary) : .needsInput }
        do throws(ResponseError) {
            format = .zstd(dictionary: try decodedDictionary())
        } catch {
            let message = "the dictionary: \(error.message)"
            return .failed(ResponseError(error.code, message, at: .body(0), hint: error.details.hint))
        }
        return makeDecoder()
    }

    private static var truncatedDictionary: ResponseError {
        ResponseError(.truncatedBody, "the archive is truncated in its dictionary", offset: 0)
    }

    private func decodedDictionary() throws(ResponseError) -> [UInt8] {
        guard dictionary.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else { return dictionary }
        var limits = limits
        limits.bodyBytes = limits.codingWindow
        var decoder = try ContentDecoder([.zstd], limits: limits)
        var decoded: [UInt8] = []
        try decoder.append(dictionary)
        while let chunk = try decoder.next() {
            unsafe chunk.withUnsafeBufferPointer { unsafe decoded.append(contentsOf: $0) }
        }
        try decoder.finish()
        return decoded
    }
}

extension Span<UInt8> {
    /// Returns whether the bytes begin with others.
    fileprivate func has(_ bytes: [UInt8]) -> Bool {
        count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }
}
