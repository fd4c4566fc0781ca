import Decant
import DecantCaptures
import HTTPTypes

/// A response as a serializer is to see it, with what was noticed on the way to it.
struct ReceivedResponse {
    /// The head, with what the options put in its place, and the request.
    var context: ResponseContext

    /// The bytes of the body.
    var body: ResponseBody

    /// What was noticed so far.
    var findings: [Finding] = []

    /// Where the rest of the body is read, if ``body`` is only its beginning.
    var rest: InputFile?
}

extension ReceivedResponse {
    /// Takes bytes for what they are, or for what the options say they are.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of the input.
    ///   - source: Where they come from.
    ///   - options: What was asked for.
    /// - Throws: ``ResponseError`` if they have to be a saved response and are none.
    init(_ bytes: ResponseBody, from source: InputSource, _ options: DecodingOptions) throws(ResponseError) {
        switch options.input {
        case .response: try self.init(saved: bytes, options)
        case .auto where SavedResponse.begins(bytes): try self.init(saved: bytes, options)
        case .auto, .body: self.init(body: bytes, from: source, options)
        }
    }

    /// Puts what the options give in the place of what a head says.
    init(
        head: HTTPResponse,
        body: ResponseBody,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        findings: [Finding] = [],
        _ options: DecodingOptions
    ) {
        var head = head
        if let status = options.status { head.status = status.status }
        if let type = options.contentType {
            head.headerFields[fields: .contentType] = [HTTPField(name: .contentType, lenientValue: Array(type.utf8))]
        }
        context = ResponseContext(head, method: options.method?.method ?? method, url: url)
        self.body = body
        self.findings = findings
    }

    private init(saved bytes: ResponseBody, _ options: DecodingOptions) throws(ResponseError) {
        let saved = try SavedResponse(bytes, limits: options.limits)
        self.init(head: saved.head, body: saved.body, findings: saved.findings, options)
        // What came in place of a body that cannot be is a finding of the validation.
        if context.forbidsBody { findings.removeAll { $0.severity == .failure } }
    }

    private init(body: ResponseBody, from source: InputSource, _ options: DecodingOptions) {
        self.init(head: HTTPResponse(status: .ok), body: body, options)
        guard options.contentType == nil, let head = context.head,
            let guess = MediaTypeGuess(fileName: source.fileName, body)
        else { return }
        let mediaType = options.kind.acceptableType(near: guess.mediaType, options)
        let reason = mediaType == guess.mediaType ? "from \(guess.reason)" : "since that was asked for"
        let finding = Finding(.guessedMediaType, .note, "the body was taken for \(mediaType), \(reason)")
        var labelled = head
        labelled.headerFields[.contentType] = mediaType.description
        self.init(head: labelled, body: body, findings: [finding], options)
    }
}
