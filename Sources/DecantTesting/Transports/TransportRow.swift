public import DecantCore
internal import HTTPTypes

/// A row of the contract of transports: the response of a server, and the expected value or error.
public struct TransportRow: Sendable, CustomStringConvertible {
    /// The parts of a value or error that are the same with every transport.
    public enum Expectation: Sendable, Hashable {
        /// The bytes of a value, or the lines of a stream with a line feed between them.
        case value([UInt8])

        /// An error: its code, its message, and the number of body bytes in it. The message and the number are nil
        /// where they may differ.
        ///
        /// The message about a timeout may continue with the duration, as in “the request timed out after 3 seconds”.
        case failure(ResponseError.Code, String?, bodyCount: Int?)
    }

    /// The name, which identifies the row in exceptions.
    public let name: String

    /// The request, without its URL.
    public var request = TransportRequest()

    /// The expected value or error.
    public let expectation: Expectation

    /// The point where the contract cancels the caller, if any.
    var cancellation: Cancellation?

    /// Whether the body is read as a stream of lines.
    var isStream = false

    /// The number of simultaneous transfers.
    ///
    /// Each must have the expected outcome.
    var count = 1

    let answer: LoopbackServer.Answer

    /// The rest of the answer, sent when the caller has received a part of the body.
    ///
    /// Clients drop the bytes that arrive together with an error.
    var rest: LoopbackServer.Answer?

    /// A point where the caller is canceled.
    enum Cancellation: Sendable {
        case beforeTheHead, withinTheBody
    }

    init(_ name: String, _ expectation: Expectation, answer: @escaping LoopbackServer.Answer) {
        (self.name, self.expectation, self.answer) = (name, expectation, answer)
    }

    /// Creates a row whose server sends the same bytes to every client and closes the connection.
    init(_ name: String, _ response: String, _ expectation: Expectation) {
        self.init(name, expectation) { exchange in
            exchange.send(response)
            return false
        }
    }

    /// The name of the row.
    public var description: String { name }

    /// Returns a copy with a modified request.
    func with(_ change: (inout TransportRequest) -> Void) -> TransportRow {
        var row = self
        change(&row.request)
        return row
    }

    /// Returns a copy whose caller is canceled.
    func cancelled(_ point: Cancellation) -> TransportRow {
        var row = self
        row.cancellation = point
        return row
    }

    /// Returns a copy whose server continues when the caller has received a part of the body.
    func then(_ rest: @escaping LoopbackServer.Answer) -> TransportRow {
        var row = self
        row.rest = rest
        return row
    }

    /// Returns a copy whose body is read as a stream of lines.
    func streamed() -> TransportRow {
        var row = self
        row.isStream = true
        return row
    }

    /// A row with the same response as a stream of lines, named after this one.
    var asStream: TransportRow {
        var row = TransportRow("stream-\(name)", expectation, answer: answer)
        (row.request, row.cancellation, row.rest, row.isStream) = (request, cancellation, rest, true)
        return row
    }

    /// Returns a copy with several simultaneous transfers.
    func times(_ count: Int) -> TransportRow {
        var row = self
        row.count = count
        return row
    }
}

/// A request that the contract sends with a transport.
public struct TransportRequest: Sendable {
    /// The URL, either on the loopback interface or with a host that does not exist.
    public internal(set) var url = ""

    /// The method of the request.
    public internal(set) var method = "GET"

    /// The time limit for the whole transfer, including the body; nil for no limit.
    public internal(set) var timeout: Duration?

    /// The serializer of the response.
    public internal(set) var serializer = DataResponseSerializer()

    /// The limits of a stream.
    ///
    /// The limits of a fetch are part of the serializer.
    public internal(set) var limits = Limits()

    /// A closure that is called with the progress, if the row uses it.
    public internal(set) var progress: ProgressHandler?
}

/// A row that a transport violates: the actual outcome and the reason.
public struct TransportException: Sendable {
    /// The actual outcome of a row that a transport violates.
    public enum Outcome: Sendable {
        /// The row does not apply: the transport does not offer the feature.
        case notOffered

        /// The transport stops the process; the row is not run.
        case stopsProcess

        /// Another value or error. The outcome of the table is then a violation.
        case becomes(TransportRow.Expectation)
    }

    /// The actual outcome.
    public let outcome: Outcome

    /// The reason for the exception.
    public let reason: String

    /// Creates an exception.
    public init(_ outcome: Outcome, because reason: String) {
        (self.outcome, self.reason) = (outcome, reason)
    }
}
