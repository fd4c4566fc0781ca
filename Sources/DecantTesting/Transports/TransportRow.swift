public import DecantCore
internal import HTTPTypes

/// A row of the table that every transport keeps: an answer of a server, and the value or error that it must become.
public struct TransportRow: Sendable, CustomStringConvertible {
    /// A value or an error, as far as it is the same with every transport.
    public enum Expectation: Sendable, Hashable {
        /// The bytes of a value, or the lines of a stream with a line feed between them.
        case value([UInt8])

        /// An error: its code, its message, and the number of bytes of the body that it knows; nil where these may differ.
        ///
        /// A message about a timeout may go on with the time, as in “the request timed out after 3 seconds”.
        case failure(ResponseError.Code, String?, bodyCount: Int?)
    }

    /// The name, by which an exception is stated.
    public let name: String

    /// The request, without its URL.
    public var request = TransportRequest()

    /// The value or the error that the answer must become.
    public let expectation: Expectation

    /// The point at which the kit cancels the caller, if it does.
    var cancellation: Cancellation?

    /// Whether the body is read as a stream of lines.
    var isStream = false

    /// The number of transfers at once, each of which must have the expected outcome.
    var count = 1

    let answer: LoopbackServer.Answer

    /// The points at which a caller is cancelled.
    enum Cancellation: Sendable {
        case beforeTheHead, withinTheBody
    }

    init(_ name: String, _ expectation: Expectation, answer: @escaping LoopbackServer.Answer) {
        (self.name, self.expectation, self.answer) = (name, expectation, answer)
    }

    /// A row whose server sends the same bytes to everyone, and closes the connection.
    init(_ name: String, _ response: String, _ expectation: Expectation) {
        self.init(name, expectation) { exchange in
            exchange.send(response)
            return false
        }
    }

    /// The name.
    public var description: String { name }

    /// The row with another request.
    func with(_ change: (inout TransportRequest) -> Void) -> TransportRow {
        var row = self
        change(&row.request)
        return row
    }

    /// The row whose caller is cancelled.
    func cancelled(_ point: Cancellation) -> TransportRow {
        var row = self
        row.cancellation = point
        return row
    }

    /// The row as a stream of lines.
    func streamed() -> TransportRow {
        var row = self
        row.isStream = true
        return row
    }

    /// A row of the same answer as a stream of lines, named after this one.
    var asStream: TransportRow {
        var row = TransportRow("stream-\(name)", expectation, answer: answer)
        (row.request, row.cancellation, row.isStream) = (request, cancellation, true)
        return row
    }

    /// The row with several transfers at once.
    func times(_ count: Int) -> TransportRow {
        var row = self
        row.count = count
        return row
    }
}

/// A request that the kit makes of a transport.
public struct TransportRequest: Sendable {
    /// The URL: one on the loopback interface, or one whose host does not exist.
    public internal(set) var url = ""

    /// The method.
    public internal(set) var method = "GET"

    /// The time after which the transfer must end, the body included; nil if there is none.
    public internal(set) var timeout: Duration?

    /// The serializer of the response.
    public internal(set) var serializer = DataResponseSerializer()

    /// The limits of a stream; those of a fetch are in its serializer.
    public internal(set) var limits = Limits()

    /// Called with the progress, if the row needs it.
    public internal(set) var progress: ProgressHandler?
}

/// The reason that a transport does not keep a row, with its own outcome.
public struct TransportException: Sendable {
    /// The things that happen instead.
    public enum Outcome: Sendable {
        /// The row does not apply: the transport does not offer the feature.
        case notOffered

        /// The transport stops the process; the row is not run.
        case stopsProcess

        /// Another value or error; a row that has the outcome of the table is then a violation, too.
        case becomes(TransportRow.Expectation)
    }

    /// The thing that happens instead.
    public let outcome: Outcome

    /// The reason.
    public let reason: String

    /// Creates an exception.
    ///
    /// - Parameters:
    ///   - outcome: The thing that happens instead.
    ///   - reason: The reason.
    public init(_ outcome: Outcome, because reason: String) {
        (self.outcome, self.reason) = (outcome, reason)
    }
}
