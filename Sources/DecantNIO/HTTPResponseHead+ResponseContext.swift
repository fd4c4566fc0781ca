#if DecantNIO
public import DecantCore
public import HTTPTypes
public import NIOHTTP1

extension ReceivedHead {
    /// Creates a head from its status and fields.
    ///
    /// Fields keep their order, and fields with the same name are not joined. A field whose name is not a token (RFC
    /// 9110 §5.6.2) is omitted; NUL, CR and LF in a value become spaces (§5.5). Both are findings.
    ///
    /// SwiftNIO decodes the transfer coding `chunked`, but not others, such as gzip in `Transfer-Encoding: gzip,
    /// chunked` (RFC 9112 §7.2). They are appended as a `Content-Encoding` field, which decodes them, and reported as a
    /// finding.
    ///
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    package init(status: HTTPResponseStatus, headers: HTTPHeaders) throws(ResponseError) {
        var fields = ReceivedFields(capacity: headers.count)
        for field in headers { fields.append(field.name, field.value) }
        let codings = headers[canonicalForm: "transfer-encoding"].map(String.init)
            .filter { !["chunked", "identity"].contains($0.lowercased()) }.joined(separator: ", ")
        if !codings.isEmpty {
            fields.append("Content-Encoding", codings)
            fields.report("the transfer coding “\(codings.excerpt(80))” is decoded like a content coding")
        }
        try self.init(status: Int(status.code), fields: fields)
    }
}

extension HTTPResponseHead: ResponseContextConvertible {
    /// A context with this head and no request.
    ///
    /// Fields that a head cannot have are omitted or changed, and transfer codings other than `chunked` are decoded like
    /// content codings. Both are findings of the response.
    ///
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public var responseContext: ResponseContext {
        get throws(ResponseError) {
            ResponseContext(try ReceivedHead(status: status, headers: headers), method: nil, url: nil)
        }
    }
}

extension HTTPResponse {
    /// Creates a head from a response head of SwiftNIO, whose transfer codings become content codings.
    ///
    /// - Parameter head: The response head that a channel has read.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ head: HTTPResponseHead) throws(ResponseError) {
        self = try ReceivedHead(status: head.status, headers: head.headers).response
    }
}
#endif
