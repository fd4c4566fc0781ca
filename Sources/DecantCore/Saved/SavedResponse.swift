public import HTTPTypes

/// A response as it stands in a file: what `curl -i` prints, or the raw bytes of HTTP/1 as `curl --raw -i` leaves them.
///
/// Of several heads in a row (interim ones, redirects that were followed, a proxy's answer to CONNECT, rounds of
/// authentication) the last is taken, and of several responses in a row the last too, as far as their heads say where
/// their bodies end. A body still in chunks is put together. What departs from RFC 9112 but can be understood is a
/// finding.
///
/// The body's bytes are counted from its own first byte, as in a body that came by any other way.
public struct SavedResponse: Sendable, Hashable {
    /// The head of the final response.
    public let head: HTTPResponse

    /// The body after transfer decoding; a content coding such as gzip is still there if it was saved.
    public let body: ResponseBody

    /// What was noticed in the head and the framing of the body; a body that was cut in its chunks is a failure.
    public let findings: [Finding]

    /// Parses a saved response.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: How long a head, its lines, and the row of heads may be.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/malformedHead``,
    ///   ``ResponseError/Code/malformedBody`` (the chunks), or ``ResponseError/Code/limitExceeded``; its position is
    ///   counted from the beginning of the file.
    public init(_ bytes: ResponseBody, limits: Limits = Limits()) throws(ResponseError) {
        do throws(ResponseError) {
            var heads = try SavedHeads(bytes, at: 0, after: [], limits: limits)
            var content = try SavedBody(after: heads.last, in: bytes, limits: limits)
            while content.end < bytes.count, HeadParser.beginsHead(bytes, at: content.end) {
                let earlier = heads.skipped + [heads.last.status.code]
                heads = try SavedHeads(bytes, at: content.end, after: earlier, limits: limits)
                content = try SavedBody(after: heads.last, in: bytes, limits: limits)
            }
            head = HTTPResponse(status: heads.last.status, headerFields: heads.last.fields)
            body = content.body
            findings = heads.findings + content.findings + content.surplus
        } catch {
            var error = error
            error.details.body = bytes.prefix(limits.errorBodyBytes)
            error.details.bodyCount = bytes.count
            error.locate(in: bytes)
            throw error
        }
    }

    /// Whether bytes begin as a saved response does, with the name of the protocol.
    ///
    /// - Parameter bytes: The beginning of a file, or all of it.
    /// - Returns: Whether the file is to be taken for a saved response.
    public static func begins(_ bytes: ResponseBody) -> Bool {
        bytes.hasPrefix(Array("HTTP/".utf8))
    }

    /// The context in which a serializer sees the response.
    ///
    /// - Parameters:
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    /// - Returns: The head together with what is known of the request.
    public func context(method: HTTPRequest.Method? = nil, url: String? = nil) -> ResponseContext {
        ResponseContext(head, method: method, url: url)
    }
}
