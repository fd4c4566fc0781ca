import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// MARK: - Examples of the page about the dialect, which CatalogueTests compares

private struct User: Decodable, Sendable {}
private typealias Item = User
private typealias Entry = User

private func parse(_ text: String) -> Date? { nil }

private func key(for path: [any CodingKey]) -> any CodingKey { path.last ?? DialectKey(stringValue: "") }

private func check(_ entries: [Entry]) throws {}

private func closures(_ session: URLSession, _ url: URL) async throws {
    let users = try await session.value(from: url, as: .json([User].self).dates { parse($0) })
    let items = try await session.value(from: url, as: .xml([Item].self).keys { key(for: $0) })
    let lists = try await session.value(from: url, as: .propertyList([Entry].self).checking { try check($0) })
    let count = try await session.value(from: url, as: .json([User].self).dates { parse($0) }.map { $0.count })
    print(users, items, lists, count)
}

// MARK: - Tests

/// Modifiers with closures after a leading dot, in each format.
///
/// The functions that take a serializer have the same form of parameter as those of the clients.
@Suite struct LeadingDotTests {
    struct Visit: Decodable, Sendable, Equatable {
        var id: Int
        var at: Date
    }

    struct Rejection: Error {}

    private static let visit = Visit(id: 7, at: Date(timeIntervalSince1970: 3600))

    private static func date(_ text: String) -> Date? { text == "then" ? visit.at : nil }

    private static func key(_ path: [any CodingKey]) -> any CodingKey {
        DialectKey(stringValue: path.last?.stringValue.lowercased() ?? "")
    }

    private static func value(_ scalar: DecodedScalar) -> Date? {
        if case .string(let text) = scalar { date(text) } else { nil }
    }

    private let json = DialectFormat.json.sample(["ID": 7, "At": "then"])
    private let xml = DialectFormat.xml.sample(["ID": 7, "At": "then"])
    private let list = DialectFormat.propertyList.sample(["ID": 7, "At": "then"])
    private let numbers = DialectValue.list([1, 2])

