import Decant
import Foundation
import HTTPTypes

/// A response as the process that fetched it hands it over: a line of JSON, then the bytes of the body.
struct FetchReport: Codable {
    /// The error of a transfer that is not complete.
    struct Failure: Codable {
        var code: String
        var message: String
        var offset: Int?
        var hint: String?
    }

    /// The status, if a head came.
    var status: Int?

    /// The names and values of the fields, in order.
    var fields: [[String]] = []

    /// The reason why the response is not complete, if it is not.
    var failure: Failure?

    private static let lineEnd = UInt8(ascii: "\n")

    init(_ context: ResponseContext?, _ error: ResponseError? = nil) {
        status = context?.head?.status.code
        fields = context?.head?.headerFields.map { [$0.name.rawName, $0.value] } ?? []
        failure = error.map {
            Failure(code: $0.code.description, message: $0.message, offset: $0.offset, hint: $0.hint)
        }
    }

    /// Splits what a process wrote; nil if it did not get to the end of the line.
    static func split(_ output: Data) -> (report: FetchReport, body: Data)? {
        guard let end = output.firstIndex(of: lineEnd),
            let report = try? JSONDecoder().decode(FetchReport.self, from: output[..<end])
        else { return nil }
        return (report, output[output.index(after: end)...])
    }

    /// The line of JSON.
    func line() throws -> Data {
        try JSONEncoder().encode(self) + [Self.lineEnd]
    }

    /// The head, if one came.
    var head: HTTPResponse? {
        guard let status, (0...999).contains(status) else { return nil }
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        for field in fields where field.count == 2 {
            guard let name = HTTPField.Name(field[0]) else { continue }
            head.headerFields.append(HTTPField(name: name, lenientValue: Array(field[1].utf8)))
        }
        return head
    }

    /// The error, which gets the rest of what is known where the response is decoded.
    var error: ResponseError? {
        guard let failure else { return nil }
        switch failure.code {
        case ResponseError.Code.truncatedBody.description:
            return ResponseError(.truncatedBody, failure.message, offset: failure.offset, hint: failure.hint)
        case ResponseError.Code.limitExceeded.description:
            // The name of the limit is added anew.
            let message = failure.message.replacing(" (limit bodyBytes)", with: "")
            return ResponseError(.limitExceeded, message, offset: failure.offset, limit: .bodyBytes)
        case ResponseError.Code.malformedHead.description: return ResponseError(.malformedHead, failure.message)
        default: return ResponseError(.transportFailed, failure.message, hint: failure.hint)
        }
    }
}
