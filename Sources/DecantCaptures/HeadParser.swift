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
///
/// A malformed field line is ignored with a finding, unless the parser is strict. It may be a line of the body if the
/// head has no empty line at its end, so such a head is an error.
struct HeadParser {
    var lines: HeadLineReader
    var bareLineFeeds = 0
    private let isStrict: Bool
    private var log = FindingLog()
    private var ignoredCount = 0

    /// The error of the first line that was ignored.
    private var firstError: ResponseError?

    var bytes: ResponseBytes { lines.bytes }

    init(_ bytes: ResponseBytes, at position: Int, limits: Limits, isStrict: Bool = false) {
        lines = HeadLineReader(bytes, at: position, limits: limits)
        self.isStrict = isStrict
    }

    /// Skips a byte-order mark, and empty lines, which RFC 9112 §2.2 allows before requests.
    mutating func skipPrefix() -> [Finding] {
        var findings: [Finding] = []
        if lines.next == 0xEF, bytes.dropFirst(lines.position).starts(with: [0xEF, 0xBB, 0xBF]) {
            lines.position += 3
            findings.append(Finding(.byteOrderMark, .warning, "a byte-order mark before the status line was skipped"))
        }
        var count = 0
        while let byte = lines.next, byte.isLineEnd {
            if byte == UInt8(ascii: "\n") { count += 1 }
            lines.position += 1
        }
        guard count > 0 else { return findings }
        return findings + [Finding(.irregularHead, .warning, "\(count.counted("empty line")) before the status line")]
    }

    /// RFC 9112 §2.1: the part of `HTTP-message = start-line CRLF *( field-line CRLF ) CRLF` before the body.
    mutating func head() throws(ResponseError) -> SavedHead {
        let start = lines.position
        let status = try statusLine()
        try skipSpaceBeforeFields()
        let fields = try fieldSection()
        if bareLineFeeds > 0 { report(.note, "\(bareLineFeeds.counted("line")) of the head ended without CR") }
        return SavedHead(status: status, fields: fields, start: start, end: lines.position, findings: log.all)
    }

    mutating func line(foldedFrom first: Int? = nil) throws(ResponseError) -> HeadLineReader.Line {
        let line = try lines.line(foldedFrom: first)
        if line.isCut, !line.content.isEmpty {
            throw ResponseError(.malformedHead, "the head is truncated inside a line", offset: bytes.count)
        }
        if !line.isRegular, !line.isCut { bareLineFeeds += 1 }
        return line
    }

    /// RFC 9112 §2.2: whitespace between the status line and the first field must not be parsed as a folded line.
    private mutating func skipSpaceBeforeFields() throws(ResponseError) {
        let start = lines.position
        guard let byte = lines.next, byte.isOptionalWhitespace else { return }
        let error = ResponseError(.malformedHead, "unexpected whitespace before the first field", offset: start)
        try ignore(try line().content, error)
    }

    private mutating func report(_ severity: Finding.Severity, _ message: String) {
        log.report(Finding(.irregularHead, severity, message))
    }
}

// MARK: - Status line

extension HeadParser {
    /// RFC 9112 §4: `status-line = HTTP-version SP status-code SP [ reason-phrase ]`.
    ///
    /// The second space is optional if the reason phrase is missing, as in curl's output for HTTP/2 and HTTP/3.
    mutating func statusLine() throws(ResponseError) -> HTTPResponse.Status {
        var position = lines.position
        try httpVersion(&position, bytes.count)
        let line = try line()
        try space(&position, line.content.upperBound)
        let code = try statusCode(&position, line.content.upperBound)
        let reason = try reasonPhrase(&position, line.content.upperBound)
        let status = HTTPResponse.Status(code: code, reasonPhrase: reason)
        if status.reasonPhrase != reason { report(.note, "invalid characters of the reason phrase were replaced") }
        if isICY(at: line.content.lowerBound) { report(.note, "the version ICY counts as HTTP/1.0") }
        return status
    }