    private func code(_ call: () throws(ResponseError) -> some Any) -> ResponseError.Code? {
        do throws(ResponseError) {
            _ = try call()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func convertsKeysAndDates() throws {
        let values = try [
            json.value(as: .json(Visit.self).keys { Self.key($0) }.dates { Self.date($0) }),
            xml.value(as: .xml(Visit.self).keys { Self.key($0) }.dates { Self.date($0) }),
            list.value(as: .propertyList(Visit.self).keys { Self.key($0) }.dates { Self.date($0) }),
            json.value(as: .json(Visit.self).dates { Self.date($0) }.keys { Self.key($0) }),
        ]
        #expect(values.allSatisfy { $0 == Self.visit })
    }

    @Test func decodesScalars() throws {
        let keys = { @Sendable (path: [any CodingKey]) in Self.key(path) }
        let values = try [
            json.value(as: .json(Visit.self).scalars(of: Date.self) { scalar, _ in Self.value(scalar) }.keys(keys)),
            xml.value(as: .xml(Visit.self).scalars(of: Date.self) { scalar, _ in Self.value(scalar) }.keys(keys)),
            list.value(
                as: .propertyList(Visit.self).scalars(of: Date.self) { scalar, _ in Self.value(scalar) }.keys(keys)
            ),
        ]
        #expect(values.allSatisfy { $0 == Self.visit })
    }

    @Test func checksAndMapsValues() throws {
        let (json, xml) = (DialectFormat.json.sample(numbers), DialectFormat.xml.sample(numbers))
        let list = DialectFormat.propertyList.sample(numbers)
        #expect(try json.value(as: .json([Int].self).checking { _ in }.map { $0.count }) == 2)
        #expect(try xml.value(as: .xml([Int].self).checking { _ in }.map { $0.count }) == 2)
        #expect(try list.value(as: .propertyList([Int].self).checking { _ in }.map { $0.count }) == 2)
        #expect(try json.value(as: .json.map { $0.count }) == 2)
        let codes = [
            code { () throws(ResponseError) in
                try json.value(as: .json([Int].self).checking { _ in throw Rejection() })
            },
            code { () throws(ResponseError) in
                try xml.value(as: .xml([Int].self).checking { _ in throw Rejection() })
            },
            code { () throws(ResponseError) in
                try list.value(as: .propertyList([Int].self).checking { _ in throw Rejection() })
            },
        ]
        #expect(codes == [.dataCorrupted, .dataCorrupted, .dataCorrupted])
    }

    @Test func validatesAndPreparesBodies() throws {
        let (json, xml) = (DialectFormat.json.sample(numbers), DialectFormat.xml.sample(numbers))
        let list = DialectFormat.propertyList.sample(numbers)
        let noted = try [
            json.response(as: .json([Int].self).validating { _, _ in [Finding("seen", .note, "")] }),
            xml.response(as: .xml([Int].self).validating { _, _ in [Finding("seen", .note, "")] }),
            list.response(as: .propertyList([Int].self).validating { _, _ in [Finding("seen", .note, "")] }),
        ]
        #expect(noted.allSatisfy { response in response.findings.contains { $0.code == "seen" } })
        let prepared = try [
            json.value(as: .json([Int].self).preparing { body, _ in body }.limits { $0.bodyBytes = 100 }),
            xml.value(as: .xml([Int].self).preparing { body, _ in body }.limits { $0.bodyBytes = 100 }),
            list.value(as: .propertyList([Int].self).preparing { body, _ in body }.limits { $0.bodyBytes = 100 }),
        ]
        #expect(prepared.allSatisfy { $0 == [1, 2] })
    }

    @Test func nestsSerializers() throws {
        var failed = DialectFormat.json.sample(["id": 7, "at": "then"])
        failed.head.status = .badRequest
        let error = try #require(throws: ResponseError.self) {
            try failed.value(as: .json(Int.self).failure(.json(Visit.self).dates { Self.date($0) }))
        }
        #expect(error.errorBody(as: Visit.self) == Self.visit)
        let first: Visit = try json.value(
            as: .firstOf(
                .xml(Visit.self).dates { Self.date($0) },
                .json(Visit.self).keys { Self.key($0) }.dates { Self.date($0) }
            )
        )
        #expect(first == Self.visit)
        #expect(try ResponseSample(204, nil).value(as: .json(Visit.self).dates { Self.date($0) }.optional) == nil)
    }

    @Test func decodesTheElementsOfStreams() async throws {
        let text = #"{"id":7,"at":"then"}"#
        let lines: StreamSerializer<Visit> = .jsonLines(.json(Visit.self).dates { Self.date($0) })
        let array: StreamSerializer<Int> = .jsonElements(.json(Visit.self).dates { Self.date($0) }.map { $0.id })
        let events: StreamSerializer<ServerSentEvent<Visit>> = .serverSentEvents(
            .json(Visit.self).dates { Self.date($0) }
        ).failing(on: "error", as: .json(Visit.self).dates { Self.date($0) })
        for try await visit in try await lines.stream(
            of: ChunkSample([Array(text.utf8)]),
            for: ResponseContext(mediaType: "application/x-ndjson")
        ) {
            #expect(visit == Self.visit)
        }
        for try await id in try await array.stream(
            of: ChunkSample([Array("[\(text)]".utf8)]),
            for: ResponseContext(mediaType: "application/json")
        ) {
            #expect(id == 7)
        }
        for try await event in try await events.stream(
            of: ChunkSample([Array("data: \(text)\n\n".utf8)]),
            for: ResponseContext(mediaType: "text/event-stream")
        ) {
            #expect(event.data == Self.visit)
        }
        let event = ServerSentEvent(data: text)
        #expect(try event.value(as: .json(Visit.self).dates { Self.date($0) }) == Self.visit)
    }
}
