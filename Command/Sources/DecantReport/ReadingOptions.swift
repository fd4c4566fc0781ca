package import Decant
package import DecantImages
package import HTTPTypes

/// The options for reading and decoding inputs.
package struct ReadingOptions: Sendable {
    /// The format to decode to.
    package var kind = DecodingKind.auto

    /// The path of the part to decode, in each item of a stream; the whole value if nil.
    package var at: ValuePath?

    /// The path of the array whose elements are the items; the whole document if nil.
    package var elementsPath: JSONPointer?

    /// The kind of the inputs.
    package var input = InputKind.auto

    /// A status that replaces the status of the head.
    package var status: HTTPResponse.Status?

    /// A media type that replaces the one in the head.
    package var contentType: String?

    /// The method of the request.
    package var method: HTTPRequest.Method?

    /// The acceptable statuses.
    package var acceptStatus = StatusCodes([304]).union(.successful)

    /// Additional acceptable media types.
    package var accepted: [MediaTypePattern] = []

    /// Whether XML prefixes are parts of names.
    package var noNamespaces = false

    /// The charset of text, instead of the one that the response declares.
    package var charset: Charset?

    /// Whether malformed bytes of text become U+FFFD.
    package var replacesMalformed = false

    /// The lenient options of all formats.
    package var quirks: [Quirk] = []

    /// Whether an empty body is accepted in every format.
    package var allowsEmpty = false

    /// The accepted formats of property lists; XML and binary if nil.
    package var plistFormat: PropertyListChoice?

    /// Whether the available part of a truncated image is decoded.
    package var acceptsPartial = false

    /// The maximum side length of decoded images, in pixels.
    package var thumbnail: Int?

    /// The path of the value in an item that makes the item the error of its stream.
    package var failingAt: JSONPointer?

    /// Whether malformed items of a stream are skipped.
    package var skipsBadItems = false

    /// Whether the content codings of saved responses are kept.
    package var isRaw = false

    /// The content codings of a bare body, in the order they were applied, separated by commas.
    package var coding: String?

    /// The limits.
    package var limits = Limits()

    /// The limits that were set by an option.
    package var setLimits: Set<Limits.Name> = []

    /// The number of bytes of memory that decides which files are read whole; that of the machine if nil.
    package var memoryBytes: Int?

    /// Whether values that decode on demand are decoded completely, as a report needs.
    package var decodesToEnd = false

    package init() {}

    /// The options for JSON.
    package var json: JSON.Options {
        var options = JSON.Options()
        for quirk in quirks { options.quirks.formUnion(quirk.json) }
        options.path = at?.pointer ?? .root
        options.text = text
        return options
    }

    /// The options for text.
    package var text: TextOptions { TextOptions(charset: charset, replacesMalformed: replacesMalformed) }

    /// The options for XML.
    package var xml: XML.Options {
        var options = XML.Options()
        for quirk in quirks { options.quirks.formUnion(quirk.xml) }
        options.processesNamespaces = !noNamespaces
        options.text = text
        return options
    }

    /// The options for property lists.
    package var propertyList: PropertyList.Options {
        var options = PropertyList.Options()
        for quirk in quirks { options.quirks.formUnion(quirk.propertyList) }
        if let plistFormat { options.formats = plistFormat.formats }
        options.text = text
        options.path = at?.pointer ?? .root
        return options
    }

    /// Adds the preparation steps of the options to a serializer, and decompresses a file that no coding describes.
    func preparing<Serializer: ResponseSerializer>(_ serializer: Serializer, _ response: InputResponse) -> Serializer {
        var serializer = preparing(serializer)
        // Bytes are shown as they are.
        let isBytes = Serializer.self == DataResponseSerializer.self
        if !isRaw, !isBytes, response.isCompressedFile { serializer = serializer.decompressingContent() }
        return serializer
    }

    /// Adds the preparation steps of the options to a serializer.
    package func preparing<Handler: ResponseHandler>(_ handler: Handler) -> Handler {
        quirks.reduce(handler) { $1.prepare($0) }
    }

    /// The options for images.
    package var image: ImageOptions {
        var options = ImageOptions()
        options.maximumPixelSize = thumbnail
        options.acceptsPartial = acceptsPartial
        return options
    }
}

/// The format to decode to.
package enum DecodingKind: String, CaseIterable {
    /// The format of the media type.
    case auto

    /// Bytes.
    case data

    /// Text.
    case string

    /// JSON.
    case json

    /// XML as a tree.
    case xml

    /// XML as events.
    case xmlEvents = "xml-events"

    /// A property list.
    case plist

    /// An image.
    case image

    /// The events of an event stream.
    case events = "sse"

    /// A JSON text on each line.
    case jsonLines = "json-lines"

    /// JSON values, one after another.
    case jsonValues = "json-values"

    /// A JSON text sequence.
    case jsonSequence = "json-seq"

    /// The elements of an array of a JSON document.
    case jsonElements = "json-elements"

    /// The lines of a text.
    case lines

    /// The parts of a multipart body.
    case multipart

    /// Whether items are printed as they arrive.
    package var isStream: Bool {
        switch self {
        case .events, .jsonLines, .jsonValues, .jsonSequence, .jsonElements, .lines, .multipart: true
        default: false
        }
    }
}

/// The contents of an input.
package enum InputKind: String, CaseIterable {
    /// A saved response if the bytes begin like one, otherwise a body.
    case auto

    /// A saved response.
    case response

    /// A body.
    case body

    /// A HAR file.
    case har

    /// A web archive.
    case warc

    /// The kind of a capture; nil for a single response.
    package var capture: CaptureKind? { CaptureKind(rawValue: rawValue) }
}

/// The formats of property lists that are accepted.
package enum PropertyListChoice: String, CaseIterable {
    /// XML.
    case xml

    /// The binary format.
    case binary

    /// The text format of OpenStep.
    case openstep

    /// All formats; any word is then a list.
    case any

    /// The accepted formats.
    package var formats: Set<PropertyList.Format> {
        switch self {
        case .xml: [.xml]
        case .binary: [.binary]
        case .openstep: [.openStep]
        case .any: Set(PropertyList.Format.allCases)
        }
    }
}
