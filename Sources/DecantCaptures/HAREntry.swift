internal import DecantCore
internal import DecantJSON
internal import HTTPTypes

/// One element of `log.entries` (HAR 1.2), read with its deviations as findings.
struct HAREntry {
    private let entry: JSON
    private let limits: HeadLimits
    private var findings: [Finding] = []
    private var missing: [String] = []

    /// The error for a head of a response that exceeds a limit.
    private var rejection: ResponseError?

    /// The reason why the status of the response cannot be used.
    private var statusError: String?

    init(_ entry: JSON, _ limits: HeadLimits) {
        self.entry = entry
        self.limits = limits
        guard !entry.quirks.isEmpty else { return }
        let message = "lone surrogates were replaced by U+FFFD, because they are not text"
        findings.append(Finding(.irregularEntry, .warning, message))
    }

    /// Returns the entry.
    mutating func entry(at index: Int) -> CaptureEntry {
        let (request, response) = (entry["request"], entry["response"])
        let method = method(request)
        let url = string(request, "url", "request.url")
        require(entry["startedDateTime"]?.string, "startedDateTime")
        require(entry["time"]?.double, "time")
        var details = CaptureEntry.Details()
        details.requestFields = fields(request, "request.headers").fields
        details.startedDateTime = entry["startedDateTime"]?.string
        details.duration = entry["time"]?.double.flatMap(Self.duration)
        details.requestBody = request?["postData"].flatMap(Self.requestBody)
        details.hiding = entry[HAR.Hiding.member]?.string.flatMap(HAR.Hiding.init)
        let head = response.flatMap { self.head(of: $0) }
        guard let response, let head else {
            require(response, "response")
            details.failure = rejection.map { .rejected($0) } ?? .transport(nil, reason: reason(for: response))
            let context = ResponseContext(mediaType: nil, method: method, url: url)
            return made(index, context, ResponseBytes(), details)
        }
        details.httpVersion = response["httpVersion"]?.string
        // Chrome keeps the head of a response whose transfer failed.
        if let error = response["_error"]?.string, !error.isEmpty {
            details.failure = .transport(nil, reason: error.excerpt(200))
        }
        let context = ResponseContext(head, method: method, url: url, isDecoded: true, ignoresLength: true)
        var content = HARContent(response["content"], of: context)
        require(response["content"]?.object, "response.content")
        findings += context.headFindings
        details.isText = content.isText
        details.omittedSize = content.omittedSize
        let body = content.removeBody()
        findings += content.findings
        return made(index, context, body, details)
    }

    /// Returns the entry with the finding about its missing members.
    private func made(
        _ index: Int,
        _ context: ResponseContext,
        _ body: ResponseBytes,
        _ details: CaptureEntry.Details
    ) -> CaptureEntry {
        var all: [Finding] = []
        if !missing.isEmpty {
            let message = "the entry lacks required members of HAR 1.2: \(missing.joined(separator: ", "))"
            all = [Finding(.irregularEntry, .warning, message)]
        }
        return CaptureEntry(index: index, context: context, body: body, findings: all + findings, details: details)
    }
}

// MARK: - Members

extension HAREntry {
    private mutating func require(_ value: (some Any)?, _ name: String) {
        if value == nil { missing.append(name) }
    }

    private mutating func string(_ object: JSON?, _ name: String, _ path: String) -> String? {
        let value = object?[name]?.string
        require(value, path)
        return value
    }

    /// Returns the text of a request, or its parameters as a form.
    private static func requestBody(_ content: JSON) -> ResponseBytes? {
        if let text = content["text"]?.stringBytes, !text.isEmpty { return text }
        guard let items = content["params"]?.array.map(Array.init), !items.isEmpty else { return nil }
        let texts = items.map { "\($0["name"]?.string ?? "")=\($0["value"]?.string ?? "")" }
        return ResponseBytes(texts.joined(separator: "&").utf8)
    }

    private mutating func method(_ request: JSON?) -> HTTPRequest.Method? {
        guard let name = string(request, "method", "request.method") else { return nil }
        guard let method = HTTPRequest.Method(name) else {
            findings.append(Finding(.irregularEntry, .warning, "“\(name.excerpt(40))” is not the name of a method"))
            return nil
        }
        return method
    }

    /// Returns the head of a response, or nil if it has no status.
    ///
    /// If the fields have no media type, the media type of the content is used.
    private mutating func head(of response: JSON) -> ReceivedHead? {
        guard let code = status(of: response), code != 0 else { return nil }
        guard (0...999).contains(code) else {
            report(invalidStatus: "\(code) is not a status")
            return nil
        }
        let bounded = fields(response, "response.headers")
        guard bounded.error == nil else {
            rejection = bounded.error
            return nil
        }
        var fields = bounded.fields
        if !fields.contains("content-type"), let type = response["content"]?["mimeType"]?.string {
            addMediaType(type, to: &fields)
        }
        let reason = (response["statusText"]?.string ?? "").excerpt(200)
        return ReceivedHead(HTTPResponse.Status(code: code, reasonPhrase: reason), fields)
    }

