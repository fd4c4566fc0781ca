import Decant
import DecantFoundation
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore

struct Order: Codable, ResponseEncodable {
    struct Line: Codable {
        var article: String
        var count: Int
    }

    var orderedAt: Date
    var lines: [Line]
}

/// The context of a request.
///
/// The decoder is the only line that differs from a server that uses `JSONDecoder`.
struct OrderContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: Source) { coreContext = .init(source: source) }

    var requestDecoder: RequestBodyDecoder { RequestBodyDecoder() }
}

@main
enum Program {
    static func main() async throws {
        let router = Router(context: OrderContext.self)
        router.post("orders") { request, context in
            let order = try await request.decode(as: Order.self, context: context)
            return "\(order.lines.map(\.count).reduce(0, +)) articles, ordered at \(order.orderedAt)"
        }
        let application = Application(router: router, logger: Logger(label: "orders") { _ in SwiftLogNoOpLogHandler() })
        try await application.test(.router) { client in
            for (type, coding, body) in requests {
                var headers: HTTPFields = [.contentType: type]
                if let coding { headers[.contentEncoding] = coding }
                try await client.execute(uri: "/orders", method: .post, headers: headers, body: ByteBuffer(bytes: body))
                {
                    print($0.status.code, String(buffer: $0.body))
                }
            }
        }
    }

    /// Sample requests: valid ones in two charsets, and some that must be rejected.
    private static let requests: [(type: String, coding: String?, body: [UInt8])] = [
        ("application/json", nil, Array(good.utf8)),
        ("application/json; charset=utf-16le", nil, good.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        ("application/json", nil, Array(good.replacing("2,", with: "\"two\",").utf8)),
        ("application/json", nil, Array(good.dropLast(3).utf8)),
        ("application/json", nil, Array(repeating: UInt8(ascii: " "), count: 70_000)),
        ("application/json", "compress", Array(good.utf8)),
        ("text/csv", nil, Array("a,b".utf8)),
    ]

    private static let good = """
        {
          "ordered_at": "2026-11-24T12:00:00Z",
          "lines": [
            {"count": 2, "article": "pen"},
            {"count": 3, "article": "ink"}
          ]
        }
        """
}
