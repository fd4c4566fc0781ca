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
    /// Returns the entries of an archive that arrives in chunks, such as those of a file.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the archive, in order. A chunk may have any length.
    ///   - limits: The limits of the archive: `entryBytes` for an entry, `bodyBytes` for the text outside the entries,
    ///     and the limits of heads. Decoding an entry has the limits of its serializer.
    /// - Returns: The entries. Iteration throws a `ResponseError` if the archive is malformed or truncated, after all
    ///   entries before the error. An error of the chunks becomes `transportFailed`, and a cancellation `cancelled`.
    public static func entries<Chunks: AsyncSequence>(
        of chunks: Chunks,
        limits: Limits = Limits()
    ) -> CaptureParts<Chunks, CaptureEntry> where Chunks.Element: Sequence<UInt8> {
        CaptureParts(chunks) { Reader(limits: limits) }
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
        public init(limits: Limits = Limits()) {
            let json = JSONResponseSerializer<JSON>(options: HAR.options)
            elements = StreamSerializer.jsonElements(json, at: HAR.pointer)
                .limitingItems(by: .entryBytes).limits(limits).reader()
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
    /// - Returns: The entry, or nil if more bytes are needed, or at the end.
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

/// The limit of archives.
extension Limits {
    /// The maximum size in bytes of one entry of a HAR file: 128 MiB.
    ///
    /// An entry contains a whole body, in base64 or with escapes.
    public var entryBytes: Int {
        get { self[.entryBytes] }
        set { self[.entryBytes] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.entryBytes`.
    public static let entryBytes = Limits.Name("entryBytes", default: 128 << 20)
}
