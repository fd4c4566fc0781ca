import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The table of the kit by URLSession, with the exceptions of FoundationNetworking.
@Suite(.timeLimit(.minutes(5)))
struct URLSessionTests {
    static let session = URLSession.forResponses(configuration: .ephemeral)

    static let contract = TransportContract(exceptions: exceptions) { (request) throws(ResponseError) in
        guard let url = URL(string: request.url) else { throw ResponseError(.rejected, "no URL") }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method
        if let timeout = request.timeout { urlRequest.timeoutInterval = timeout / .seconds(1) }
        return try await session.decodedResponse(for: urlRequest, as: request.serializer, progress: request.progress)
    }

    #if canImport(FoundationNetworking)
    static let exceptions: [String: TransportException] = [:]
    #else
    static let exceptions: [String: TransportException] = [:]
    #endif

    @Test(arguments: TransportContract.rows)
    func keepsTheContract(_ row: TransportRow) async {
        #expect(await Self.contract.violation(of: row) == nil)
    }
}
