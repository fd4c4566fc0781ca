/// The content codings that the `Content-Encoding` fields of a head list, in the order they were applied.
package struct ContentCodingList {
    /// The codings, without those that leave the body unchanged.
    package private(set) var elements: [ContentCoding] = []

    private var log = FindingLog()

    /// Names that servers send as codings although they leave the body unchanged.
    private static let plainNames: Set = ["none", "utf-8", "utf8", "binary", "7bit", "8bit", "aws-chunked"]

    /// The findings about names that are not content codings.
    package var findings: [Finding] { log.all }

    /// Parses the values of all field lines (RFC 9110 §8.4, §5.6.1).
    package init(fieldValues: [String]) {
        for value in fieldValues {
            for element in value.split(separator: ",") { add(element.lowercased().trimmingHTTPWhitespace) }
        }
    }

    private mutating func add(_ name: String) {
        if name.isEmpty { return }
        if name == "identity" || Self.plainNames.contains(name) {
            let severity: Finding.Severity = name == "identity" ? .note : .warning
            log.report(.contentCoding) {
                Finding(.contentCoding, severity, "“\(name)” is not a content coding and was ignored")
            }
        } else {
            elements.append(ContentCoding(named: name))
        }
    }

    /// The error of the outermost coding that this build cannot decode, or nil if it can decode all of them.
    var unsupported: ResponseError? { elements.last { !$0.isBuiltIn }.map(Self.unsupported) }

    static func unsupported(_ coding: ContentCoding) -> ResponseError {
        let message =
            ContentCoding.all.contains(coding)
            ? "this build cannot decode the content coding \(coding.rawValue)"
            : "the content coding “\(coding.rawValue.excerpt(40))” is unknown"
        if let trait = coding.trait { return ResponseError(.unsupportedFormat, message, remedy: .trait(trait)) }
        let hint = "request a coding that can be decoded: Accept-Encoding: \(ContentCoding.acceptValue)"
        return ResponseError(.unsupportedFormat, message, hint: hint)
    }

}

extension Limits {
    /// Throws if a body has too many content codings.
    func checkLayers(of codings: [ContentCoding]) throws(ResponseError) {
        let count = codings.count
        guard count > codingLayers else { return }
        let message = "the body has \(count.counted("content coding")), more than the limit of \(codingLayers)"
        throw ResponseError(.limitExceeded, message, limit: .codingLayers).needing(count)
    }
}

extension String {
    /// The text without spaces and tabs around it.
    fileprivate var trimmingHTTPWhitespace: String {
        let scalars = unicodeScalars.drop(while: \.isHTTPWhitespace)
        guard let last = scalars.lastIndex(where: { !$0.isHTTPWhitespace }) else { return "" }
        return String(scalars[...last])
    }
}
