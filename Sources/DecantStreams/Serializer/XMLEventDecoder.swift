import DecantCore
public import DecantXML

/// The decoder of the events of an XML document.
final class XMLEventDecoder: ElementDecoder<XML.OwnedEvent> {
    private var reader: XML.Reader
    private let isPrepared: Bool

    init(_ options: XML.Options, _ settings: StreamSettings) {
        var limits = settings.limits
        limits.bodyBytes = .max
        reader = XML.Reader(mediaType: settings.mediaType, options: options, limits: limits)
        isPrepared = ItemPreparation(settings) != nil
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }

    override func finish() { reader.finish() }

    /// Decodes one event, because the position and the findings are those of the last event.
    override func decode(
        into batch: ElementBatch<XML.OwnedEvent>,
        length: Int
    ) throws(ResponseError) -> Bool {
        guard !isPrepared else {
            let hint = "prepare the whole body with `.xmlDocument`, or the lines with `.lines`"
            throw ResponseError(.unsupportedFormat, "the events of XML cannot be prepared one by one", hint: hint)
        }
        guard let event = try reader.nextOwned() else { return false }
        batch.append(event)
        _ = batch.endItem(at: 0, revision)
        return true
    }

    override var values: StreamValues { StreamValues(encoding: reader.findings) }

    override var heldBytes: Int { reader.heldBytes }

    override var position: SourcePosition { reader.position }
}

extension StreamSerializer where Element == XML.OwnedEvent {
    /// The events of an XML document.
    public static var xmlEvents: Self { xmlEvents() }

    /// The events of an XML document, read with the given options.
    ///
    /// A stream with custom preparation steps throws an error with the code `unsupportedFormat`.
    public static func xmlEvents(options: XML.Options = XML.Options()) -> Self {
        Self(accepting: XML.Options.mediaTypes) { settings in XMLEventDecoder(options, settings) }
    }
}
