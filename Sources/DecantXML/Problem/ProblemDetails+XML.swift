public import DecantCore

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
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/typeMismatch`` if the root element is not
    ///   `problem`, or with ``ResponseError/Code/dataCorrupted`` if an extension is nested more than 64 deep.
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
        case let name: extensions[name] = try Value(xml: member, depth: 1)
        }
    }
}

extension ProblemDetails.Value {
    /// The maximum nesting depth of an extension.
    ///
    /// Creating and releasing an extension takes a stack frame per level, so this limit does not depend on the
    /// configured ones.
    private static let xmlDepthLimit = 64

    fileprivate init(xml element: XML.Node, depth: Int) throws(ResponseError) {
        guard depth <= Self.xmlDepthLimit else {
            throw element.error(.dataCorrupted, "an extension is nested more than \(Self.xmlDepthLimit) deep")
        }
        if element.elements.isEmpty {
            self = .string(element.text.trimmed)
        } else if element.elements.allSatisfy({ $0.name.matches("i", in: $0.name.namespace) }) {
            var values: [ProblemDetails.Value] = []
            for child in element.elements { values.append(try ProblemDetails.Value(xml: child, depth: depth + 1)) }
            self = .array(values)
        } else {
            var members: [String: ProblemDetails.Value] = [:]
            for child in element.elements {
                members[child.name.local] = try ProblemDetails.Value(xml: child, depth: depth + 1)
            }
            self = .object(members)
        }
    }
}

extension String {
    /// The text without surrounding whitespace (XML 1.0 §2.3).
    fileprivate var trimmed: String { Array(utf8).elementSpan.trimmed.string }
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
