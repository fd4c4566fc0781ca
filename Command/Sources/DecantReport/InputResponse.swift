package import Decant
package import DecantCaptures
package import HTTPTypes

/// A response in the form that a serializer receives, with the findings so far.
package struct InputResponse {
    /// The head after the overrides of the options, and the request.
    package var context: ResponseContext

    /// The bytes of the body.
    package var body: ResponseBytes

    /// The findings so far.
    package var findings: [Finding] = []

    /// Whether the input is a body without a head, and ``context`` is made up.
    package var isBareBody = false

    /// The file with the remainder of the body, if ``body`` is only its prefix.
    package var rest: InputFile?

    /// The entry of a capture that contains the response, with its own findings.
    package var entry: CaptureEntry?

    package init(context: ResponseContext, body: ResponseBytes) {
        self.context = context
        self.body = body
    }

    /// Whether the body is empty and may not continue.
    package var isEmpty: Bool { body.isEmpty && rest == nil }
}

extension InputResponse {
    /// Interprets bytes as the options specify, or by their contents.
    ///
    /// - Parameter fileName: The file name for guessing a media type.
    /// - Throws: ``ResponseError`` if the bytes must be a saved response but are not.
    package init(_ bytes: ResponseBytes, named fileName: String?, _ options: ReadingOptions) throws(ResponseError) {
        switch options.input {
        case .response: try self.init(saved: bytes, options)
        case .auto where SavedResponse.begins(bytes): try self.init(saved: bytes, options)
        case .auto, .body, .har, .warc: self.init(body: try bytes.decoded(options), named: fileName, options)
        }
        guard options.input == .auto, isBareBody else { return }
        if let finding = MisplacedHead.finding(in: body) { findings.append(finding) }
        // A path means the JSON document.
        if options.at == nil, CaptureKind.isArchive(body) {
            findings.append(Finding(.unreadHead, .warning, "the body is a HAR file; “--input har” reads its responses"))
        }
    }

    /// Overrides the values in a head with the options.
    package init(
        head: HTTPResponse,
        body: ResponseBytes,
        method: HTTPRequest.Method? = nil,
        url: String? = nil,
        findings: [Finding] = [],
        isDecoded: Bool? = true,
        _ options: ReadingOptions
    ) {
        var head = head
        if let status = options.status { head.status = status }
        if let type = options.contentType {
            head.headerFields[fields: .contentType] = [HTTPField(name: .contentType, lenientValue: Array(type.utf8))]
        }
        context = ResponseContext(head, method: options.method ?? method, url: url, isDecoded: isDecoded)
        self.body = body
        self.findings = findings
    }

    private init(saved bytes: ResponseBytes, _ options: ReadingOptions) throws(ResponseError) {
        let saved = try SavedResponse(bytes, limits: options.limits)
        let isDecoded: Bool? = options.isRaw ? true : nil
        self.init(head: saved.head, body: saved.body, findings: saved.findings, isDecoded: isDecoded, options)
        // Validation reports a body that the response must not have.
        if context.forbidsBody { findings.removeAll { $0.severity == .failure } }
    }

    private init(body: ResponseBytes, named fileName: String?, _ options: ReadingOptions) {
        self.init(head: HTTPResponse(status: .ok), body: body, options)
        isBareBody = true
        guard options.contentType == nil, let head = context.head,
            let guess = MediaTypeGuess(fileName: fileName, body, isRaw: options.isRaw)
        else { return }
        let mediaType = options.kind.acceptableType(near: guess.mediaType)
        let message =
            mediaType == guess.mediaType
            ? "the media type \(mediaType) was guessed from \(guess.reason)"
            : "the body was decoded as \(mediaType), as requested"
        var labeled = head
        labeled.headerFields[.contentType] = mediaType.description
        self.init(head: labeled, body: body, findings: [Finding(.guessedMediaType, .note, message)], options)
        isBareBody = true
    }
}

extension ResponseBytes {
    /// Decodes the content codings named by the options.
    fileprivate func decoded(_ options: ReadingOptions) throws(ResponseError) -> ResponseBytes {
        guard let names = options.coding else { return self }
        var codings: [ContentCoding] = []
        for element in names.split(separator: ",") {
            let name = element.filter { $0 != " " && $0 != "\t" }
            if name.isEmpty || name.lowercased() == "identity" { continue }
            codings.append(ContentCoding(named: name))
        }
        var decoder = try ContentDecoder(codings, limits: options.limits)
        var body: [UInt8] = []
        try decoder.append(span)
        while let chunk = try decoder.next() { body.append(contentsOf: ResponseBytes(chunk)) }
        try decoder.finish()
        return ResponseBytes(body)
    }
}
