internal import DecantCore

/// The body of a saved response, framed according to RFC 9112 §6.3.
struct SavedBody {
    /// The bytes of the body.
    private(set) var body = ResponseBytes()

    /// The findings about the framing.
    private(set) var findings: [Finding] = []

    /// The position after the body.
    private(set) var end: Int

    /// Whether nothing but the end of the file delimits the body, because it has no length, or its chunks were removed.
    private(set) var isOpenEnded = false

    private let bytes: ResponseBytes
    private let start: Int
    private let fields: ReceivedFields

    init(after head: SavedHead, in bytes: ResponseBytes, limits: Limits) throws(ResponseError) {
        fields = head.fields
        self.bytes = bytes
        start = head.end
        end = bytes.count
        if head.hasNoFraming {
            keepRest()
        } else if fields.contains("transfer-encoding") {
            try parseTransferCoding(limits)
        } else {
            applyContentLength()
        }
    }

    /// RFC 9112 §6.3, rules 3 and 4: a transfer coding overrides a length, and chunks delimit the body.
    private mutating func parseTransferCoding(_ limits: Limits) throws(ResponseError) {
        reportOverruledLength()
        let codings = TransferCodings(fields.values(of: "transfer-encoding"))
        if codings.misusesChunked {
            let message = "expected “chunked” once and last in Transfer-Encoding, but found “\(codings.text)”"
            findings.append(Finding(.transferCoding, .warning, message))
        }
        guard codings.endsWithChunked, ChunkedCoding.startsChunk(bytes, at: start) else {
            if codings.endsWithChunked, start < bytes.count {
                findings.append(
                    Finding(
                        .transferCoding,
                        .note,
                        "the head declares a chunked body, but the chunks are already removed"
                    )
                )
            }
            isOpenEnded = true
            return keepRest()
        }
        if codings.hasOthers, !codings.misusesChunked {
            let message = "only the chunks of the transfer coding “\(codings.text)” were decoded"
            findings.append(Finding(.transferCoding, .warning, message))
        }
        var coding = ChunkedCoding(bytes, at: start, limits: limits)
        try coding.decode()
        apply(&coding)
    }

    private mutating func apply(_ coding: inout ChunkedCoding) {
        body = coding.finishContent()
        let trailers = coding.trailerCount == 0 ? "" : ", and \(coding.trailerCount.counted("trailer field")) skipped"
        let message = "the body was joined from \(coding.chunkCount.counted("chunk"))\(trailers)"
        findings.append(Finding(.chunkedBody, .note, message))
        if coding.paddedSizeCount > 0 {
            let message = "whitespace follows the size of \(coding.paddedSizeCount.counted("chunk"))"
            findings.append(Finding(.transferCoding, .warning, message))
        }
        if coding.isCut { reportCut("the body is truncated at \(body.count.counted("byte")), before its last chunk") }
        end = coding.lines.position
    }

    /// RFC 9112 §6.3, rules 5 to 8.
    ///
    /// The length applies to the encoded body. It does not apply after a client has decoded the content coding, as curl
    /// does with `--compressed`. Validation reports other errors.
    private mutating func applyContentLength() {
        let rest = bytes.count - start
        let announced = ContentLength(fieldValues: fields.values(of: "content-length"))
        let count: Int
        switch announced {
        case .bytes(let length): count = length
        case .immense: count = .max
        case .unknown, .malformed, .conflicting:
            isOpenEnded = true
            return keepRest()
        }
        let coding = ContentCodingList(fieldValues: fields.values(of: "content-encoding")).elements.last
        if count < rest, coding?.isEvident(in: bytes.slice(start..<bytes.count)) ?? true {
            end = start + count
            body = ResponseBytes(bytes.span.extracting(start..<end))
        } else {
            keepRest()
            guard let coding, count > rest, coding.isLikely(in: bytes.slice(start..<bytes.count)) else { return }
            reportCut("the body, still in its content coding, is truncated at \(rest) of \(announced.text) bytes")
        }
    }

    private mutating func keepRest() {
        body = bytes.sharedSuffix(from: start)
    }

    /// Ends the body before the next head, if a head begins in the body.
    ///
    /// `curl -i` prints the responses to several requests one after the other.
    mutating func endBeforeNextHead(_ limits: Limits) {
        let isMessage = fields.isMessage
        guard isOpenEnded, !isMessage, let next = HeadSearch(bytes, limits).firstHead(from: start) else { return }
        end = next
        body = ResponseBytes(bytes.span.extracting(start..<end))
        findings.append(
            Finding(.guessedEnd, .note, "the body was ended where the next head begins", offset: body.count)
        )
    }

    private mutating func reportOverruledLength() {
        guard fields.contains("content-length") else { return }
        findings.append(
            Finding(.irregularHead, .warning, "Content-Length was ignored, because Transfer-Encoding overrides it")
        )
    }

    private mutating func reportCut(_ message: String) {
        findings.append(Finding(.truncatedBody, .failure, message, offset: body.count))
    }

    /// A finding for bytes after the body that do not begin another response.
    var surplus: [Finding] {
        guard end < bytes.count else { return [] }
        let message = "ignored \((bytes.count - end).counted("byte")) after the end of the body"
        return [Finding(.surplusBytes, .warning, message, offset: body.count)]
    }
}

// MARK: - Fields

extension ReceivedFields {
    /// Whether the body is a message, such as the request in a response to TRACE.
    var isMessage: Bool {
        ResponseMediaType(parsing: values(of: "content-type").joined(separator: ", "))?.type == "message"
    }
}

// MARK: - Content-Encoding

extension ContentCoding {
    /// Returns whether the bytes may be in the coding: they start with its magic number, or are not valid UTF-8.
    ///
    /// The second condition is needed for Brotli, which has no magic number.
    fileprivate func isLikely(in bytes: Slice<ResponseBytes>) -> Bool {
        isEvident(in: bytes) || String(validUTF8: bytes) == nil
    }
}
