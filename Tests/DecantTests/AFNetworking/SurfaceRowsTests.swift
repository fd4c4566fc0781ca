import Decant
import DecantTesting
import Foundation
import Testing

/// The behaviors of AFNetworking's public surface, by their IDs in the behavior record, with Decant's outcome.
@Suite struct SurfaceRowsTests {
    private struct User: Codable, Sendable, Hashable { var name: String }

    private let sample = ResponseSample(200, "application/json", #"{"name":"Ann"}"#)

    @Test("A01, A27: a serializer is a value that any number of tasks can use simultaneously")
    func isAValue() async throws {
        let serializer = JSONResponseSerializer(User.self)
        let sample = sample
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { try sample.value(as: serializer).name } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names == Array(repeating: "Ann", count: 64))
    }

    @Test("A02, U05: the outcome is either a value or an error")
    func outcomeIsOne() throws {
        let user = try JSONResponseSerializer(User.self).value(of: sample.body, for: sample.context)
        #expect(user == User(name: "Ann"))
        #expect(throws: ResponseError.self) {
            try JSONResponseSerializer(User.self).value(of: ResponseBytes(), for: sample.context)
        }
    }

    @Test("A03: every format has a static member where a serializer is expected")
    func staticMembers() throws {
        func value<Output>(_ serializer: some ResponseSerializer<Output>) throws -> Output {
            try sample.value(as: serializer)
        }
        #expect(try value(.json)["name"]?.string == "Ann")
        #expect(try value(.json(User.self)).name == "Ann")
        #expect(try value(.json(User.self).failure(.json(User.self))).name == "Ann")
        #expect(try value(.string) == #"{"name":"Ann"}"#)
        #expect(try value(.data).count == 14)
        #expect(try value(.empty) == EmptyResponse())
    }

    @Test("A21: a compound keeps its members, in order")
    func compound() throws {
        let compound = CompoundResponseSerializer([
            JSONResponseSerializer(User.self).map(\.name), StringResponseSerializer().map { "text: \($0)" },
        ])
        #expect(compound.members.count == 2)
        #expect(try sample.value(as: compound) == "Ann")
        #expect(try ResponseSample(200, "text/plain", "x").value(as: compound) == "text: x")
        #expect(try ResponseSample(200, "application/json", "[1]").value(as: compound) == "text: [1]")
    }

    @Test("A21, K05: a compound can be written where a serializer is expected")
    func firstOf() throws {
        func value<Output>(_ serializer: some ResponseSerializer<Output>, _ sample: ResponseSample) throws -> Output {
            try sample.value(as: serializer)
        }
        let text = try value(.firstOf(StringResponseSerializer(), JSONResponseSerializer(String.self)), sample)
        #expect(text == #"{"name":"Ann"}"#)
    }

    @Test("A22, A23, A24: the error has a code, the head, and the body as typed properties")
    func typedProperties() throws {
        let error = try #require(JSONResponseSerializer(User.self).error(for: ResponseSample(404, "text/html", "gone")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.status?.code == 404)
        #expect(error.headerFields[.contentType] == "text/html")
        #expect(error.body == Array("gone".utf8))
        #expect(error.context?.url == "https://api.example.com/sample")
    }

    @Test("A25: a JSON value has a function that removes nulls")
    func removingNulls() throws {
        let json = try JSON(parsing: ResponseBytes(#"{"a":null,"b":[null,1]}"#.utf8))
        #expect(json.removingNulls().count == 1)
        #expect(json.removingNulls()["b"]?.count == 2)
        #expect(json.removingNulls(elements: true)["b"]?.count == 1)
        #expect(json.count == 2)
    }
}
