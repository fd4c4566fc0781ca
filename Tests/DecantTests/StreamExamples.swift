// The examples of values in sequence, and of streams that fail inside. CatalogueTests compares them.
import Decant
import DecantFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Row: Decodable, Sendable {}
private struct Delta: Decodable, Sendable {}
private struct Fault: Decodable, Sendable {}

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

private func failures() {
    let serializer = StreamSerializer.serverSentEvents(.json(Delta.self)).failing(at: "/error", as: .json(Fault.self))
    store(serializer)
}
