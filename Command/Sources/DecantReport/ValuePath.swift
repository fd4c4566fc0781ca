package import Decant

/// The path of a part to print: a JSON Pointer, or a path of XML.
package struct ValuePath: Sendable {
    /// The path as written.
    package let text: String

    /// The path in JSON and property lists; nil if it is not a JSON Pointer.
    package let pointer: JSONPointer?

    /// The path in XML from the document, or from the root element if it has no leading slash; nil if it is not one.
    package let xml: XML.Path?

    /// Creates a path; nil if it is valid in no format.
    package init?(_ text: String) {
        self.text = text
        pointer = JSONPointer(text)
        xml = XML.Path(text.hasPrefix("/") ? String(text.dropFirst()) : text)
        if pointer == nil, xml == nil { return nil }
    }

    /// Whether the path begins at the document instead of the root element.
    var isAbsolute: Bool { text.hasPrefix("/") }
}

/// The kind of paths that lead to the parts of a format.
enum PathSyntax {
    /// A JSON Pointer.
    case pointer

    /// A path of elements and attributes.
    case xml

    /// None: the value has no parts.
    case none

    /// Throws an error if a path does not lead into a value of the format.
    func check(_ path: ValuePath) throws(ResponseError) {
        switch self {
        case .pointer where path.pointer == nil:
            throw ResponseError(.keyNotFound, "“\(path.text)” is not a JSON Pointer such as /data/items")
        case .xml where path.xml == nil:
            throw ResponseError(.keyNotFound, "“\(path.text)” is not a path of elements such as /rss/channel/title")
        case .none: throw ResponseError(.keyNotFound, "a body in this format has no part at “\(path.text)”")
        default: break
        }
    }
}

/// The elements, or the texts of the attributes, at a path.
package struct XMLSelection: DecodedValue {
    /// The elements in document order; empty if the path leads to an attribute.
    package let elements: [XML.Node]

    /// The texts of the attributes in document order; empty if the path leads to elements.
    package let texts: [String]
}

/// Decodes the elements or attributes at a path.
struct XMLSelectionSerializer: ResponseSerializer {
    var handling: ResponseHandling
    private let serializer: XMLDocumentResponseSerializer
    private let path: ValuePath

    init(_ path: ValuePath, _ options: ReadingOptions) {
        serializer = XMLDocumentResponseSerializer(options: options.xml)
        handling = serializer.handling
        self.path = path
    }

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> XMLSelection {
        let document = try serializer.decode(body, in: &context)
        guard let xml = path.xml else { throw Self.missing(path) }
        let start = path.isAbsolute ? document.node : document.root
        let selection = XMLSelection(
            elements: xml.leadsToAttribute ? [] : Array(start.all(xml)),
            texts: xml.leadsToAttribute ? start.texts(at: xml) : []
        )
        if selection.elements.isEmpty, selection.texts.isEmpty { throw Self.missing(path) }
        return selection
    }

    func decodeErrorBody(
        _ body: ResponseBytes,
        in context: inout DecodingContext
    ) throws(ResponseError) -> (any Sendable)? {
        try serializer.decode(body, in: &context)
    }

    private static func missing(_ path: ValuePath) -> ResponseError {
        ResponseError(.keyNotFound, "the document has no element or attribute at “\(path.text)”")
    }
}
