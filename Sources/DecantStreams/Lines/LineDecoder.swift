import DecantCore
public import DecantText

/// The decoder of text lines in any charset.
///
/// Lines end with LF, CR, or CR LF.
final class LineDecoder: ElementDecoder<String> {
    @safe @exclusivity(unchecked) private var reader: LineReader
    private let preparation: ItemPreparation?

    init(_ options: TextOptions, _ settings: StreamSettings) {
        reader = LineReader(mediaType: settings.mediaType, options: options, limits: settings.limits)
        preparation = ItemPreparation(settings)
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }

    override func finish() { reader.finish() }

    override func decode(into batch: ElementBatch<String>, length: Int) throws(ResponseError) -> Bool {
        batch.start(at: reader.offset, length: length, revision)
        while let line = try reader.advance() {
            var text = reader.text(line)
            if let prepared = try preparation?.prepare(ResponseBytes(text.utf8)) {
                text = String(decoding: prepared, as: UTF8.self)
            }
            batch.append(text)
            guard batch.endItem(at: reader.offset, revision) else { return true }
        }
        return false
    }

    override var revision: Int { reader.findingCount &+ (preparation?.revision ?? 0) }

    override var values: StreamValues {
        StreamValues(encoding: reader.findings, preparation: preparation?.log)
    }

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
