public import DecantCore
public import DecantText

/// The format of text lines in any charset.
///
/// Lines end with LF, CR, or CR LF.
public struct TextLines: StreamFormat, ~Copyable {
    private var reader: LineReader
    private var preparation: ItemPreparation?

    init(_ options: TextOptions, _ settings: StreamSettings) {
        reader = LineReader(mediaType: settings.mediaType, options: options, limits: settings.limits)
        preparation = ItemPreparation(settings)
    }

    /// Appends bytes.
    ///
    /// They are decoded when lines are read.
    public mutating func append(_ bytes: Span<UInt8>) { reader.append(bytes) }

    /// Ends the input.
    public mutating func finish() { reader.finish() }

    /// Reads the next line.
    public mutating func next() throws(ResponseError) -> String? {
        guard let line = try reader.advance() else { return nil }
        let text = reader.text(line)
        guard let prepared = try preparation?.prepare(ResponseBytes(text.utf8)) else { return text }
        return String(decoding: prepared, as: UTF8.self)
    }

    /// The findings so far.
    public var findings: [Finding] { reader.findings + (preparation?.findings ?? []) }

    /// The number of bytes held for an incomplete line.
    public var heldBytes: Int { reader.heldBytes }

    /// The current read position in the text.
    public var position: SourcePosition { reader.position }

    // MARK: - Unsafe
    //
    // Bound: the bytes belong to the last line read, and are used before the reader continues.

    /// Returns the bytes of the next line; nil if more bytes are needed, or at the end.
    @unsafe
    mutating func nextBytes() throws(ResponseError) -> UnsafeBufferPointer<UInt8>? {
        guard let line = try reader.advance() else { return nil }
        return unsafe reader.bytes(line)
    }
}

extension StreamSerializer where Format == TextLines {
    /// The lines of a text in any charset.
    ///
    /// Lines end with LF, CR, or CR LF.
    public static var lines: Self { lines() }

    /// The lines of a text.
    ///
    /// - Parameter options: The charset, if it differs from the one declared by the response, and the policy for
    ///   malformed bytes.
    public static func lines(options: TextOptions = TextOptions()) -> Self {
        Self(accepting: TextOptions.mediaTypes) { settings in TextLines(options, settings) }
    }
}
