import Decant
#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// The head of a response from URLSession, as the core has it, with what could not be taken over as it was.
///
/// The `mimeType` and `textEncodingName` that Foundation derives are in small letters, without parameters, and sometimes guessed;
/// so the raw values of the fields are taken.
package struct ReceivedHead: Sendable, Hashable {
    /// The head.
    package let response: HTTPResponse

    /// What was left out or changed, because a head cannot have it.
    package let findings: [Finding]

    /// Takes the head from a response.
    ///
    /// - Parameter response: A response from URLSession, or one made by hand.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    package init(_ response: HTTPURLResponse) throws(ResponseError) {
        guard (0...999).contains(response.statusCode) else {
            throw ResponseError(.malformedHead, "the status \(response.statusCode) is not a number from 0 to 999")
        }
        var fields = ReceivedFields()
        for (name, value) in Self.sortedFields(of: response) { fields.append(name, value) }
        self.response = HTTPResponse(
            status: HTTPResponse.Status(code: response.statusCode),
            headerFields: fields.fields
        )
        findings = fields.findings
    }

    private static func sortedFields(of response: HTTPURLResponse) -> [(name: String, value: String)] {
        let fields = response.allHeaderFields.map { (name: "\($0.key.base)", value: "\($0.value)") }
        return fields.sorted { $0.name < $1.name }
    }
}
