// The declarations that examples in documentation comments and pages require. Scripts/tools/examples compiles them together.
import Decant
import DecantCaptures
import DecantFoundation
import DecantImages
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct User: Decodable, Sendable {}
struct Item: Decodable, Sendable {}
struct Page: Decodable, Sendable {}
struct Row: Decodable, Sendable {}
struct Order: Decodable, Sendable {}
struct Problem: Decodable, Sendable {}
struct Settings: Decodable, Sendable {}
struct Usage: Decodable, Sendable {}
struct Circle: Decodable, Sendable {}
struct Rectangle: Decodable, Sendable {}
struct Delta: Decodable, Sendable { var text: String }
struct Change: Decodable, Sendable { var name: String }

struct PriceRange: Decodable, Sendable { var low: Int, high: Int }
enum RangeError: Error { case isEmpty }

enum Update: Sendable {
    case delta(Delta)
    case usage(Usage)
}

struct Price: Decodable, JSON.DirectDecodable, Equatable {
    init(from value: borrowing JSON.Cursor) throws(ResponseError) { _ = try value.members() }
}

struct LineCount: ResponseSerializer {
    var handling = ResponseHandling()

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int { body.count }
}

let bytes: [UInt8] = []
let body = ResponseBytes(bytes)
let chunks = [bytes]
let head = HTTPResponse(status: .ok)
let response = head
let sample = ResponseSample(200, nil)
let serializer = JSONResponseSerializer(User.self)
let session = URLSession.shared
let request = URLRequest(url: URL(filePath: "/"))
let arriving = ChunkSample(bytes, every: 1)
/// The client of an adapter's author.
struct Client: Sendable {
    func response<Value>(
        for url: String,
        as serializer: any ResponseSerializer<Value>
    ) async throws(ResponseError) -> DecodedResponse<Value> {
        try await serializer.response(of: arriving, for: head)
    }

    func stream<Element>(for url: String, as serializer: StreamSerializer<Element>)
        async throws(ResponseError)
        -> sending ResponseStream<Element>
    {
        try await serializer.stream(of: arriving, for: head)
    }
}

let client = Client()

func consume(_ chunk: Span<UInt8>) {}
func insert(_ item: Item) {}
func store(_ value: some Any) {}
func run() async throws {}
