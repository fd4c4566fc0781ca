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
    static let contract = TransportContract { (row, line) throws(ResponseError) in
        try await NIOFetch(url: row.url).withStream(as: .lines.limits { $0 = row.limits }) {
            (stream) throws(ResponseError) in
            for try await text in stream { line(text) }
        }
    } fetch: { (row) throws(ResponseError) in
        try await NIOFetch(url: row.url, method: row.method).response(as: row.serializer, progress: row.progress)
    }

    static let rows = TransportContract.rows.compactMap { (row) -> TransportRow? in
        switch row.name {
        // The client follows no redirects, and has no timeout.
        case "redirect", "redirect-loop", "silent", "silent-body", "dripping": nil
        // SwiftNIO passes the head on.
        case "low-status", "stream-low-status":
            row.expecting(
                .unacceptableStatus,
                message: "expected status 200-299, but received 99",
                bodyCount: 5
            )
        default: row
        }
    }

    @Test(arguments: rows)
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
        #expect(response.findings.map(\.code) == [.missingMediaType, .irregularHead])
        #expect(throws: ResponseError.self) {
            try HTTPResponse(HTTPResponseHead(version: .http1_1, status: .custom(code: 1000, reasonPhrase: "")))
        }
    }
}
