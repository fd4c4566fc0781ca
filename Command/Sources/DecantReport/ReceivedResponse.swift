package import Decant
import DecantCaptures
package import HTTPTypes

/// A response as a serializer is to see it, with what was noticed on the way to it.
package struct ReceivedResponse {
    /// The head, with what the options put in its place, and the request.
    package var context: ResponseContext

    /// The bytes of the body.
    package var body: ResponseBytes

    /// The findings so far.
    package var findings: [Finding] = []

    /// The file with the rest of the body, if ``body`` is only its beginning.
    package var rest: InputFile?

    package init(context: ResponseContext, body: ResponseBytes) {
        self.context = context
        self.body = body
    }
}

extension ReceivedResponse {
    /// Takes bytes for what they are, or for what the options say they are.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of the input.
    ///   - fileName: The name of the file, from which a media type can be guessed.
    ///   - options: What was asked for.
    /// - Throws: ``ResponseError`` if they have to be a saved response and are none.
    package init(_ bytes: ResponseBytes, named fileName: String?, _ options: ReadingOptions) throws(ResponseError) {
        switch options.input {
        case .response: try self.init(saved: bytes, options)
        case .auto where SavedResponse.begins(bytes): try self.init(saved: bytes, options)
        case .auto, .body: self.init(body: try bytes.decoded(options), named: fileName, options)
        }
    }

    /// Puts what the options give in the place of what a head says.
    package init(
        head: HTTPResponse,
        body: ResponseBytes,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        findings: [Finding] = [],
        codings: CodingState = .decoded,
        _ options: ReadingOptions
    ) {
        var head = head
        if let status = options.status { head.status = status }
        if let type = options.contentType {
            head.headerFields[fields: .contentType] = [HTTPField(name: .contentType, lenientValue: Array(type.utf8))]
        }
        context = ResponseContext(head, method: options.method ?? method, url: url, codings: codings)
        self.body = body
        self.findings = findings
    }

    private init(saved bytes: ResponseBytes, _ options: ReadingOptions) throws(ResponseError) {
        let saved = try SavedResponse(bytes, limits: options.limits)
        let codings: CodingState = options.isRaw ? .decoded : .byEvidence
        self.init(head: saved.head, body: saved.body, findings: saved.findings, codings: codings, options)
        // What came in place of a body that cannot be is a finding of the validation.
        if context.forbidsBody { findings.removeAll { $0.severity == .failure } }
    }

    private init(body: ResponseBytes, named fileName: String?, _ options: ReadingOptions) {
        self.init(head: HTTPResponse(status: .ok), body: body, options)
        guard options.contentType == nil, let head = context.head,
            let guess = MediaTypeGuess(fileName: fileName, body)
        else { return }
        let mediaType = options.kind.acceptableType(near: guess.mediaType, options)
        let reason = mediaType == guess.mediaType ? "from \(guess.reason)" : "since that was asked for"
        let finding = Finding(.guessedMediaType, .note, "the body was taken for \(mediaType), \(reason)")
        var labelled = head
        labelled.headerFields[.contentType] = mediaType.description
        self.init(head: labelled, body: body, findings: [finding], options)
    }
}

extension ResponseBytes {
    /// Undoes the content codings that the options name.
    fileprivate func decoded(_ options: ReadingOptions) throws(ResponseError) -> ResponseBytes {
        guard let names = options.coding else { return self }
        var codings: [ContentCoding] = []
        for element in names.split(separator: ",") {
            let name = element.filter { $0 != " " && $0 != "\t" }
            if name.isEmpty || name.lowercased() == "identity" { continue }
            codings.append(ContentCoding(named: name))
        }
        var decoder = try ContentDecoder(codings, limits: options.limits)
        var collector = ResponseBodyCollector(limits: options.limits)
        try decoder.append(span)
        while let piece = try decoder.next() { try collector.append(piece) }
        try decoder.finish()
        return collector.finish()
    }
}
