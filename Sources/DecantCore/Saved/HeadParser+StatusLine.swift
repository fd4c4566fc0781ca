internal import HTTPTypes

extension HeadParser {
    /// RFC 9112 §4: `status-line = HTTP-version SP status-code SP [ reason-phrase ]`.
    ///
    /// The second space may be absent where there is no reason, as in what curl prints for HTTP/2 and HTTP/3.
    mutating func statusLine() throws(ResponseError) -> HTTPResponse.Status {
        let line = try line()
        var position = line.content.lowerBound
        try httpVersion(&position, line.content.upperBound)
        try space(&position, line.content.upperBound)
        let code = try statusCode(&position, line.content.upperBound)
        let reason = try reasonPhrase(&position, line.content.upperBound)
        let status = HTTPResponse.Status(code: code, reasonPhrase: reason)
        if status.reasonPhrase != reason {
            findings.append(Finding(.irregularHead, .note, "the reason phrase has characters that were replaced"))
        }
        return status
    }

    /// Whether a status line begins somewhere, as far as its status.
    static func beginsHead(_ bytes: ResponseBody, at position: Int) -> Bool {
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

    /// RFC 9112 §2.3: `HTTP-version = "HTTP" "/" DIGIT "." DIGIT`, and without a minor version as curl writes 2 and 3.
    private func httpVersion(_ position: inout Int, _ end: Int) throws(ResponseError) {
        for byte in "HTTP/".utf8 {
            guard position < end, bytes[position] == byte else {
                throw ResponseError(.malformedHead, "a saved response begins with “HTTP/”", offset: position)
            }
            position += 1
        }
        guard position < end, (0x30...0x33).contains(bytes[position]) else {
            throw ResponseError(.malformedHead, "the version is not one from HTTP/1.0 to HTTP/3", offset: position)
        }
        let major = bytes[position]
        position += 1
        guard position < end, bytes[position] == 0x2E else {
            if major >= 0x32 { return }
            throw ResponseError(.malformedHead, "the version of HTTP is not complete", offset: position)
        }
        position += 1
        guard position < end, bytes[position].isDigit else {
            throw ResponseError(.malformedHead, "the version of HTTP is not complete", offset: position)
        }
        position += 1
    }

    private func space(_ position: inout Int, _ end: Int) throws(ResponseError) {
        guard position < end, bytes[position] == 0x20 else {
            throw ResponseError(.malformedHead, "one space has to follow the version", offset: position)
        }
        position += 1
    }

    /// RFC 9112 §4: `status-code = 3DIGIT`, with nothing but a space or the end of the line behind it.
    private func statusCode(_ position: inout Int, _ end: Int) throws(ResponseError) -> Int {
        let start = position
        var code = 0
        while position < end, position - start < 3, bytes[position].isDigit {
            code = code * 10 + Int(bytes[position]) - 0x30
            position += 1
        }
        let isLast = position == end || [0x20, 0x0D, 0x0A].contains(bytes[position])
        guard position - start == 3, isLast else {
            throw ResponseError(.malformedHead, "the status is not a number of three digits", offset: start)
        }
        return code
    }

    /// RFC 9112 §4: `reason-phrase = 1*( HTAB / SP / VCHAR / obs-text )`.
    private func reasonPhrase(_ position: inout Int, _ end: Int) throws(ResponseError) -> String {
        guard position < end else { return "" }
        position += 1
        try rejectZeroBytes(in: position..<end)
        return String(decoding: bytes.slice(position..<end), as: UTF8.self)
    }
}
