#if DecantNIO
public import DecantCore
public import HTTPTypes
public import NIOHTTP1

/// The head of a response from SwiftNIO, with findings about fields that could not be copied unchanged.
public struct NIOReceivedHead: Sendable, Hashable {
    /// The parts of the head that the core uses.
    package let head: ReceivedHead

    /// The head, which is rebuilt on every access.
    public var response: HTTPResponse { head.response }

    private let transferFindings: [Finding]

    /// Findings about fields that were omitted or changed because they are invalid, and about transfer codings.
    public var findings: [Finding] { head.findings + transferFindings }

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
    public init(status: HTTPResponseStatus, headers: HTTPHeaders) throws(ResponseError) {
        var fields = ReceivedFields(capacity: headers.count)
        for field in headers { fields.append(field.name, field.value) }
        let codings = headers[canonicalForm: "transfer-encoding"].map(String.init)
            .filter { !["chunked", "identity"].contains($0.lowercased()) }.joined(separator: ", ")
        if !codings.isEmpty { fields.append("Content-Encoding", codings) }
        transferFindings = codings.isEmpty ? [] : [Self.finding(about: codings)]
        head = try ReceivedHead(status: Int(status.code), fields: fields)
    }

    private static func finding(about codings: String) -> Finding {
        let message = "the transfer coding “\(codings.excerpt(80))” is decoded like a content coding"
        return Finding(.irregularHead, .warning, message)
    }

    /// Creates a head from a response head of SwiftNIO.
    ///
    /// - Parameter head: The response head that a channel has read.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ head: HTTPResponseHead) throws(ResponseError) {
        try self.init(status: head.status, headers: head.headers)
    }
}

extension HTTPResponse {
    /// Creates a head from a response head of SwiftNIO, as ``NIOReceivedHead`` does.
    ///
    /// - Parameter head: The response head that a channel has read.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ head: HTTPResponseHead) throws(ResponseError) {
        self = try NIOReceivedHead(head).response
    }
}
#endif
