package import Decant
package import DecantImages
package import HTTPTypes

/// The options by which inputs are read and decoded.
package struct ReadingOptions: Sendable {
    /// The format to decode to.
    package var kind = DecodingKind.auto

    /// The path of the array whose elements are the items.
    package var elementsPath = JSONPointer.root

    /// The kind of the inputs.
    package var input = InputKind.auto

    /// The status, in place of that of the head.
    package var status: HTTPResponse.Status?

    /// The media type, in place of that of the head.
    package var contentType: String?

    /// The method of the request.
    package var method: HTTPRequest.Method?

    /// The acceptable statuses.
    package var acceptStatus = StatusCodes([304]).union(.successful)

    /// Further acceptable media types.
    package var accepted: [MediaTypePattern] = []

    /// Whether prefixes in XML are parts of names.
    package var noNamespaces = false

    /// The only formats of property lists; XML and binary if nil.
    package var plistFormat: PropertyListChoice?

    /// The greatest side of decoded pictures, in pixels.
    package var thumbnail: Int?

    /// Whether items of a stream that are not what they should be are left out.
    package var skipsBadItems = false

    /// Whether saved responses stay in their content codings.
    package var isRaw = false

    /// The content codings of a bare body, in the order in which they were applied, separated by commas.
    package var coding: String?

    /// The limits.
    package var limits = Limits()

    /// Whether values that decode on demand are decoded to their end at once, as a report needs.
    package var decodesToEnd = false

    package init() {}

    /// The options of XML.
    package var xml: XML.Options {
        var options = XML.Options()
        options.processesNamespaces = !noNamespaces
        return options
    }

    /// The options of pictures.
    package var image: ImageOptions {
        var options = ImageOptions()
        options.maximumPixelSize = thumbnail
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

    /// A picture.
    case image

    /// The events of an event stream.
    case events = "sse"

    /// A JSON text on each line.
    case jsonLines = "json-lines"

    /// A JSON text sequence.
    case jsonSequence = "json-seq"

    /// The elements of an array of a JSON document.
    case jsonElements = "json-elements"

    /// The lines of a text.
    case lines

    /// Whether the items are printed as they come.
    package var isStream: Bool {
        switch self {
        case .events, .jsonLines, .jsonSequence, .jsonElements, .lines: true
        default: false
        }
    }
}

/// The contents of an input.
package enum InputKind: String, CaseIterable {
    /// A saved response if they begin as one does, else a body.
    case auto

    /// A saved response.
    case response

    /// A body.
    case body
}

/// The formats of property lists that are accepted.
package enum PropertyListChoice: String, CaseIterable {
    /// XML.
    case xml

    /// The binary format.
    case binary

    /// The text format of OpenStep.
    case openstep

    /// All of them; then every word is a list.
    case any

    /// The formats.
    package var formats: Set<PropertyList.Format> {
        switch self {
        case .xml: [.xml]
        case .binary: [.binary]
        case .openstep: [.openStep]
        case .any: Set(PropertyList.Format.allCases)
        }
    }
}
