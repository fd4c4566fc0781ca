// Decodes one small body in the format named by the first argument. Scripts/tools/trip runs it and lists the source files
// that ran.

import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantImages
import DecantTesting
import HTTPTypes

struct User: Decodable {
    let name: String
    let age: Int
    let tags: [String]
}

/// Returns a response head with a media type.
func response(_ mediaType: String) -> HTTPResponse {
    HTTPResponse(status: .ok, headerFields: [.contentType: mediaType])
}

/// A binary property list: a dictionary with the names `name`, `age`, and `tags`.
let binaryList: [UInt8] = {
    var list: [UInt8] = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    func add(_ object: [UInt8]) {
        offsets.append(UInt8(list.count))
        list += object
    }
    add([0xD3, 1, 2, 3, 4, 5, 6])
    add([0x54] + Array("name".utf8))
    add([0x53] + Array("age".utf8))
    add([0x54] + Array("tags".utf8))
    add([0x53] + Array("Ada".utf8))
    add([0x10, 36])
    add([0xA1, 7])
    add([0x51] + Array("x".utf8))
    let table = UInt8(list.count)
    let trailer = [UInt8](repeating: 0, count: 6) + [1, 1] + [0, 0, 0, 0, 0, 0, 0, 8] + [0, 0, 0, 0, 0, 0, 0, 0]
    return list + offsets + trailer + [0, 0, 0, 0, 0, 0, 0, table]
}()

/// A two-pixel image, red and blue, without alpha.
let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x7B, 0x40, 0xE8, 0xDD, 0x00, 0x00, 0x00, 0x0D, 0x49,
    0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0x00, 0x04, 0xFF, 0x01, 0x07, 0x00, 0x01, 0xFF, 0xE2, 0x23, 0x9E,
    0x59, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]

let json = #"{"name": "Ada", "age": 36, "tags": ["x"]}"#
let xml = "<user><name>Ada</name><age>36</age><tags>x</tags></user>"

/// Reads server-sent events from a server on the loopback interface.
func readEvents(_ use: (ResponseStream<ServerSentEvent<String>>) -> Void) async throws {
    let server = try LoopbackServer(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 19\r\n\r\nid: 1\ndata: hello\n\n"
    )
    let events = try await HTTPClient.shared.stream(from: server.origin, as: .serverSentEvents)
    for try await event in events { print(event.data) }
    use(events)
}

switch CommandLine.arguments.dropFirst().first {
case "json":
    print(try JSONResponseSerializer(User.self).value(of: json.utf8, for: response("application/json")))
case "xml":
    print(try XMLResponseSerializer(User.self).value(of: xml.utf8, for: response("application/xml")))
case "plist":
    let serializer = PropertyListResponseSerializer(User.self)
    print(try serializer.value(of: binaryList, for: response("application/x-plist")))
case "png":
    print(try ImageResponseSerializer().value(of: png, for: response("image/png")))
case "error":
    do {
        print(try JSONResponseSerializer(User.self).value(of: json.dropLast(3).utf8, for: response("application/json")))
    } catch {
        print(error)
    }
case "events":
    try await readEvents { _ in }
case "last-event-id":
    try await readEvents { print($0.lastEventID) }
default:
    print("usage: trip json|xml|plist|png|error|events|last-event-id")
}
