#if DecantNIO
public import DecantCore
public import HTTPTypes
public import NIOHTTP1

/// The head of a response from SwiftNIO, as the core has it, with findings about parts that could not be copied unchanged.
public struct NIOReceivedHead: Sendable, Hashable {
    /// The head.
    public let response: HTTPResponse

    /// The fields that were omitted or changed, because a head cannot have them.
    public let findings: [Finding]

    /// Creates a head from its status and fields.
    ///
    /// Fields keep their order, and those of the same name stay apart. A field whose name is not a token (RFC 9110 §5.6.2) is
    /// omitted; NUL, CR and LF in a value become blanks (§5.5). Both are findings.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The fields.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(status: HTTPResponseStatus, headers: HTTPHeaders) throws(ResponseError) {
        guard status.code <= 999 else {
            throw ResponseError(.malformedHead, "expected a status from 0 to 999, but received \(status.code)")
        }
        var fields = ReceivedFields()
        for field in headers { fields.append(field.name, field.value) }
        response = HTTPResponse(status: HTTPResponse.Status(code: Int(status.code)), headerFields: fields.fields)
        findings = fields.findings
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
