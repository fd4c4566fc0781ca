internal import DecantCore
internal import HTTPTypes

/// The head of a saved response.
struct SavedHead {
    /// The status code and the reason phrase.
    var status: HTTPResponse.Status

    /// The field lines, in order.
    var fields: ReceivedFields

    /// The position of the status line.
    var start: Int

    /// The position after the empty line.
    var end: Int

    /// Recoverable violations of the grammar.
    var findings: [Finding]

    /// The status and the fields.
    var received: ReceivedHead { ReceivedHead(status, fields) }

    /// Whether responses with this status have neither body nor framing (RFC 9112 §6.3, rule 1).
    var hasNoFraming: Bool { status.kind == .informational || status.code == 204 || status.code == 304 }

    /// Whether another head must follow.
    ///
    /// The status 101 is informational, but final.
    var isInterim: Bool { status.kind == .informational && status.code != 101 }
}

/// A parser of response heads by the grammar of RFC 9112, one function per rule.
struct HeadParser {
    var lines: LineReader
    var bareLineFeeds = 0
    var findings: [Finding] = []

    var bytes: ResponseBytes { lines.bytes }

    init(_ bytes: ResponseBytes, at position: Int, limits: Limits) {
        lines = LineReader(bytes, at: position, limits: limits)
    }

    /// Skips empty lines before a message, as RFC 9112 §2.2 allows for requests, and returns their number.
    mutating func skipEmptyLines() -> Int {
        var count = 0
        while let byte = lines.next, byte.isLineEnd {
            if byte == UInt8(ascii: "\n") { count += 1 }
            lines.position += 1
        }
        return count
    }

    /// RFC 9112 §2.1: the part of `HTTP-message = start-line CRLF *( field-line CRLF ) CRLF` before the body.
    mutating func head() throws(ResponseError) -> SavedHead {
        let start = lines.position
        let status = try statusLine()
        try rejectSpaceBeforeFields()
        let fields = try fieldSection()
        if bareLineFeeds > 0 {
            findings.append(
                Finding(.irregularHead, .note, "\(bareLineFeeds.counted("line")) of the head ended without CR")
            )
        }
        return SavedHead(status: status, fields: fields, start: start, end: lines.position, findings: findings)
    }

    mutating func line(foldedFrom first: Int? = nil) throws(ResponseError) -> LineReader.Line {
        let line = try lines.line(foldedFrom: first)
        if line.isCut, !line.content.isEmpty {
            throw ResponseError(.malformedHead, "the head is truncated inside a line", offset: bytes.count)
        }
        if !line.isRegular, !line.isCut { bareLineFeeds += 1 }
        return line
    }

    /// RFC 9112 §2.2: whitespace between the status line and the first field must not be parsed as a folded line.
    private func rejectSpaceBeforeFields() throws(ResponseError) {
        guard let byte = lines.next, byte.isOptionalWhiteSpace else { return }
        throw ResponseError(.malformedHead, "unexpected white space before the first field", offset: lines.position)
    }
}

// MARK: - Status line

extension HeadParser {
    /// RFC 9112 §4: `status-line = HTTP-version SP status-code SP [ reason-phrase ]`.
    ///
    /// The second space is optional if the reason phrase is missing, as in curl's output for HTTP/2 and HTTP/3.
    mutating func statusLine() throws(ResponseError) -> HTTPResponse.Status {
        let line = try line()
        var position = line.content.lowerBound
        try httpVersion(&position, line.content.upperBound)
        try space(&position, line.content.upperBound)
        let code = try statusCode(&position, line.content.upperBound)
        let reason = try reasonPhrase(&position, line.content.upperBound)
        let status = HTTPResponse.Status(code: code, reasonPhrase: reason)
        if status.reasonPhrase != reason {
            findings.append(Finding(.irregularHead, .note, "invalid characters of the reason phrase were replaced"))
        }
        return status
    }

    /// Returns whether the bytes at `position` start with an HTTP version and a status code.
    static func beginsHead(_ bytes: ResponseBytes, at position: Int) -> Bool {
        let parser = HeadParser(bytes, at: position, limits: Limits())
        var position = position
        do throws(ResponseError) {
            try parser.httpVersion(&position, bytes.count)
            try parser.space(&position, bytes.count)
            _ = try parser.statusCode(&position, bytes.count)
            return true
        } catch {
            return false
        }
    }

