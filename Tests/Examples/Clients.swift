// The declarations that the examples about other clients require. Scripts/tools/examples compiles them together.
import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantFoundation
import DecantNIO
import DecantTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

struct User: Decodable, Sendable {}

struct Delta: Decodable, Sendable { var text: String }
struct Change: Decodable, Sendable { var name: String }

let request = HTTPClientRequest(url: "")
let client = HTTPClient.shared

// MARK: - OpenAPI

/// A substitute with the shape of the runtime's body: an asynchronous sequence of slices, possibly empty.
struct HTTPBody: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        mutating func next() async throws -> ArraySlice<UInt8>? { nil }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

let requestBody: HTTPBody? = nil
let baseURL = URL(filePath: "/")

/// A substitute with the shape of the call that a middleware of the runtime makes.
func next(_ request: HTTPClientRequest, _ body: HTTPBody?, _ url: URL) async throws -> (HTTPResponse, HTTPBody?) {
    (HTTPResponse(status: .ok), nil)
}
