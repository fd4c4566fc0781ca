public import DecantCore
public import DecantXML

/// The format of the events of an XML document.
public struct XMLEvents: StreamFormat, ~Copyable {
    private var reader: XML.Reader
    private let isPrepared: Bool

    init(_ options: XML.Options, _ settings: StreamSettings) {
        var limits = settings.limits
        limits.bodyBytes = .max
        reader = XML.Reader(mediaType: settings.mediaType, options: options, limits: limits)
        isPrepared = ItemPreparation(settings) != nil
    }

    /// Appends bytes.
    ///
    /// They are parsed when events are read.
    public mutating func append(_ bytes: Span<UInt8>) { reader.append(bytes) }

    /// Ends the input.
    public mutating func finish() { reader.finish() }

    /// Reads the next event.
    ///
    /// - Throws: `ResponseError`, with the code `unsupportedFormat` if the serializer has custom preparation steps.
    public mutating func next() throws(ResponseError) -> XML.OwnedEvent? {
        guard !isPrepared else {
            let hint = "prepare the whole body with `.xmlDocument`, or the lines with `.lines`"
            throw ResponseError(.unsupportedFormat, "the events of XML cannot be prepared one by one", hint: hint)
        }
        return try reader.nextOwned()
    }

    /// The findings so far.
    public var findings: [Finding] { reader.findings }

    /// The number of bytes held for an incomplete token.
    public var heldBytes: Int { reader.heldBytes }

    /// The current read position in the document.
    public var position: SourcePosition { mutating get { reader.position } }
}

extension StreamSerializer where Format == XMLEvents {
    /// The events of an XML document.
    public static var xmlEvents: Self { xmlEvents() }

    /// The events of an XML document, read with the given options.
    public static func xmlEvents(options: XML.Options = XML.Options()) -> Self {
        Self(accepting: XML.Options.mediaTypes) { settings in XMLEvents(options, settings) }
    }
}
