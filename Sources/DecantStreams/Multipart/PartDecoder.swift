import DecantCore

// Why: see the head of ElementDecoder.swift about `@exclusivity(unchecked)`.

/// The decoder of whole parts.
final class PartDecoder: ElementDecoder<BodyPart> {
    @safe @exclusivity(unchecked) private var scanner: PartScanner
    @safe @exclusivity(unchecked) private var head = 0..<0
    @safe @exclusivity(unchecked) private var content = 0..<0
    private let preparation: ItemPreparation?
    private let nesting: Int

    /// - Parameter nesting: The number of multipart bodies around the parts.
    init(_ options: MultipartOptions, _ settings: StreamSettings, nesting: Int = 1) {
        scanner = PartScanner(PartSettings(settings, options, keepsParts: true))
        preparation = ItemPreparation(settings)
        self.nesting = nesting
    }

    override func append(_ bytes: Span<UInt8>) { scanner.append(bytes) }

    override func finish() { scanner.finish() }

    override func decode(into batch: ElementBatch<BodyPart>, length: Int) throws(ResponseError) -> Bool {
        batch.start(at: scanner.offset, length: length, revision)
        while let part = try next() {
            batch.append(part)
            guard batch.endItem(at: scanner.offset, revision) else { return true }
        }
        return false
    }

    /// Returns the next part, or nil if more bytes are needed, or at the end.
    func next() throws(ResponseError) -> BodyPart? {
        while let token = try scanner.next() {
            switch token {
            case .head(let range): head = range
            case .content(let range): content = range
            case .end: return try part()
            }
        }
        return nil
    }

    private func part() throws(ResponseError) -> BodyPart {
        // One copy for both; the zeros after a body follow the content.
        let bytes = scanner.copy(head.lowerBound..<content.upperBound)
        let head = BodyPart.Head(bytes.shared(0..<head.count))
        let body = bytes.shared(self.head.count..<bytes.count)
        return BodyPart(head, try preparation?.prepare(body) ?? body, nesting: nesting)
    }

    override var revision: Int { scanner.log.count &+ (preparation?.revision ?? 0) }

    override var values: StreamValues { StreamValues(items: scanner.log, preparation: preparation?.log) }

    override var heldBytes: Int { scanner.heldBytes }

    override var position: SourcePosition { position(of: scanner.offset) }

    override func position(of offset: Int) -> SourcePosition { .bytes(offset) }
}

/// The decoder of parts as they arrive.
final class PartEventDecoder: ElementDecoder<BodyPart.Event> {
    @safe @exclusivity(unchecked) private var scanner: PartScanner
    private let preparation: ItemPreparation?

    init(_ options: MultipartOptions, _ settings: StreamSettings) {
        scanner = PartScanner(PartSettings(settings, options, keepsParts: false))
        preparation = ItemPreparation(settings)
    }

    override func append(_ bytes: Span<UInt8>) { scanner.append(bytes) }

    override func finish() { scanner.finish() }

    override func decode(into batch: ElementBatch<BodyPart.Event>, length: Int) throws(ResponseError) -> Bool {
        batch.start(at: scanner.offset, length: length, revision)
        while let token = try scanner.next() {
            switch token {
            case .head(let range): batch.append(.head(BodyPart.Head(scanner.copy(range))))
            case .content(let range):
                let bytes = scanner.copy(range)
                batch.append(.bytes(try preparation?.prepare(bytes) ?? bytes))
            case .end: batch.append(.end)
            }
            guard batch.endItem(at: scanner.offset, revision) else { return true }
        }
        return false
    }

    override var revision: Int { scanner.log.count &+ (preparation?.revision ?? 0) }

    override var values: StreamValues { StreamValues(items: scanner.log, preparation: preparation?.log) }

    override var heldBytes: Int { scanner.heldBytes }

    override var position: SourcePosition { position(of: scanner.offset) }

    override func position(of offset: Int) -> SourcePosition { .bytes(offset) }
}

extension SourcePosition {
    /// The position in bytes without lines.
    fileprivate static func bytes(_ offset: Int) -> SourcePosition {
        SourcePosition(offset: offset, line: 1, column: offset + 1)
    }
}

extension StreamSerializer where Element == BodyPart {
    /// The parts of a multipart body (RFC 2046 §5.1), each up to `Limits.itemBytes`.
    ///
    /// ```swift
    /// for try await part in try await session.stream(for: request, as: .multipart) {
    ///     let user = try part.value(as: .json(User.self))
    ///     print(user)
    /// }
    /// ```
    public static var multipart: Self { multipart() }

    /// The parts of a multipart body (RFC 2046 §5.1), each up to `Limits.itemBytes`.
    ///
    /// - Parameter options: The boundary, if it differs from the one that the media type declares.
    public static func multipart(options: MultipartOptions = MultipartOptions()) -> Self {
        Self(accepting: MultipartOptions.mediaTypes) { settings in PartDecoder(options, settings) }
    }
}

extension StreamSerializer where Element == BodyPart.Event {
    /// The heads of the parts of a multipart body and their bytes as they arrive, for parts of any size.
    public static var multipartChunks: Self { multipartChunks() }

    /// The heads of the parts of a multipart body and their bytes as they arrive, for parts of any size.
    ///
    /// - Parameter options: The boundary, if it differs from the one that the media type declares.
    public static func multipartChunks(options: MultipartOptions = MultipartOptions()) -> Self {
        Self(accepting: MultipartOptions.mediaTypes) { settings in PartEventDecoder(options, settings) }
    }
}
