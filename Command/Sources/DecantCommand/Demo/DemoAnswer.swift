import FlyingFox
import Foundation

/// An answer of the demo's server.
struct DemoAnswer: Sendable {
    /// The status code.
    let status: Int

    /// The `Content-Type` field, if there is to be one.
    let contentType: String?

    /// The bytes of the body.
    let body: [UInt8]

    /// The length that the head claims, if it is not that of the body.
    let claimedLength: Int?

    /// The `Content-Encoding` field, if there is to be one.
    let coding: String?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - contentType: The `Content-Type` field, if there is to be one.
    ///   - bytes: The bytes of the body.
    ///   - claimedLength: The length that the head claims, if it is not that of the body.
    ///   - coding: The `Content-Encoding` field, if there is to be one.
    init(_ status: Int, _ contentType: String?, bytes: [UInt8], claimedLength: Int? = nil, coding: String? = nil) {
        self.status = status
        self.contentType = contentType
        body = bytes
        self.claimedLength = claimedLength
        self.coding = coding
    }

    /// Creates an answer with a picture.
    init(_ status: Int, _ contentType: String?, _ picture: DemoPicture) {
        self.init(status, contentType, bytes: picture.bytes)
    }

    /// Creates an answer with a text in UTF-8.
    init(_ status: Int, _ contentType: String?, _ text: String = "", claimedLength: Int? = nil) {
        self.init(status, contentType, bytes: Array(text.utf8), claimedLength: claimedLength)
    }

    /// The answer in a few words.
    var summary: String {
        [contentType ?? "no Content-Type", coding, "\(body.count.grouped)\u{A0}bytes"].compactMap(\.self).joined(
            separator: ", "
        )
    }

    /// The answer as the server sends it; after a body that is shorter than claimed the connection is closed.
    var response: HTTPResponse {
        var headers: HTTPHeaders = [:]
        if let contentType { headers[.contentType] = contentType }
        if let coding { headers[.contentEncoding] = coding }
        if let claimedLength { headers[.contentLength] = "\(claimedLength)" }
        let isCut = (claimedLength ?? body.count) > body.count && !body.isEmpty
        return HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: "Demo"),
            headers: headers,
            body: isCut ? HTTPBodySequence(from: CutBody(body), count: body.count) : HTTPBodySequence(data: Data(body))
        )
    }
}

extension Int {
    /// The number with commas between groups of three digits.
    var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text = "," + text }
            text = String(digit) + text
        }
        return text
    }
}
