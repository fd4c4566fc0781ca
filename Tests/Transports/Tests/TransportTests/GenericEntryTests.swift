import Decant
import DecantNIO
import DecantTesting
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

/// The kit's table through the entry point for any client, with a plain SwiftNIO client that follows no redirects.
@Suite(.timeLimit(.minutes(10)))
struct GenericEntryTests {
    private static let noRedirections = TransportException(.notOffered, because: "the client follows no redirection")
    private static let noTimeout = TransportException(.notOffered, because: "the client has no timeout")

    private static let lowStatus = TransportException(
        .becomes(.failure(.unacceptableStatus, "expected status 200-299, but received 99", bodyCount: 5)),
        because: "SwiftNIO passes the head on"
    )

    static let contract = TransportContract(
        exceptions: [
            "redirect": noRedirections, "redirect-loop": noRedirections,
            "silent": noTimeout, "silent-body": noTimeout, "dripping": noTimeout,
            "low-status": lowStatus, "stream-low-status": lowStatus,
        ]
    ) { (request, line) throws(ResponseError) in
        try await NIOFetch(url: request.url).withStream(as: .lines.limits { $0 = request.limits }) {
            (stream) throws(ResponseError) in
            for try await text in stream { line(text) }
        }
    } fetch: { (request) throws(ResponseError) in
        try await NIOFetch(url: request.url, method: request.method)
            .response(as: request.serializer, progress: request.progress)
    }

    @Test(arguments: TransportContract.rows)
    func keepsTheContract(_ row: TransportRow) async {
        let violation = await Self.contract.violation(of: row)
        #expect(violation == nil)
    }

    @Test func borrowsTheReadableBytesOfABuffer() {
        var buffer = ByteBuffer(bytes: [1, 2, 3, 4])
        buffer.moveReaderIndex(forwardBy: 1)
        #expect(ResponseBytes(buffer) == ResponseBytes([2, 3, 4]))
        #expect(ByteBuffer(ResponseBytes([1, 2])) == ByteBuffer(bytes: [1, 2]))
        #expect(buffer.readableBytes == 3)
    }

    @Test func acceptsANIOHead() throws {
        let head = HTTPResponseHead(
            version: .http1_1,
            status: .custom(code: 299, reasonPhrase: "Fine"),
            headers: ["X-A": "1", "x-a": "2", "X B": "3"]
        )
        let response = try DataResponseSerializer().response(of: [1], for: head)
        #expect(response.context.status?.code == 299)
        #expect(try HTTPResponse(head).headerFields.map(\.value) == ["1", "2"])
        #expect(response.findings.map(\.code) == [.irregularHead])
        #expect(throws: ResponseError.self) {
            try HTTPResponse(HTTPResponseHead(version: .http1_1, status: .custom(code: 1000, reasonPhrase: "")))
        }
    }
}