    /// RFC 9112 §2.3: `HTTP-version = "HTTP" "/" DIGIT "." DIGIT`.
    ///
    /// curl writes versions 2 and 3 without a minor version.
    private func httpVersion(_ position: inout Int, _ end: Int) throws(ResponseError) {
        for byte in "HTTP/".utf8 {
            guard position < end, bytes[position] == byte else {
                throw ResponseError(
                    .malformedHead,
                    "expected “HTTP/” at the beginning of a saved response",
                    offset: position
                )
            }
            position += 1
        }
        guard position < end, (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(bytes[position]) else {
            throw ResponseError(.malformedHead, "expected a version from HTTP/1.0 to HTTP/3", offset: position)
        }
        let major = bytes[position]
        position += 1
        guard position < end, bytes[position] == UInt8(ascii: ".") else {
            if major >= UInt8(ascii: "2") { return }
            throw ResponseError(.malformedHead, "the HTTP version is incomplete", offset: position)
        }
        position += 1
        guard position < end, bytes[position].isDigit else {
            throw ResponseError(.malformedHead, "the HTTP version is incomplete", offset: position)
        }
        position += 1
    }

    private func space(_ position: inout Int, _ end: Int) throws(ResponseError) {
        guard position < end, bytes[position] == UInt8(ascii: " ") else {
            throw ResponseError(.malformedHead, "expected one space after the HTTP version", offset: position)
        }
        position += 1
    }

    /// RFC 9112 §4: `status-code = 3DIGIT`, followed by a space or the end of the line.
    private func statusCode(_ position: inout Int, _ end: Int) throws(ResponseError) -> Int {
        let start = position
        var code = 0
        while position < end, position - start < 3, bytes[position].isDigit {
            code = code * 10 + Int(bytes[position] - UInt8(ascii: "0"))
            position += 1
        }
        let isLast = position == end || bytes[position] == UInt8(ascii: " ") || bytes[position].isLineEnd
        guard position - start == 3, isLast else {
            throw ResponseError(.malformedHead, "expected a status code of three digits", offset: start)
        }
        return code
    }

    /// RFC 9112 §4: `reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )`.
    private func reasonPhrase(_ position: inout Int, _ end: Int) throws(ResponseError) -> String {
        guard position < end else { return "" }
        position += 1
        try rejectZeroBytes(in: position..<end)
        return bytes.span.string(position..<end)
    }
}

// MARK: - Fields

extension HeadParser {
    /// RFC 9112 §5: field lines up to the empty line, or up to the end of the bytes.
    mutating func fieldSection() throws(ResponseError) -> ReceivedFields {
        var fields = ReceivedFields(capacity: 16)
        let limit = min(lines.limits.fieldCount, ReceivedFields.mostFields)
        while true {
            let start = lines.position
            let line = try line()
            if line.content.isEmpty {
                if line.isCut { noteMissingEnd() }
                return fields
            }
            guard fields.count < limit else {
                let message = "the head has more than \(limit.counted("field"))"
                let hint = limit < lines.limits.fieldCount ? "this bound is fixed" : nil
                throw ResponseError(.limitExceeded, message, offset: start, limit: .fieldCount, hint: hint)
            }
            try addField(line.content, to: &fields)
        }
    }

    /// RFC 9112 §5: `field-line = field-name ":" OWS field-value OWS`.
    private mutating func addField(_ line: Range<Int>, to fields: inout ReceivedFields) throws(ResponseError) {
        var position = line.lowerBound
        let name = try fieldName(&position, line.upperBound)
        try colon(after: name, &position, line.upperBound)
        if let value = plainValue(position..<line.upperBound) {
            return fields.append(token: name, plain: value)
        }
        var value = try fieldValue(position..<line.upperBound)
        try unfold(into: &value, from: line.lowerBound)
        fields.append(token: name, bytes: value)
    }

    /// RFC 9110 §5.1: `field-name = token`.
    private func fieldName(_ position: inout Int, _ end: Int) throws(ResponseError) -> String {
        let (start, span) = (position, bytes.span)
        while position < end, span[position].isHTTPToken { position += 1 }
        guard position > start else {
            throw ResponseError(.malformedHead, "expected the name of a field", offset: position)
        }
        return span.string(start..<position)
    }

    /// RFC 9112 §5.1: whitespace before the colon is removed from responses.
    private mutating func colon(after name: String, _ position: inout Int, _ end: Int) throws(ResponseError) {
        let (start, span) = (position, bytes.span)
        while position < end, span[position].isOptionalWhiteSpace { position += 1 }
        guard position < end, span[position] == UInt8(ascii: ":") else {
            throw ResponseError(.malformedHead, "expected “:” after the name of a field", offset: start)
        }
        if position > start {
            let message = "white space between the field name \(name) and its colon"
            findings.append(Finding(.irregularHead, .warning, message))
        }
        position += 1
    }

    /// Returns a value on one line that consists of printable ASCII characters; nil for any other one.
    private func plainValue(_ range: Range<Int>) -> String? {
        if let byte = lines.next, byte.isOptionalWhiteSpace { return nil }
        let span = bytes.span
        let range = span.trimming(range)
        return ReceivedFields.isPlain(span.extracting(range)) ? span.string(range) : nil
    }

    /// RFC 9110 §5.5: the value without leading and trailing whitespace.
    ///
    /// A zero byte is rejected; other control characters are kept.
    private mutating func fieldValue(_ range: Range<Int>) throws(ResponseError) -> [UInt8] {
        try rejectZeroBytes(in: range)
        let range = bytes.span.trimming(range)
        if let offset = offset(in: range, where: \.isControl) {
            findings.append(
                Finding(.irregularHead, .warning, "a field value has a control character at byte \(offset)")
            )
        }
        return Array(bytes.slice(range))
    }

    /// RFC 9112 §5.2: `obs-fold = OWS CRLF RWS`, which is replaced by one space.
    private mutating func unfold(into value: inout [UInt8], from start: Int) throws(ResponseError) {
        var count = 0
        while let byte = lines.next, byte.isOptionalWhiteSpace {
            let line = try line(foldedFrom: start)
            let continuation = try fieldValue(line.content)
            if !value.isEmpty, !continuation.isEmpty { value.append(UInt8(ascii: " ")) }
            value += continuation
            count += 1
        }
        guard count > 0 else { return }
        findings.append(Finding(.irregularHead, .note, "a field is folded over \(count + 1) lines"))
    }

    func rejectZeroBytes(in range: Range<Int>) throws(ResponseError) {
        guard let offset = offset(in: range, where: { $0 == 0 }) else { return }
        throw ResponseError(.malformedHead, "the head has a zero byte", offset: offset)
    }

    @inline(__always)
    private func offset(in range: Range<Int>, where isSearched: (UInt8) -> Bool) -> Int? {
        let span = bytes.span
        for offset in range where isSearched(span[offset]) { return offset }
        return nil
    }

    private mutating func noteMissingEnd() {
        findings.append(Finding(.irregularHead, .warning, "the head does not end with an empty line"))
    }
}
