// A program of an app, with what the README and the guides show, for the check that compiles it for each system.

import Decant
import DecantFoundation
import DecantImages
import Foundation
#if canImport(SwiftUI)
import SwiftUI
#endif

struct User: Decodable, Sendable {
    var name: String
    var createdAt: Date
}

let userKey = CodingUserInfoKey(rawValue: "user")

/// Every modifier of a serializer of JSON.
func serializer() -> JSONResponseSerializer<User> {
    var serializer = JSONResponseSerializer<User>.json(User.self)
        .keys(.convertFromSnakeCase)
        .keys { path in path[path.count - 1] }
        .dates(.iso8601)
        .data(.base64)
        .nonFiniteNumbers(.xmlSchema)
        .scalars(of: URL.self) { _, _ in nil }
        .at("/data")
        .quirks(.trailingCommas)
        .skippingBadElements()
        .skippingBadElements(upTo: 10, at: "/items")
        .options { $0.quirks = [] }
        .statuses(.successful)
        .accepting("application/vnd.api+json")
        .acceptingAnyMediaType()
        .failure(.problemDetails)
        .limits { $0.bodyBytes = 1 << 20 }
        .limits(Limits())
        .observed { _ in }
        .removingXSSIPrefix()
        .preparing { body, _ in body }
        .validating { _, _ in [] }
    if let userKey { serializer = serializer.userInfo("name", for: userKey) }
    return serializer
}

func values(from url: URL) async throws(ResponseError) {
    let user = try await URLSession.shared.value(from: url, as: serializer(), progress: { _ in })
    let response = try await URLSession.shared.response(for: URLRequest(url: url), as: .json)
    let image = try await URLSession.forResponses().value(from: url, as: .image)
    _ = (user.name, response.findings, image.logicalSize)
}

#if canImport(SwiftUI)
/// The example of the article about images.
func icon(_ thumbnail: DecodedImage) -> Image? {
    thumbnail.cgImage().map { Image(decorative: $0, scale: 2) }
}
#endif

func streams(from url: URL) async throws(ResponseError) {
    for try await event in try await URLSession.shared.stream(from: url, as: .serverSentEvents(.json(User.self))) {
        _ = event
    }
    for try await row in try await URLSession.shared.stream(for: URLRequest(url: url), as: .jsonLines(User.self)) {
        _ = row.name
    }
}

func headlines(_ bytes: [UInt8], _ head: HTTPResponse) throws(ResponseError) -> [String] {
    let feed = try XMLDocumentResponseSerializer().value(of: bytes, for: head)
    return feed.all("channel/item/title").map(\.text)
}
