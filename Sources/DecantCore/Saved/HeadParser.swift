internal import HTTPTypes

/// Parses a head by the grammar of RFC 9112, one function per rule.
struct HeadParser {
    var lines: LineReader
    var bareLineFeeds = 0
    var findings: [Finding] = []

    var bytes: ResponseBody { lines.bytes }

    init(_ bytes: ResponseBody, at position: Int, limits: Limits) {
        lines = LineReader(bytes, at: position, limits: limits)
    }

    /// Passes over empty lines in front of a message (RFC 9112 §2.2, which says it of requests).
    mutating func skipEmptyLines() -> Int {
        var count = 0
        while let byte = lines.next, byte == 0x0D || byte == 0x0A {
            if byte == 0x0A { count += 1 }
            lines.position += 1
        }
        return count
    }

    /// RFC 9112 §2.1: the part of `HTTP-message = start-line CRLF *( field-line CRLF ) CRLF` in front of the body.
    mutating func head() throws(ResponseError) -> SavedHead {
        let start = lines.position
        let status = try statusLine()
        try rejectSpaceBeforeFields()
        let fields = try fieldSection()
        if bareLineFeeds > 0 {
            findings.append(Finding(.irregularHead, .note, "\(bareLineFeeds) lines of the head end without CR"))
        }
        return SavedHead(status: status, fields: fields, start: start, end: lines.position, findings: findings)
    }

    mutating func line(foldedFrom first: Int? = nil) throws(ResponseError) -> LineReader.Line {
        let line = try lines.line(foldedFrom: first)
        if line.isCut, !line.content.isEmpty {
            throw ResponseError(.malformedHead, "the bytes end within a line of the head", offset: bytes.count)
        }
        if !line.isRegular, !line.isCut { bareLineFeeds += 1 }
        return line
    }

    /// RFC 9112 §2.2: white space between the status line and the first field must not be taken for a folded line.
    private func rejectSpaceBeforeFields() throws(ResponseError) {
        guard let byte = lines.next, byte.isOptionalWhiteSpace else { return }
        throw ResponseError(.malformedHead, "white space before the first field", offset: lines.position)
    }
}
