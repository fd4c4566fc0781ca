public import DecantCore
internal import DecantJSON
internal import DecantStreams

/// HTTP Archives (HAR 1.2), which browsers, proxies, and API tools write.
///
/// An archive is a JSON document with an entry for each request. The entries are read as the bytes arrive, in memory
/// for one entry, whatever the size of the file:
///
/// ```swift
/// for try await entry in HAR.entries(of: chunks) {
///     print(entry.index, entry.context.url ?? "-", entry.body.count)
/// }
/// ```
///
/// The body of an entry has no content coding, because the writers of archives decode it. Where a writer deviates from
/// HAR 1.2, the entry has a finding. An archive in UTF-16 or UTF-32 is decoded. Names that begin with an underscore are
/// ignored, except `_error`, the reason why a response is missing.
public enum HAR {
    /// The default limits of an archive, which differ from `Limits()` only in `itemBytes`: 128 MiB for an entry.
    ///
    /// An entry contains a whole body, in base64 or with escapes. `bodyBytes` bounds the text outside the
    /// entries.
    public static var limits: Limits {
        var limits = Limits()
        limits.itemBytes = 128 << 20
        return limits
    }

    /// Returns the entries of an archive that arrives in chunks, such as those of a file.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the archive, in order. A chunk may have any length.
    ///   - limits: The limits of the archive. Decoding an entry has the limits of its serializer.
    /// - Returns: The entries. Iteration throws a `ResponseError` if the archive is malformed or truncated, after all
    ///   entries before the error.
    public static func entries<Chunks: AsyncSequence>(
        of chunks: Chunks,
        limits: Limits = limits
    ) -> Entries<Chunks> where Chunks.Element: Sequence<UInt8> {
        Entries(chunks, limits)
    }

    /// A synchronous, incremental reader of the entries of an archive.
    ///
    /// ```swift
    /// var reader = HAR.Reader()
    /// reader.append(bytes)
    /// reader.finish()
    /// while let entry = try reader.next() { print(entry.context.url ?? "-") }
    /// ```
    public struct Reader: ~Copyable {
        private var elements: StreamReader<JSON>
        private let headLimits: HeadLimits

        /// Creates a reader without input.
        ///
        /// - Parameter limits: The limits of the archive.
        public init(limits: Limits = limits) {
            let json = JSONResponseSerializer<JSON>(options: HAR.options)
            elements = StreamSerializer.jsonElements(json, at: HAR.pointer).limits(limits).reader()
            headLimits = HeadLimits(limits)
        }
    }

    private static var pointer: JSONPointer { "/log/entries" }

    /// The options of the document: lone surrogates are read, because browsers and proxies write them.
    ///
    /// The entry has a finding about them.
    private static var options: JSON.Options {
        var options = JSON.Options()
        options.quirks = .loneSurrogates
        return options
    }
}

extension HAR.Reader {
    /// Appends bytes.
    ///
    /// - Parameter chunk: The next bytes of the archive.
    public mutating func append(_ chunk: Span<UInt8>) { elements.append(chunk) }

    /// Appends bytes.
    ///
    /// - Parameter chunk: The next bytes of the archive.
    public mutating func append(_ chunk: some Sequence<UInt8>) { elements.append(chunk) }

    /// Ends the input.
    public mutating func finish() { elements.finish() }

    /// Reads the next entry.
    ///
    /// - Returns: The entry; nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` with the position in the archive if it is malformed, truncated, or exceeds a limit. Every
    ///   later call throws the same error.
    public mutating func next() throws(ResponseError) -> CaptureEntry? {
        let index = elements.elementCount
        do throws(ResponseError) {
            guard let element = try elements.next() else { return nil }
            var entry = HAREntry(element, headLimits)
            return entry.entry(at: index)
        } catch {
            throw Self.explained(error)
        }
    }

    /// The findings about the archive itself, such as a byte-order mark.
    public var findings: [Finding] { elements.findings.filter { $0.code != .quirk } }

    /// Adds a hint to the error for a document without entries.
    private static func explained(_ error: ResponseError) -> ResponseError {
        let isMismatch = error.code == .keyNotFound || error.code == .typeMismatch
        guard isMismatch, error.details.hint.isEmpty else { return error }
        var error = error
        error.details.hint = "a HAR file is a JSON object with an array of entries at log.entries"
        return error
    }
}

extension HAR.Reader: CaptureReader {}

extension HAR {
    /// The entries of an archive, read as its chunks arrive.
    public struct Entries<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
        /// The type of the elements.
        public typealias Element = CaptureEntry

        /// The type of the error that ends the sequence.
        public typealias Failure = ResponseError

        private let chunks: Chunks
        private let limits: Limits

        init(_ chunks: Chunks, _ limits: Limits) { (self.chunks, self.limits) = (chunks, limits) }

        /// Returns an iterator that begins at the first chunk.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(CaptureChunks(chunks.makeAsyncIterator(), HAR.Reader(limits: limits)))
        }

        /// An iterator over the entries of an archive.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var parts: CaptureChunks<Chunks, HAR.Reader>

            init(_ parts: CaptureChunks<Chunks, HAR.Reader>) { self.parts = parts }
        }
    }
}

extension HAR.Entries.AsyncIterator {
    /// Waits for the next entry and returns it.
    ///
    /// - Returns: The entry; nil at the end.
    /// - Throws: `ResponseError`. An error of the chunks becomes `transportFailed`, and a cancellation `cancelled`.
    public mutating func next() async throws(ResponseError) -> CaptureEntry? { try await next(isolation: #isolation) }

    /// Waits for the next entry on an actor and returns it.
    ///
    /// - Parameter actor: The actor that reads the entry.
    /// - Returns: The entry; nil at the end.
    /// - Throws: `ResponseError`, as ``next()`` does.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ResponseError) -> CaptureEntry? {
        try await parts.next(isolation: actor)
    }
}
