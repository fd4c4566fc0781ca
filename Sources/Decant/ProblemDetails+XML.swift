public import DecantCore
public import DecantJSON
public import DecantXML

extension ProblemDetails {
    /// The namespace of problem details in XML (RFC 9457 appendix B), which is unchanged from RFC 7807.
    private static let xmlNamespace = "urn:ietf:rfc:7807"

    /// Creates problem details from an XML document (RFC 9457 appendix B).
    ///
    /// Whitespace around text is ignored. A status that is not a number is ignored, as the standard requires (§3.1).
    /// All other members become extensions: a string if the member has no child elements, an array if all of them are
    /// named `i`, and an object otherwise. If several members have the same name, the last one is used. A root element
    /// without a namespace is accepted.
    ///
    /// - Throws: `ResponseError` with the code `ResponseError.Code.typeMismatch` if the root element is not
    ///   `problem`, or with `ResponseError.Code.dataCorrupted` if an extension is nested more than 64 deep.
    public init(xml document: XML.Document) throws(ResponseError) {
        let root = document.root
        guard root.name.matches("problem", in: root.name.namespace),
            [nil, Self.xmlNamespace].contains(root.name.namespace)
        else {
            let message =
                "expected the root element “problem” in the namespace “\(Self.xmlNamespace)”, but found “\(root.name)”"
            throw root.error(.typeMismatch, message)
        }
        self.init()
        for member in root.elements { try add(member) }
    }

    private mutating func add(_ member: XML.Node) throws(ResponseError) {
        switch member.name.local {
        case "type": type = member.text.trimmed
        case "title": title = member.text.trimmed
        case "status": status = Int(member.text.trimmed)
        case "detail": detail = member.text.trimmed
        case "instance": instance = member.text.trimmed
        case let name: extensions[name] = try JSON(problemExtension: member)
        }
    }
}

extension JSON {
    /// The maximum nesting depth of an extension.
    ///
    /// Converting an extension takes a stack frame per level, so this limit does not depend on the configured ones.
    private static let extensionDepthLimit = 64

    /// Creates the value of an extension in the generic form of the standard (RFC 9457 appendix B).
    fileprivate init(problemExtension element: XML.Node) throws(ResponseError) {
        var text = ""
        try Self.write(element, depth: 1, to: &text)
        try self.init(parsing: text.utf8, limits: .unlimited)
    }

    private static func write(_ element: XML.Node, depth: Int, to text: inout String) throws(ResponseError) {
        guard depth <= extensionDepthLimit else {
            throw element.error(.dataCorrupted, "an extension is nested more than \(extensionDepthLimit) deep")
        }
        let children = Array(element.elements)
        if children.isEmpty {
            text += quoted(element.text.trimmed)
        } else if children.allSatisfy({ $0.name.matches("i", in: $0.name.namespace) }) {
            try write(children, between: "[]", to: &text) { (child, text) throws(ResponseError) in
                try write(child, depth: depth + 1, to: &text)
            }
        } else {
            // A name occurs once in an object, with the last value.
            let last = Dictionary(children.enumerated().map { ($1.name.local, $0) }) { max($0, $1) }
            let members = children.enumerated().filter { last[$1.name.local] == $0 }.map(\.element)
            try write(members, between: "{}", to: &text) { (child, text) throws(ResponseError) in
                text += quoted(child.name.local) + ":"
                try write(child, depth: depth + 1, to: &text)
            }
        }
    }

    private static func write(
        _ elements: [XML.Node],
        between brackets: String,
        to text: inout String,
        _ write: (XML.Node, inout String) throws(ResponseError) -> Void
    ) throws(ResponseError) {
        text += brackets.prefix(1)
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            try write(element, &text)
        }
        text += brackets.suffix(1)
    }

    private static func quoted(_ string: String) -> String { JSON.Value.string(string).text() }
}

extension String {
    /// The text without surrounding whitespace (XML 1.0 §2.3).
    fileprivate var trimmed: String { String(decoding: ResponseBytes(Array(utf8).elementSpan.trimmed), as: UTF8.self) }
}

extension ResponseSerializer
where Self == MappedResponseSerializer<XMLDocumentResponseSerializer, ProblemDetails> {
    /// A serializer for problem details, the standard form of a failure, in XML (RFC 9457 appendix B).
    ///
    /// To accept JSON and XML, use `.failure(.firstOf(.problemDetails, .xmlProblemDetails))`.
    public static var xmlProblemDetails: Self {
        XMLDocumentResponseSerializer().map { try ProblemDetails(xml: $0) }
    }
}
