import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The kit's table on URLSession.
///
/// The exceptions, and what is said of codings and of malformed responses, hold for FoundationNetworking over libcurl.
@Suite(.timeLimit(.minutes(10)))
struct URLSessionTests {
    static let session = URLSession.forResponses(configuration: .ephemeral)

    private static func urlRequest(_ request: TransportRequest) throws(ResponseError) -> URLRequest {
        guard let url = URL(string: request.url) else { throw ResponseError(.rejected, "no URL") }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method
        if let timeout = request.timeout { urlRequest.timeoutInterval = timeout / .seconds(1) }
        return urlRequest
    }

    static let contract = TransportContract(exceptions: exceptions) { (request, line) throws(ResponseError) in
        let stream = try await session.stream(
            for: urlRequest(request),
            as: .lines.limits { $0 = request.limits }
        )
        for try await text in stream { line(text) }
    } fetch: { (request) throws(ResponseError) in
        let urlRequest = try urlRequest(request)
        return try await session.response(for: urlRequest, as: request.serializer, progress: request.progress)
    }

    #if canImport(FoundationNetworking)
    private static let oneMember = TransportException(
        .becomes(.failure(.transportFailed, nil, bodyCount: 5)),
        because: "libcurl undoes one member"
    )

    private static let unknownCoding = TransportException(
        .becomes(.failure(.transportFailed, nil, bodyCount: 0)),
        because: "libcurl gives up"
    )

    static let exceptions: [String: TransportException] = [
        "cut-head": TransportException(.stopsProcess, because: "Foundation expects that a head is whole"),
        "immense-length": TransportException(.stopsProcess, because: "Foundation adds to the announced length"),
        "trailers": TransportException(.stopsProcess, because: "Foundation takes trailers for a second head"),
        "dripping": TransportException(.notOffered, because: "Foundation's timeout is that of silence"),
        "gzip-members": oneMember, "stream-gzip-members": oneMember,
        "damaged-gzip": TransportException(
            .becomes(.failure(.transportFailed, nil, bodyCount: 5)),
            because: "libcurl undoes the coding"
        ),
        "stream-cut-gzip": TransportException(
            .becomes(.value(Array("hell".utf8))),
            because: "libcurl takes the end of the coded bytes for the end of the body"
        ),
        "stream-damaged-gzip": TransportException(
            .becomes(.failure(.transportFailed, nil, bodyCount: nil)),
            because: "libcurl undoes the coding"
        ),
        "unknown-coding": unknownCoding, "stream-unknown-coding": unknownCoding,
        "redirect-nowhere": TransportException(
            .becomes(.failure(.unacceptableStatus, "expected status 200-299, but received 302 Found", bodyCount: 0)),
            because: "Foundation drops the body of a redirection"
        ),
    ]
    #else
    static let exceptions: [String: TransportException] = [
        "dripping": TransportException(.notOffered, because: "Foundation's timeout is that of silence")
    ]
    #endif

    /// The rows whose outcome depends on how a client parses what is cut or malformed, and on the codings it decodes.
    ///
    /// A row of streams has the same name after `stream-`. They hold on Linux, with the exceptions above. On Apple
    /// systems, where URLSession has another parser, they have not been observed.
    private static let isObservedOnLinuxOnly: Set = [
        "cut-head", "cut-chunk", "cut-before-last-chunk", "cut-before-deadline", "cut", "immense-length",
        "redirect-nowhere", "low-status", "no-http", "bad-chunk", "x-gzip", "gzip-members", "raw-deflate",
        "two-codings", "transfer-coding", "cut-gzip", "damaged-gzip", "unknown-coding", "br", "zstd", "expanding-line",
    ]

    private static func holds(_ row: TransportRow) -> Bool {
        #if canImport(FoundationNetworking)
        true
        #else
        !isObservedOnLinuxOnly.contains(row.name.replacing(/^stream-/, with: ""))
        #endif
    }

    @Test(arguments: TransportContract.rows)
    func keepsTheContract(_ row: TransportRow) async {
        let violation = await Self.contract.violation(of: row)
        withKnownIssue("not observed on this system yet", isIntermittent: true) {
            #expect(violation == nil)
        } when: {
            !Self.holds(row)
        }
    }

    #if canImport(FoundationNetworking)
    /// The rows that stop the process, each run in a separate process.
    private static let stopping = TransportContract.rows.filter { row in
        if case .stopsProcess = exceptions[row.name]?.outcome { true } else { false }
    }

    @Test(arguments: stopping)
    func stopsTheProcessAsStated(_ row: TransportRow) async {
        await #expect(processExitsWith: .failure) { [name = row.name as String] in
            // If the row passes or never ends, the exit status of 0 fails the test.
            Task {
                try await Task.sleep(for: .seconds(60))
                exit(0)
            }
            guard let row = TransportContract.rows.first(where: { $0.name == name }) else { exit(0) }
            _ = await TransportContract(fetch: Self.contract.fetch).violation(of: row)
            exit(0)
        }
    }
    #endif
}
