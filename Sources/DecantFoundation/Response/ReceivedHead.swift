public import Decant
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The head of a response from URLSession, as the core has it, with what could not be taken over as it was.
///
/// It is made from the raw values of the fields, not from the `mimeType` and `textEncodingName` that Foundation derives from
/// them: these are in small letters, without parameters, and sometimes guessed.
///
/// What Foundation has lost before is lost: the order of the fields, so they come sorted by name; the reason phrase; and the
/// borders between field lines of the same name, which it joins with a comma. On Linux, of two names that differ in letter
/// case only one is kept.
public struct ReceivedHead: Sendable, Hashable {
    /// The head.
    public let response: HTTPResponse

    /// What was left out or changed, because a head cannot have it.
    public let findings: [Finding]

    /// Takes the head from a response.
    ///
    /// A field whose name is no token (RFC 9110 §5.6.2) is left out; NUL, CR and LF in a value become blanks (§5.5). Both are
    /// findings.
    ///
    /// - Parameter response: A response from URLSession, or one made by hand.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: HTTPURLResponse) throws(ResponseError) {
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