    /// Uses the media type of the content for a head that has none.
    private mutating func addMediaType(_ type: String, to fields: inout ReceivedFields) {
        guard type.utf8.count <= limits.fieldBytes else {
            let message = "ignored a media type of the content with more than \(limits.fieldBytes.counted("byte"))"
            return findings.append(Finding(.irregularEntry, .warning, message))
        }
        guard type != "x-unknown", ResponseMediaType(parsing: type) != nil else { return }
        fields.append("Content-Type", type)
        let message = "the head has no media type; \(type.excerpt(80)) is the media type of the content"
        findings.append(Finding(.guessedMediaType, .note, message))
    }

    private mutating func report(invalidStatus message: String) {
        statusError = message
        findings.append(Finding(.irregularEntry, .warning, message))
    }

    /// The status, as a number or in a string.
    private mutating func status(of response: JSON) -> Int? {
        guard let value = response["status"] else {
            missing.append("response.status")
            return nil
        }
        if let status = value.int { return status }
        if let text = value.string, let status = Int(text) {
            findings.append(Finding(.irregularEntry, .warning, "the status is a string"))
            return status
        }
        report(invalidStatus: "the status is not a number")
        return nil
    }

    /// Returns the header fields of a message.
    ///
    /// Pseudo-header fields (RFC 9113 §8.3) are omitted. Chrome joins the values of field lines by line feeds.
    private mutating func fields(_ message: JSON?, _ path: String) -> BoundedFields {
        guard let list = message?["headers"], list.kind == .array else {
            if message != nil { missing.append(path) }
            return BoundedFields(limits)
        }
        let cursor = list.cursor
        guard var elements = cursor.array else { return BoundedFields(limits) }
        var fields = BoundedFields(limits, capacity: elements.count)
        var irregular = 0
        while let element = elements.next() {
            guard let name = element["name"]?.string, let value = element["value"]?.string else {
                irregular += 1
                continue
            }
            guard name.utf8.first != UInt8(ascii: ":") else { continue }
            fields.append(name, value)
            guard let error = fields.error else { continue }
            findings.append(Finding(.irregularEntry, .warning, "\(path) was not read to its end: \(error.message)"))
            break
        }
        if irregular > 0 {
            let message = "ignored \(irregular.counted("element")) of \(path) without a name and a value"
            findings.append(Finding(.irregularEntry, .warning, message))
        }
        return fields
    }

    /// Converts milliseconds, or nil for a negative number, which means unknown, and for one beyond a year.
    private static func duration(_ milliseconds: Double) -> Duration? {
        guard milliseconds >= 0, milliseconds < 366 * 86_400_000 else { return nil }
        return .milliseconds(milliseconds)
    }

    /// Returns the reason why there is no response: the error that Chrome writes, a text in a member for people, or the
    /// last finding.
    private func reason(for response: JSON?) -> String {
        if let statusError { return "the captured response cannot be used: \(statusError)" }
        let texts = ["_error", "comment", "statusText"].lazy.compactMap { response?[$0]?.string }
        let reason = texts.first { !$0.isEmpty }?.excerpt(200) ?? findings.last?.message
        return ["the capture has no response", reason].compactMap { $0 }.joined(separator: ": ")
    }
}

/// The fields of a head, up to the limits of a captured head.
private struct BoundedFields {
    private(set) var fields: ReceivedFields

    /// The error for the first field that exceeds a limit.
    private(set) var error: ResponseError?

    private let limits: HeadLimits
    private var fieldCount = 0
    private var byteCount = 0

    init(_ limits: HeadLimits, capacity: Int = 0) {
        self.limits = limits
        fields = ReceivedFields(capacity: min(capacity, limits.fieldCount))
    }

    /// Adds a field, which has several lines if line feeds join its values.
    mutating func append(_ name: String, _ value: String) {
        guard value.withUTF8Bytes(Self.hasLineFeed) else { return append(name, line: value) }
        for line in value.split(separator: "\n", maxSplits: limits.fieldCount) where error == nil {
            append(name, line: String(line))
        }
    }

    private mutating func append(_ name: String, line value: String) {
        let count = name.utf8.count + value.utf8.count
        fieldCount += 1
        byteCount += count
        if fieldCount > limits.fieldCount {
            reject("the head has more than \(limits.fieldCount.counted("field"))", .fieldCount)
        } else if count > limits.fieldBytes {
            reject("a field of the head has more than \(limits.fieldBytes.counted("byte"))", .fieldBytes)
        } else if byteCount > limits.headBytes {
            reject("the head has more than \(limits.headBytes.counted("byte"))", .headBytes)
        } else {
            fields.append(name, value)
        }
    }

    private mutating func reject(_ message: String, _ limit: Limits.Name) {
        error = ResponseError(.limitExceeded, message, limit: limit)
    }

    private static func hasLineFeed(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { return true }
        return false
    }
}
