import DecantCore
public import DecantText

/// The decoder of text lines in any charset.
///
/// Lines end with LF, CR, or CR LF.
final class LineDecoder: ElementDecoder<String> {
    private var reader: LineReader
    private var preparation: ItemPreparation?

    init(_ options: TextOptions, _ settings: StreamSettings) {
        reader = LineReader(mediaType: settings.mediaType, options: options, limits: settings.limits)
        preparation = ItemPreparation(settings)
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }

    override func finish() { reader.finish() }

    override func decode(into batch: inout ElementBatch<String>, length: Int) throws(ResponseError) -> Bool {
        batch.begin(at: reader.offset, length: length, revision)
        while let line = try reader.advance() {
            let text = try prepared(reader.text(line))
            guard batch.append(text, endingAt: reader.offset, revision) else { return true }
        }
        return false
    }

    private func prepared(_ line: String) throws(ResponseError) -> String {
        guard let prepared = try preparation?.prepare(ResponseBytes(line.utf8)) else { return line }
        return String(decoding: prepared, as: UTF8.self)
    }

    override var revision: Int { reader.findingCount &+ (preparation?.revision ?? 0) }

    override var findings: [Finding] { reader.findings + (preparation?.findings ?? []) }

    override var heldBytes: Int { reader.heldBytes }

    override var position: SourcePosition { reader.position(of: reader.offset) }

    override func position(of offset: Int) -> SourcePosition { reader.position(of: offset) }
}

extension StreamSerializer where Element == String {
    /// The lines of a text in any charset.
    ///
    /// Lines end with LF, CR, or CR LF.
    public static var lines: Self { lines() }

    /// The lines of a text.
    ///
    /// - Parameter options: The charset, if it differs from the one declared by the response, and the policy for
    ///   malformed bytes.
    public static func lines(options: TextOptions = TextOptions()) -> Self {
        Self(accepting: TextOptions.mediaTypes) { settings in LineDecoder(options, settings) }
    }
}
