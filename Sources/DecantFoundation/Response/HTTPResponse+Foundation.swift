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
    /// ``ReceivedHead`` says how, and what could not be taken over.
    ///
    /// - Parameter response: A response from URLSession.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: HTTPURLResponse) throws(ResponseError) {
        self = try ReceivedHead(response).response
    }
}
