public import DecantCore

/// Web archives (WARC 1.0 and 1.1, ISO 28500), which crawlers write.
///
/// An archive is a sequence of records: responses, requests, and metadata. The file is plain, or compressed with gzip
/// or zstd, usually with a member or frame for each record. The records are read as the bytes arrive, in memory for one
/// record, whatever the size of the file:
///
/// ```swift
/// for try await record in WARC.records(of: chunks) where record.kind == .response {
///     print(record.offset, record.targetURI ?? "-")
/// }
/// ```
///
/// A damaged record is skipped, and reading continues at the next one, which has a finding about it.
public enum WARC {
    /// Returns the records of an archive that arrives in chunks, such as those of a file.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the archive, in order. A chunk may have any length.
    ///   - limits: The limits of a record: `headBytes`, `fieldBytes`, and `fieldCount` for its header, and `bodyBytes`
    ///     for its block. A larger record is skipped. Decoding a response has the limits of its serializer.
    /// - Returns: The records. Iteration throws a `ResponseError` if the archive is truncated, or ends with bytes that
    ///   are not a record, after all records before the error. An error of the chunks becomes `transportFailed`, and a
    ///   cancellation `cancelled`.
    public static func records<Chunks: AsyncSequence>(
        of chunks: Chunks,
        limits: Limits = Limits()
    ) -> CaptureParts<Chunks, Record> where Chunks.Element: Sequence<UInt8> {
        CaptureParts(chunks) { Reader(limits: limits) }
    }

    /// A synchronous, incremental reader of the records of an archive.
    ///
    /// ```swift
    /// var reader = WARC.Reader()
    /// reader.append(bytes)
    /// reader.finish()
    /// while let record = try reader.next() { print(record.targetURI ?? "-") }
    /// ```
    public struct Reader: ~Copyable {
        private var source: ArchiveSource
        private var scanner: RecordScanner
        private let limits: Limits
        private let start: Int
        private var count = 0
        private var skipped = SkippedRecords()
        private var failure: ResponseError?

        /// Creates a reader without input.
        ///
        /// - Parameters:
        ///   - limits: The limits of a record.
        ///   - offset: The offset of the first byte in the file, for reading from a record in its middle: an offset of
        ///     an index such as CDX, or of a compressed member from ``WARC/memberOffset(in:)``.
        public init(limits: Limits = Limits(), at offset: Int = 0) {
            precondition(offset >= 0, "an offset is not negative")
            self.limits = limits
            start = offset
            source = ArchiveSource(limits: limits)
            scanner = RecordScanner(ArchiveLimits(limits))
        }
    }
}

extension WARC.Reader {
    /// Appends bytes.
    ///
    /// - Parameter chunk: The next bytes of the archive.
    public mutating func append(_ chunk: Span<UInt8>) {
        if source.isDrained { scanner.append(chunk) } else { source.append(chunk) }
    }

    /// Appends bytes.
    ///
    /// - Parameter chunk: The next bytes of the archive.
    public mutating func append(_ chunk: some Sequence<UInt8>) {
        let appended: Void? = chunk.withContiguousStorageIfAvailable { unsafe append($0.span) }
        if appended == nil { append(Array(chunk).elementSpan) }
    }

    /// Ends the input.
    public mutating func finish() { source.finish() }

    /// Reads the next record.
    ///
    /// - Returns: The record, or nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the offset in the archive if it is truncated, or ends with bytes that are not a
    ///   record. Every later call throws the same error.
    public mutating func next() throws(ResponseError) -> WARC.Record? {
        if let failure { throw failure }
        while true {
            switch scanner.next() {
            case .record(let record): return delivered(record)
            case .skipped(let skip): skipped.add(skip, start)
            case .needsInput:
                switch source.decode(into: &scanner) {
                case .progress: continue
                case .damaged(let skip): skipped.add(skip, start)
                case .failed(let error): failure = error; throw error
                case .needsInput: return nil
                case .end: return try end()
                }
            }
        }
    }

    private mutating func delivered(_ scanned: ScannedRecord) -> WARC.Record {
        var findings = scanned.header.findings
        if let finding = skipped.removeFinding() { findings.insert(finding, at: 0) }
        defer { count += 1 }
        return WARC.Record(index: count, scanned, at: start + scanned.offset, findings: findings, limits: limits)
    }

    /// The offset of the next compressed member in the file, if all bytes before it are read and belong to records.
    ///
    /// The value is nil in a member, after damaged data, and in an archive without compression. A reader that begins at
    /// the offset reads the same records as this one from here on.
    public var nextMember: Int? {
        guard skipped.isEmpty, scanner.isBetweenRecords, let offset = source.nextMember else { return nil }
        return start + offset
    }

    /// Ends the archive; data that was skipped after the last record is an error.
    private mutating func end() throws(ResponseError) -> WARC.Record? {
        if !scanner.isAtEnd {
            scanner.finish()
            return try next()
        }
        if skipped.isEmpty, source.isEmpty {
            failure = ResponseError(.emptyBody, "the archive has no bytes", offset: start)
        } else {
            failure = skipped.error
        }
        if let failure { throw failure }
        return nil
    }
}

extension WARC.Reader: CaptureReader {}

/// Data of an archive that is not a record, or is a damaged one.
struct SkippedData {
    /// The reason.
    var error: ResponseError

    /// The offset from the first byte that was read.
    var offset: Int
}

/// The data that was skipped since the last record.
struct SkippedRecords {
    private var first: SkippedData?
    private var count = 0

    /// Whether nothing was skipped.
    var isEmpty: Bool { first == nil }

    /// The error of the first skipped data, with its offset in the file, or nil without any.
    var error: ResponseError? {
        first.map { $0.error.moved(to: .body($0.offset)) }
    }

    /// Adds data of a reader that began at an offset in the file.
    mutating func add(_ skipped: SkippedData, _ start: Int) {
        first = first ?? SkippedData(error: skipped.error, offset: start + skipped.offset)
        count += 1
    }

    /// Returns the finding about the skipped data, and forgets the data.
    mutating func removeFinding() -> Finding? {
        guard let first else { return nil }
        let others = count > 1 ? ", and \(count - 1) more" : ""
        defer { self = SkippedRecords() }
        return Finding(
            .skippedRecord,
            .warning,
            "skipped data before this record, at byte \(first.offset) of the archive\(others): \(first.error.message)"
        )
    }
}

extension Finding.Code {
    /// The code for damaged data of a web archive that was skipped before a record.
    public static let skippedRecord: Self = "skippedRecord"
}

/// The limits of a record, read once.
struct ArchiveLimits {
    let head: HeadLimits
    let blockBytes: Int

    init(_ limits: Limits) {
        head = HeadLimits(limits)
        // The block of a response is a head and a body. An offset plus half of the largest integer cannot overflow.
        let (sum, overflows) = limits.bodyBytes.addingReportingOverflow(head.headBytes)
        blockBytes = overflows ? .max >> 1 : min(sum, .max >> 1)
    }
}
