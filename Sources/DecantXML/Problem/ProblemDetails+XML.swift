public import DecantCore

extension ProblemDetails {
    /// The namespace of all that is in the details (RFC 9457 appendix B, which keeps that of RFC 7807).
    private static let xmlNamespace = "urn:ietf:rfc:7807"

    /// Reads the details from a document (RFC 9457 appendix B).
    ///
    /// White space around a text does not count. A status that is not a number is ignored, as the standard demands (§3.1). Of the
    /// other members those without elements in them become strings, those whose elements are all named `i` arrays, and the rest
    /// objects; of several members with one name the last one counts. A root element in no namespace is accepted, too.
    ///
    /// - Parameter document: The document.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/typeMismatch`` if the root element is not `problem`, or
    ///   with ``ResponseError/Code/dataCorrupted`` if an extension is nested more than 64 deep.
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
    /// The limit on the nesting of an extension: making and releasing it take a stack frame per level, whatever the limits are.
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
    /// The text without the white space around it (XML 1.0 §2.3).
    fileprivate var trimmed: String {
        guard let start = utf8.firstIndex(where: { !XMLCharacters.isWhitespace($0) }),
            let end = utf8.lastIndex(where: { !XMLCharacters.isWhitespace($0) })
        else { return "" }
        return String(self[start...end])
    }
}

extension ResponseSerializer
where Self == MappedResponseSerializer<XMLDocumentResponseSerializer, ProblemDetails> {
    /// The details of a failure in the standard form (RFC 9457 appendix B), written in XML.
    ///
    /// For both forms: `.failure(.firstOf(.problemDetails, .xmlProblemDetails))`.
    public static var xmlProblemDetails: Self {
        XMLDocumentResponseSerializer().map { try ProblemDetails(xml: $0) }
    }
}
