import DecantMacros
import Testing

// Declarations in a module whose types belong to the main actor.

@JSONDirect
struct Isolated: Decodable, Sendable {
    let id: Int
    let kind: Kind
    var names: [String] = []

    @JSONDirect
    enum Kind: String, Decodable, Sendable { case a }

    @JSONDirect
    enum Step: Decodable, Sendable {
        case move(Int)
        case stop
    }
}

@MainActor
@JSONDirect
struct Bound {
    let id: Int
}

// A program's own types, with the names of types in the generated code.
enum ResponseError {}
enum DecodingOptions {}

@Suite struct IsolatedTests {
    @Test func readsTypesOfTheMainActorOnAnyThread() async throws {
        let isolated = try await Task.detached {
            try JSON(parsing: #"[{"id":1,"kind":"a"}]"#.utf8).decode(direct: [Isolated].self)
        }
        .value
        #expect(isolated.map(\.id) == [1])
        let bound = try await Task.detached { try JSON(parsing: #"{"id":2}"#.utf8).decode(direct: Bound.self) }.value
        #expect(bound.id == 2)
    }
}
