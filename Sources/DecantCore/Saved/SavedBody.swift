internal import HTTPTypes

/// What follows the head of a saved response, framed by RFC 9112 §6.3.
struct SavedBody {
    /// The body.
    private(set) var body = ResponseBody()

    /// What was noticed about the framing.
    private(set) var findings: [Finding] = []

    /// Where the bytes behind the body begin.
    private(set) var end: Int

    private let bytes: ResponseBody
    private let start: Int
    private let fields: HTTPFields

    init(after head: SavedHead, in bytes: ResponseBody, limits: Limits) throws(ResponseError) {
        fields = head.fields
        self.bytes = bytes
        start = head.end
        end = bytes.count
        if head.hasNoFraming {
            keepRest()
        } else if fields[.transferEncoding] != nil {
            try takeTransferCoding(limits)
        } else {
            takeContentLength()
        }
    }

    /// RFC 9112 §6.3, rules 3 and 4: a transfer coding overrules a length, and chunks delimit the body.
    private mutating func takeTransferCoding(_ limits: Limits) throws(ResponseError) {
        noteOverruledLength()
        let codings = TransferCodings(fields[values: .transferEncoding])
        guard codings.endsWithChunked, ChunkedCoding.begins(bytes, at: start) else {
            if codings.endsWithChunked, start < bytes.count {
                findings.append(
                    Finding(.transferCoding, .note, "the body is no longer in the chunks the head speaks of")
                )
            }
            return keepRest()
        }
        if codings.hasOthers {
            let message = "the transfer coding “\(codings.text)” was taken off only as far as its chunks"
            findings.append(Finding(.transferCoding, .warning, message))
        }
        var coding = ChunkedCoding(bytes, at: start, limits: limits)
        try coding.decode()
        take(coding)
    }

    private mutating func take(_ coding: ChunkedCoding) {
        body = ResponseBody(coding.content)
        let trailers = coding.trailerCount == 0 ? "" : ", and \(coding.trailerCount) trailer fields were ignored"
        let message = "the body was put together from \(coding.chunkCount) chunks\(trailers)"
        findings.append(Finding(.chunkedBody, .note, message))
        if coding.isCut { noteCut("the body is truncated at \(body.count) bytes, before its last chunk") }
        end = coding.lines.position
    }

    /// RFC 9112 §6.3, rules 5 to 8, where the validation does not see more.
    ///
    /// The length is that of the encoded body, and says nothing once a client has removed the content coding, as curl
    /// does with `--compressed`.
    private mutating func takeContentLength() {
        let rest = bytes.count - start
        guard case .bytes(let count) = ContentLength(fieldValues: fields[values: .contentLength]) else {
            return keepRest()
        }
        let coding = ContentCoding(fields[values: .contentEncoding])
        if count < rest, coding?.isEvident(in: bytes.slice(start..<bytes.count)) ?? true {
            end = start + count
            body = ResponseBody(bytes.slice(start..<end))
        } else {
            keepRest()
            guard let coding, count > rest, coding.isLikely(in: bytes.slice(start..<bytes.count)) else { return }
            noteCut("the body, still in its content coding, is truncated at \(rest) of \(count) bytes")
        }
    }

    private mutating func keepRest() {
        body = ResponseBody(bytes.slice(start..<bytes.count))
    }

    private mutating func noteOverruledLength() {
        guard fields[.contentLength] != nil else { return }
        findings.append(Finding(.irregularHead, .warning, "a transfer coding overrules the length in the head"))
    }

    private mutating func noteCut(_ message: String) {
        findings.append(Finding(.truncatedBody, .failure, message, offset: body.count))
    }

    /// What is to be said if the bytes behind the body are not another response.
    var surplus: [Finding] {
        guard end < bytes.count else { return [] }
        let message = "\(bytes.count - end) bytes behind the end of the body were cut off"
        return [Finding(.surplusBytes, .warning, message, offset: body.count)]
    }
}
