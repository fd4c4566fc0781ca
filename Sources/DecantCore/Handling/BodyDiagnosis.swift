internal import HTTPTypes

/// A heuristic that explains an unexpected response by its head and its bytes, and suggests a remedy.
package struct BodyDiagnosis {
    private let body: ResponseBytes
    private let context: ResponseContext
    private let configuration: ResponseConfiguration
    private var validation: ResponseValidation { configuration.validation }

    /// Creates the heuristic for a body, after the preparation steps if they have run.
    package init(_ body: ResponseBytes, _ context: ResponseContext, _ configuration: ResponseConfiguration) {
        self.body = body
        self.context = context
        self.configuration = configuration
    }

    /// Returns a hint of one sentence, or nil if the cause is unknown.
    func hint(for error: ResponseError) -> Hint? {
        switch error.code {
        // The server's message is the title of an HTML page.
        case .unacceptableStatus: statusHint(retryAfter: error.retryAfter) ?? formatHint(quotesTitle: false)
        case .unacceptableMediaType, .missingMediaType, .malformedMediaType: formatHint() ?? labelHint
        case .malformedBody, .invalidText: formatHint() ?? (error.details.isCut ? Hint(cutHint) : nil)
        case .truncatedBody, .emptyBody, .noneSucceeded: formatHint()
        default: nil
        }
    }

    private func statusHint(retryAfter: Duration?) -> Hint? {
        guard let head = context.head else { return nil }
        if head.status.code == 304 {
            return "a 304 response has no body; accept the status and use the stored response"
        }
        if (300..<400).contains(head.status.code), let location = head.headerFields[.location] {
            return "a redirect to \(location) was not followed"
        }
        return retryAfter.map { delay in
            "the server asks to retry after \(Int(clamping: delay.components.seconds).counted("second"))"
        }
    }

    /// A hint that names the format of the bytes, or nil if the format is expected or unknown.
    private func formatHint(quotesTitle: Bool = true) -> Hint? {
        if let enclosureHint { return enclosureHint }
        if isAsExpected { return nil }
        switch BodySignature(body) {
        case .compressed(let coding): return Hint(compressionHint(coding))
        case _ where textBefore != nil: return textHint
        case .html where expected != "HTML": return "\(expectation)received an HTML page\(quotesTitle ? pageTitle : "")"
        case .json where expected == "XML": return "\(expectation)received a body that looks like JSON"
        case .xml: return "\(expectation)received an XML document"
        case .binary(let name, _) where expected != nil: return "\(expectation)received \(name)"
        default: return nil
        }
    }

    /// A hint that names what encloses the document, or nil if nothing known does.
    private var enclosureHint: Hint? {
        if case .compressed(let name)? = BodySignature(body), ContentCoding(fileIn: body) != nil {
            let text = ".decompressingContent() decompresses it"
            return hint(compressionHint(name), Remedy(.option, "compressedContent", text: text))
        }
        guard expected == "JSON" else { return nil }
        if XSSIPrefix.length(in: body) > 0 {
            let remedy = Remedy(.option, "xssiPrefix", text: ".removingXSSIPrefix() removes it")
            return Hint("the body begins with a prefix against cross-site inclusion", remedy)
        }
        guard let call = JSONPCall(body) else { return nil }
        let remedy = Remedy(.option, "jsonpCallback", text: ".removingJSONPCallback() removes it")
        return hint("the JSON is the argument of a call of “\(call.name.excerpt(40))” (JSONP)", remedy)
    }

    /// Returns a hint with the remedy, or with another one if its step has not sufficed.
    private func hint(_ explanation: String, _ remedy: Remedy) -> Hint {
        let isOn = configuration.preparation.contains { $0.rawValue == remedy.name }
        guard isOn, let label = context.mediaType else { return Hint(explanation, isOn ? nil : remedy) }
        return Hint(explanation, validation.accepts(context.contentType) ? nil : .accepting(label))
    }

    /// Adds a hint about what encloses the document, if anything does.
    ///
    /// An error about text before the document is about something else than the document, so its message is replaced.
    func explainEnclosure(in error: inout ResponseError) -> Bool {
        // Most malformed bodies begin like JSON, and are diagnosed without a lookup.
        if case .json = BodySignature(body) { return false }
        if let hint = enclosureHint {
            error.details.hint = hint
            return true
        }
        guard error.code == .malformedBody, let text = textBefore else { return false }
        let start = body.start + text.count
        error.details.message = message(about: text)
        error.details.location = ErrorLocation(.text(start, SourceText(body.whole)))
        error.details.path = []
        error.details.isCut = false
        error.details.hint = Hint(nil, .textBeforeDocument)
        return true
    }

    /// The text before the document, unless a step has looked for it.
    private var textBefore: TextBeforeDocument? {
        guard !configuration.preparation.contains(.textBeforeDocument),
            let format = DocumentFormat(validation.formatMediaTypes)
        else { return nil }
        // A quirk accepts whitespace.
        return TextBeforeDocument(body, before: format).flatMap { $0.excerpt.isEmpty ? nil : $0 }
    }

    private func message(about text: TextBeforeDocument) -> String {
        let count = text.count.counted("byte")
        let offset = body.start + text.count
        return "the document begins at byte \(offset), after \(count) of something else: “\(text.excerpt)”"
    }

    /// A hint for text before the document, in an error about the media type.
    private var textHint: Hint? {
        guard let text = textBefore else { return nil }
        var hint = Hint(message(about: text), context.mediaType.map { .accepting($0) } ?? .textBeforeDocument)
        if hint.remedy?.kind != .option { hint.alternative = .textBeforeDocument }
        return hint
    }

    /// A hint for text that ends prematurely.
    private var cutHint: String {
        let length = context.head?.headerFields[.contentLength].flatMap { Int($0) }
        guard length == body.count, context.contentEncodings.isEmpty else { return "the body looks truncated" }
        return "the body looks truncated, although it has the length that the server announced"
    }

    private func compressionHint(_ coding: String) -> String {
        if !context.contentEncodings.isEmpty {
            return "the body is still compressed (\(coding)); the client has to decode its Content-Encoding"
        }
        return "the body is compressed (\(coding)), but has no Content-Encoding"
    }

    /// A hint for a body in the expected format with a wrong or missing media type.
    private var labelHint: Hint? {
        guard isAsExpected, let expected else { return nil }
        guard let label = context.mediaType else {
            let name = validation.formatMediaTypes.first?.only?.essence ?? "*/*"
            let remedy = Remedy(.mediaType, name, text: ".acceptingAnyMediaType() accepts it")
            return Hint("the body looks like \(expected)", remedy)
        }
        return Hint("the body looks like \(expected)", .accepting(label))
    }

    private var expectation: String { expected.map { "expected \($0), but " } ?? "" }

    /// The name of the expected format, for messages.
    private var expected: String? {
        guard let mediaType = validation.formatMediaTypes.first?.only else { return nil }
        let names = [
            "application/json": "JSON", "application/xml": "XML", "text/html": "HTML",
            "application/x-plist": Self.propertyList,
        ]
        return names[mediaType.essence] ?? (mediaType.type == "image" ? Self.image : nil)
    }

    private static let image = "an image"

    private static let propertyList = "a property list"

    /// Whether the first bytes match the expected format.
    private var isAsExpected: Bool {
        switch BodySignature(body) {
        case .json: expected == "JSON"
        case .xml: expected == "XML" || expected == Self.propertyList && namesPropertyList
        case .binary(_, "application/x-apple-binary-plist"): expected == Self.propertyList
        case .binary(_, let mediaType): mediaType.type == "image" && expected == Self.image
        default: false
        }
    }

    /// Whether the first 1,024 bytes contain `plist`, the root element of an XML property list.
    private var namesPropertyList: Bool {
        String(decoding: body.prefix(1024), as: UTF8.self).range(ofASCII: "plist") != nil
    }

    private var pageTitle: String {
        let title = ServerMessage.title(of: body)
        return title.isEmpty ? "" : ": “\(title.excerpt(80))”"
    }
}

extension Remedy {
    /// Accepts the media type of a response.
    fileprivate static func accepting(_ label: ResponseMediaType) -> Remedy {
        let text = ".accepting(\"\(label.essence)\") accepts this media type"
        return Remedy(.mediaType, label.essence, text: text)
    }

    /// Removes the text before the document.
    fileprivate static var textBeforeDocument: Remedy {
        Remedy(.option, "textBeforeDocument", text: ".removingTextBeforeDocument() removes them")
    }
}

extension String {
    /// Returns the range of the first occurrence of ASCII text, ignoring case.
    fileprivate func range(ofASCII wanted: String) -> Range<String.Index>? {
        let pattern = wanted.utf8.map { $0 | .letterCase }
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].prefix(pattern.count).map({ $0 | .letterCase }).elementsEqual(pattern) {
                return start..<utf8.index(start, offsetBy: pattern.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
