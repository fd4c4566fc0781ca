public import DecantCore
internal import HTTPTypes

/// A row of the contract of transports: a request, the response of a server, and the expected value or error.
public struct TransportRow: Sendable, CustomStringConvertible {
    /// The name, which identifies the row.
    public internal(set) var name: String

    /// The URL of the request, either on the loopback interface or with a host that does not exist.
    ///
    /// It is empty until the contract has started the server of the row.
    public internal(set) var url = ""

    /// The method of the request.
    public internal(set) var method = "GET"

    /// The time limit for the whole transfer, including the body, or nil for no limit.
    public internal(set) var timeout: Duration?

    /// The serializer of the response.
    public internal(set) var serializer = DataResponseSerializer()

    /// The limits of a stream.
    ///
    /// The limits of a fetch are part of the serializer.
    public internal(set) var limits = Limits()

    /// A closure that is called with the progress, if the row uses it.
    public internal(set) var progress: ProgressHandler?

    /// The expected bytes, or the lines of a stream with a line feed between them, or nil if an error is expected.
    public var expectedBody: [UInt8]? { if case .value(let bytes) = expectation { bytes } else { nil } }

    /// The code of the expected error, or nil if a value is expected.
    public var expectedCode: ResponseError.Code? {
        if case .failure(let code, _, _) = expectation { code } else { nil }
    }

    /// The parts of a value or error that are the same with every transport.
    var expectation: Expectation

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

    enum Expectation: Sendable {
        case value([UInt8])

        /// An error; its message and the number of body bytes in it are nil where they may differ.
        case failure(ResponseError.Code, String?, bodyCount: Int?)
    }

    /// A point where the caller is canceled.
    enum Cancellation: Sendable {
        case beforeTheHead, withinTheBody
    }

    init(_ name: String, _ expectation: Expectation, answer: @escaping LoopbackServer.Answer) {
        self.name = name
        self.expectation = expectation
        self.answer = answer
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

    /// Returns a copy that expects a value.
    ///
    /// - Parameter body: The bytes, or the lines of a stream with a line feed between them.
    public func expecting(_ body: some Sequence<UInt8>) -> TransportRow {
        with { $0.expectation = .value(Array(body)) }
    }

    /// Returns a copy that expects an error.
    ///
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - message: The message, or nil for any. A message about a timeout may continue with the duration, as in “the
    ///     request timed out after 3 seconds”.
    ///   - bodyCount: The number of body bytes in the error, or nil for any.
    public func expecting(
        _ code: ResponseError.Code,
        message: String? = nil,
        bodyCount: Int? = nil
    ) -> TransportRow {
        with { $0.expectation = .failure(code, message, bodyCount: bodyCount) }
    }

    /// Returns a changed copy.
    func with(_ change: (inout TransportRow) -> Void) -> TransportRow {
        var row = self
        change(&row)
        return row
    }

    /// Returns a copy whose caller is canceled.
    func cancelled(_ point: Cancellation) -> TransportRow {
        with { $0.cancellation = point }
    }

    /// Returns a copy whose server continues when the caller has received a part of the body.
    func then(_ rest: @escaping LoopbackServer.Answer) -> TransportRow {
        with { $0.rest = rest }
    }

    /// Returns a copy whose body is read as a stream of lines.
    func streamed() -> TransportRow {
        with { $0.isStream = true }
    }

    /// A row with the same response as a stream of lines, named after this one.
    var asStream: TransportRow {
        streamed().with { $0.name = "stream-\(name)" }
    }

    /// Returns a copy with several simultaneous transfers.
    func times(_ count: Int) -> TransportRow {
        with { $0.count = count }
    }
}
