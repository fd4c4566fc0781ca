public import Decant
public import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension HTTPResponse {
    /// Takes the head from a response of URLSession.
    ///
    /// It is made from the raw values of the fields, not from the `mimeType` and `textEncodingName` that Foundation derives from
    /// them. A field whose name is no token (RFC 9110 §5.6.2) is left out; NUL, CR and LF in a value become blanks (§5.5).
    ///
    /// What Foundation has lost before is lost: the order of the fields, so they come sorted by name; the reason phrase; and the
    /// borders between field lines of the same name, which it joins with a comma. On Linux, of two names that differ in letter
    /// case only one is kept.
    ///
    /// - Parameter response: A response from URLSession.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: HTTPURLResponse) throws(ResponseError) {
        self = try ReceivedHead(response).response
    }
}