    /// Returns whether the bytes at `position` start with an HTTP version and a status code.
    static func startsHead(_ bytes: ResponseBytes, at position: Int) -> Bool {
        let parser = HeadParser(bytes, at: position, limits: Limits())
        // Creating an error costs more than all other steps.
        guard parser.isICY(at: position) || bytes.span.has("HTTP/", at: position) else { return false }
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

    /// Returns whether a file begins with a status line, after a byte-order mark and empty lines, or with one in UTF-16.
    static func startsFile(_ bytes: ResponseBytes) -> Bool {
        var parser = HeadParser(bytes, at: 0, limits: Limits())
        _ = parser.skipPrefix()
        if startsHead(bytes, at: parser.lines.position) { return true }
        let text = bytes.prefix(32).filter { $0 != 0 && $0 < 0x80 }
        return bytes.isUTF16(at: 0) && startsHead(ResponseBytes(text), at: 0)
    }

    /// RFC 9112 §2.3: `HTTP-version = "HTTP" "/" DIGIT "." DIGIT`.
    ///
    /// curl writes versions 2 and 3 without a minor version. SHOUTcast servers write `ICY`.
    private func httpVersion(_ position: inout Int, _ end: Int) throws(ResponseError) {
        if isICY(at: position) {
            position += 3
            return
        }
        let start = position
        for byte in "HTTP/".utf8 {
            guard position < end, bytes[position] == byte else {
                throw notAResponse(from: start, at: position)
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

    private func isICY(at position: Int) -> Bool { bytes.span.has("ICY ", at: position) }

    /// Returns the error for bytes that do not begin with a version, with a hint if they are in UTF-16.
    private func notAResponse(from start: Int, at offset: Int) -> ResponseError {
        guard bytes.isUTF16(at: start) else {
            let line = bytes.dropFirst(start).prefix(80).prefix { !$0.isLineEnd }
            let found = start == bytes.count ? "nothing" : "“\(String(decoding: line, as: UTF8.self).excerpt(20))”"
            let message = "not an HTTP response: expected “HTTP/”, but found \(found)"
            return ResponseError(.malformedHead, message, offset: offset)
        }
        let hint = "PowerShell’s “>” writes UTF-16 and changes the body; save it with curl’s option --output"
        return ResponseError(.malformedHead, "the saved response is in UTF-16", offset: start, hint: hint)
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
        let limit = min(lines.limits.fieldCount, ReceivedFields.maxFields)
        while true {
            let start = lines.position
            let line = try line()
            if line.content.isEmpty {
                guard line.isCut else { return fields }
                if let firstError { throw firstError }
                report(.warning, "the head does not end with an empty line")
                return fields
            }
            guard fields.count + ignoredCount < limit else {
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
        let name: String
        do throws(ResponseError) {
            name = try fieldName(&position, line.upperBound)
            try colon(after: name, &position, line.upperBound)
        } catch {
            return try ignore(line, error)
        }
        if let value = plainValue(position..<line.upperBound) {
            return fields.append(token: name, plain: value)
        }
        var value = try fieldValue(position..<line.upperBound)
        try unfold(into: &value, from: line.lowerBound)
        fields.append(token: name, bytes: value)
    }

    /// Ignores a malformed line and the lines that continue it.
    private mutating func ignore(_ line: Range<Int>, _ error: ResponseError) throws(ResponseError) {
        guard !isStrict else { throw error }
        while let byte = lines.next, byte.isOptionalWhitespace { _ = try self.line(foldedFrom: line.lowerBound) }
        firstError = firstError ?? error
        ignoredCount += 1
        let excerpt = bytes.span.string(line.prefix(400)).excerpt(80)
        report(.warning, "ignored the line “\(excerpt)” of the head: \(error.message)")
    }

    /// The fields that frame a body, which are never read from a malformed line.
    private static let framingFields: Set<String> = ["content-length", "transfer-encoding", "content-encoding"]

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
        while position < end, span[position].isOptionalWhitespace { position += 1 }
        guard position < end, span[position] == UInt8(ascii: ":") else {
            throw ResponseError(.malformedHead, "expected “:” after the name of a field", offset: start)
        }
        if position > start {
            let message = "whitespace between the field name \(name) and its colon"
            guard isStrict || !Self.framingFields.contains(name.lowercased()) else {
                throw ResponseError(.malformedHead, message, offset: start)
            }
            report(.warning, message)
        }
        position += 1
    }

    /// Returns a value on one line that consists of printable ASCII characters, or nil for any other one.
    private func plainValue(_ range: Range<Int>) -> String? {
        if let byte = lines.next, byte.isOptionalWhitespace { return nil }
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
            report(.warning, "a field value has a control character at byte \(offset)")
        }
        return Array(bytes.slice(range))
    }

    /// RFC 9112 §5.2: `obs-fold = OWS CRLF RWS`, which is replaced by one space.
    private mutating func unfold(into value: inout [UInt8], from start: Int) throws(ResponseError) {
        var count = 0
        while let byte = lines.next, byte.isOptionalWhitespace {
            let line = try line(foldedFrom: start)
            let continuation = try fieldValue(line.content)
            if !value.isEmpty, !continuation.isEmpty { value.append(UInt8(ascii: " ")) }
            value += continuation
            count += 1
        }
        if count > 0 { report(.note, "a field is folded over \(count + 1) lines") }
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
}

extension ResponseBytes {
    /// Returns whether the bytes at a position begin with text in UTF-16, with or without a byte-order mark.
    fileprivate func isUTF16(at position: Int) -> Bool {
        let beginning = Array(dropFirst(position).prefix(4))
        return [[0xFF, 0xFE], [0xFE, 0xFF], Array("H\0T\0".utf8), Array("\0H\0T".utf8)].contains {
            beginning.starts(with: $0)
        }
    }
}
