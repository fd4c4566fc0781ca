package import Decant
package import DecantCaptures

/// The kinds of files with several responses.
package enum CaptureKind: String, CaseIterable {
    /// A HAR file.
    case har

    /// The output of `curl -i`, with one or more responses.
    case saved

    /// A web archive. An ARC file counts as one, and is an error.
    case warc

    /// Returns the kind of a file with this name; nil if the name says nothing.
    package init?(fileName: String) {
        let name = fileName.lowercased()
        if [".har", ".har.gz", ".har.zst"].contains(where: name.hasSuffix) {
            self = .har
        } else if [".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"].contains(where: name.hasSuffix) {
            self = .warc
        } else {
            return nil
        }
    }

    /// Returns whether the first bytes of a file are those of a HAR file, whose root has the member `log`.
    package static func isArchive(_ beginning: some Sequence<UInt8>) -> Bool {
        String(decoding: Array(beginning.prefix(4096)), as: UTF8.self).filter { !$0.isWhitespace && $0 != "\u{FEFF}" }
            .hasPrefix("{\"log\":{")
    }
}

/// A part of a capture.
package enum CapturePart {
    /// A response, or a request without one.
    case entry(CaptureEntry)

    /// Damaged data that was skipped.
    case skipped(Finding)

    /// The response; nil for damaged data.
    package var entry: CaptureEntry? {
        if case .entry(let entry) = self { entry } else { nil }
    }
}

/// A file with captured responses, or a part of a web archive.
package struct CaptureFile: ~Copyable {
    /// The reader of the file.
    private enum Reader {
        case archive(ReaderBox<HAR.Reader>)
        case webArchive(ReaderBox<WARC.Reader>)

        /// The responses that `curl -i` prints; nil until the file was read.
        case saved(AnyIterator<Result<CaptureEntry, ResponseError>>?)
    }

    private let file: InputFile
    private let limits: Limits
    private var reader: Reader
    /// The decoder of a HAR file in gzip or zstd; nil for other files, and until the first chunk was read.
    private var decoder: ContentDecoder?
    private var isStarted = false
    private var isAtEnd = false

    /// The entry after damaged data.
    private var pending: CapturePart?

    /// The offsets in the file where other readers may have begun, ascending.
    private var guesses: ArraySlice<Int>

    /// The offset where another reader continues; nil if this one reads to the end of the file.
    package private(set) var end: Int?

    /// The number of records of a web archive that were read, including those without a response.
    package private(set) var recordCount = 0

    /// Creates a file that is read from its current position.
    ///
    /// - Parameters:
    ///   - offset: The offset of the position in a web archive.
    ///   - guesses: The offsets where other readers may have begun, ascending. Reading ends at the first one that is
    ///     the end of a record and of its member.
    package init(
        _ file: InputFile,
        _ kind: CaptureKind,
        limits: Limits,
        at offset: Int = 0,
        upTo guesses: ArraySlice<Int> = []
    ) {
        self.file = file
        self.limits = limits
        self.guesses = guesses
        reader =
            switch kind {
            case .har: .archive(ReaderBox(HAR.Reader(limits: limits)))
            case .warc: .webArchive(ReaderBox(WARC.Reader(limits: limits, at: offset)))
            case .saved: .saved(nil)
            }
    }

    /// The number of bytes that were read.
    package var readBytes: Int { file.readBytes }

    /// Waits for more bytes of the file.
    ///
    /// - Returns: Whether ``next()`` may have more parts.
    /// - Throws: `UnreadableInput` if the file cannot be read.
    package mutating func read() throws -> Bool {
        guard !isAtEnd, end == nil else { return false }
        if case .saved = reader {
            isAtEnd = true
            let bytes = try file.whole(from: file.chunk(), limits: .unlimited)
            reader = .saved(AnyIterator(SavedResponse.entries(of: bytes, limits: limits).makeIterator()))
            return true
        }
        if case .archive(let archive) = reader, let part = try decoder?.next() {
            archive.reader.append(part)
            return true
        }
        var chunk = try file.available()
        isAtEnd = chunk.isEmpty
        if case .archive = reader { chunk = try decompressing(chunk) }
        switch reader {
        case .archive(let archive) where isAtEnd: archive.reader.finish()
        case .archive(let archive): archive.reader.append(chunk)
        case .webArchive(let archive) where isAtEnd: archive.reader.finish()
        case .webArchive(let archive): archive.reader.append(chunk)
        case .saved: break
        }
        return true
    }

    /// Passes a chunk of a compressed file to the decoder, and returns the chunk of another file.
    private mutating func decompressing(_ chunk: [UInt8]) throws(ResponseError) -> [UInt8] {
        if !isStarted, let coding = CompressedContent.coding(of: chunk) {
            var limits = limits
            // As in a file without compression, only its entries have a limit.
            (limits.bodyBytes, limits.codedBytes) = (.max, .max)
            decoder = try ContentDecoder([coding], limits: limits)
        }
        isStarted = true
        guard decoder != nil else { return chunk }
        if isAtEnd { try decoder?.finish() }
        try decoder?.append(chunk)
        return []
    }

    /// Returns the next part; nil if more bytes are needed, or at the end.
    ///
    /// - Throws: `ResponseError` if the file is malformed, after the parts before the error.
    package mutating func next() throws(ResponseError) -> CapturePart? {
        if let part = pending {
            pending = nil
            return part
        }
        switch reader {
        case .archive(let archive): return try archive.reader.next().map { .entry($0) }
        case .webArchive(let archive): return try next(in: archive)
        case .saved(let responses):
            let entry = try responses?.next()?.get()
            return entry.map { .entry($0) }
        }
    }

    private mutating func next(in archive: ReaderBox<WARC.Reader>) throws(ResponseError) -> CapturePart? {
        while end == nil, let record = try archive.reader.next() {
            recordCount += 1
            findEnd(after: record, nextMember: archive.reader.nextMember)
            let entry = record.entry.map { CapturePart.entry($0) }
            if let finding = record.findings.first(where: { $0.code == .skippedRecord }) {
                pending = entry
                return .skipped(finding)
            }
            if let entry { return entry }
        }
        return nil
    }

    private mutating func findEnd(after record: WARC.Record, nextMember: Int?) {
        while let guess = guesses.first, guess <= record.offset || guess < nextMember ?? 0 { guesses.removeFirst() }
        if let nextMember, nextMember == guesses.first { end = nextMember }
    }
}

/// A reader that changes in place, as the value of an enumeration.
private final class ReaderBox<Reader: ~Copyable> {
    var reader: Reader

    init(_ reader: consuming Reader) { self.reader = reader }
}

extension ResponseDecoder {
    /// Decodes a part of a capture.
    package func outcome(of part: CapturePart, in input: String) -> Outcome {
        switch part {
        case .entry(let entry): outcome(of: entry, in: input)
        case .skipped(let finding): Self.outcome(of: input, failing: ResponseError(.malformedBody, finding.message))
        }
    }

    /// Decodes an entry of a capture.
    package func outcome(of entry: CaptureEntry, in input: String) -> Outcome {
        var response = InputResponse(context: entry.context, body: entry.body)
        response.entry = entry
        // A client follows a redirect, so its body is never decoded. The payload of a revisit is an earlier record.
        if entry.isRedirect || entry.findings.contains(where: { $0.code == .revisit }) {
            return Outcome(input: input, response: response, verdict: .empty, findings: entry.findings)
        }
        return outcome(of: response, input: input)
    }
}
