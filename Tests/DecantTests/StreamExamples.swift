// The examples of values in sequence, of multipart bodies, and of streams that fail inside or reconnect. CatalogueTests compares them.
import Decant
import DecantFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Row: Decodable, Sendable {}
private struct Delta: Decodable, Sendable {}
private struct Fault: Decodable, Sendable {}
private struct Change: Decodable, Sendable { var name: String }

private func store(_ value: some Any) {}

private func values(_ session: URLSession, _ request: URLRequest) async throws {
    let rows = try await session.stream(for: request, as: .jsonValues(Row.self))
    for try await row in rows { store(row) }
}

private func parts(_ session: URLSession, _ request: URLRequest) async throws {
    let serializer = StreamSerializer.serverSentEvents(.json(String.self).at("/choices/0/delta/content"))
    let words = try await session.stream(for: request, as: serializer.until("[DONE]"))
    for try await word in words { print(word.data, terminator: "") }
}

private func multipart(_ session: URLSession, _ request: URLRequest) async throws {
    let parts = try await session.value(for: request, as: .multipart)
    for part in parts {
        print(part.head.name ?? "", part.head.mediaType?.essence ?? "", part.body.count)
    }
}

private func partsAsTheyArrive(_ session: URLSession, _ request: URLRequest) async throws {
    for try await part in try await session.stream(for: request, as: .multipart) {
        store(try part.value(as: .json(Row.self)))
    }
}

private func nestedParts(_ part: BodyPart) throws {
    let attachments = try part.value(as: .multipart)
    store(attachments)
}

private func batch(_ session: URLSession, _ request: URLRequest) async throws {
    for part in try await session.value(for: request, as: .multipart) {
        do {
            store(try part.value(as: .json(Row.self).failure(.problemDetails)))
        } catch {
            print(error.status?.code ?? 0, error.serverMessage ?? error.message)
        }
    }
}

private func start(_ name: String?) {}
private func finish() {}

private func chunksOfParts(_ session: URLSession, _ request: URLRequest) async throws {
    for try await event in try await session.stream(for: request, as: .multipartChunks) {
        switch event {
        case .head(let head): start(head.fileName)
        case .bytes(let bytes): store(bytes)
        case .end: finish()
        }
    }
}

private func overriddenBoundary() {
    let serializer = StreamSerializer.multipart(options: MultipartOptions(boundary: "frame"))
    store(serializer)
}

private func failures() {
    let serializer = StreamSerializer.serverSentEvents(.json(Delta.self)).failing(at: "/error", as: .json(Fault.self))
    store(serializer)
}

@Sendable private func currentToken() async throws -> String { "" }

private func reconnecting(_ session: URLSession, _ request: URLRequest) async throws {
    for try await event in session.events(for: request, as: .serverSentEvents(.json(Change.self))) {
        print(event.data.name)
    }
}

private func policy(_ session: URLSession, _ request: URLRequest) {
    let policy = ReconnectionPolicy(maxBackoff: .seconds(20), maxFailures: 10)
    let events = session.events(for: request, as: .serverSentEvents, reconnection: policy)
    store(events)
}

private func credentials(_ session: URLSession, _ request: URLRequest) {
    let events = session.events(as: .serverSentEvents) {
        var request = request
        request.setValue("Bearer \(try await currentToken())", forHTTPHeaderField: "Authorization")
        return request
    }
    store(events)
}
