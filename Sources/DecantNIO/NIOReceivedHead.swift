#if DecantNIO
public import DecantCore
public import HTTPTypes
public import NIOHTTP1

/// The head of a response from SwiftNIO, as the core has it, with findings about parts that could not be copied unchanged.
public struct NIOReceivedHead: Sendable, Hashable {
    /// The head, as far as the core needs it.
    package let head: ReceivedHead

    /// The head, which is made anew each time.
    public var response: HTTPResponse { head.response }

    private let transferFindings: [Finding]

    /// The fields that were omitted or changed, because a head cannot have them, and transfer codings.
    public var findings: [Finding] { head.findings + transferFindings }

    /// Creates a head from its status and fields.
    ///
    /// Fields keep their order, and those of the same name stay apart. A field whose name is not a token (RFC 9110 §5.6.2) is
    /// omitted; NUL, CR and LF in a value become blanks (§5.5). Both are findings.
    ///
    /// SwiftNIO decodes the transfer coding `chunked` and leaves others, such as gzip in `Transfer-Encoding: gzip, chunked`
    /// (RFC 9112 §7.2), in the body. They are appended as a `Content-Encoding` field, so that they are decoded; that is a finding.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The fields.
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

    /// Creates a head from one that a channel has read.
    ///
    /// - Parameter head: The head.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ head: HTTPResponseHead) throws(ResponseError) {
        try self.init(status: head.status, headers: head.headers)
    }
}

extension HTTPResponse {
    /// Creates a head from one that a channel has read; see ``NIOReceivedHead``.
    ///
    /// - Parameter head: The head.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ head: HTTPResponseHead) throws(ResponseError) {
        self = try NIOReceivedHead(head).response
    }
}
#endif
