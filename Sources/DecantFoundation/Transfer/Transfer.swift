import Decant
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One response while it comes in: takes what the client reports, and says what is to be done.
struct Transfer: Sendable {
    /// What is to be done when a chunk has come.
    enum Action: Sendable, Hashable {
        /// The caller is to be told how far it is.
        case report(TransferProgress)

        /// The transfer is to be stopped.
        case stop

        /// Nothing, since the transfer is being stopped.
        case ignore
    }

    private let limits: Limits
    private var response: URLResponse?
    private var collector: ResponseBodyCollector
    private var expectedBytes: Int?
    private var excess: ResponseError?

    /// Creates a transfer of which nothing has come.
    ///
    /// - Parameter limits: The limits of which that of the body's bytes is enforced.
    init(limits: Limits) {
        self.limits = limits
        collector = ResponseBodyCollector(limits: limits)
    }

    /// Takes a head.
    ///
    /// Interim ones (1xx) come before the final one on Linux. The last one counts, and so do only the bytes behind it.
    mutating func receive(_ response: URLResponse) {
        self.response = response
        expectedBytes = response.announcedLength
        collector = ResponseBodyCollector(limits: limits, expectedCount: expectedBytes)
    }

    /// Takes bytes.
    mutating func receive(_ chunk: Data) -> Action {
        guard excess == nil else { return .ignore }
        do throws(ResponseError) {
            try collector.append(chunk)
        } catch {
            excess = error
            return .stop
        }
        return .report(TransferProgress(receivedBytes: collector.count, expectedBytes: expectedBytes))
    }

    /// Ends the transfer.
    ///
    /// - Parameters:
    ///   - response: The response that the client has in the end; without one the last that was reported.
    ///   - error: What the client says went wrong.
    /// - Returns: What has come.
    consuming func end(_ response: URLResponse?, _ error: (any Error)?) -> TransferOutcome {
        TransferOutcome(
            response: response ?? self.response,
            body: collector.finish(),
            failure: excess.map { .limit($0) } ?? error.map(Self.failure)
        )
    }

    private static func failure(_ error: any Error) -> TransferOutcome.Failure {
        (error as? URLError)?.code == .cancelled ? .cancelled(error) : .transport(error)
    }
}

extension URLResponse {
    /// The length of the body; nil if none is announced, or if the client removes a content coding, whose length it is.
    fileprivate var announcedLength: Int? {
        let coding = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding")
        return coding == nil && expectedContentLength >= 0 ? Int(clamping: expectedContentLength) : nil
    }
}
