import DecantCore
import DecantTesting
import Testing

@Suite struct MappedResponseSerializerTests {
    private struct Refusal: Error {}

    private let count = DataResponseSerializer().map(\.count)

    @Test func mapsTheValue() throws {
        #expect(try ResponseSample(200, nil, "abc").value(as: count) == 3)
        #expect(try ResponseSample(200, nil, "abc").value(as: count.map { $0 + 1 }) == 4)
    }

    @Test func keepsTheHandlingOfTheWrappedSerializer() {
        var mapped = count
        mapped.handling.configuration.limits.bodyBytes = 2
        #expect(mapped.error(for: ResponseSample(200, nil, "abc"))?.limit == .bodyBytes)
        #expect(count.error(for: ResponseSample(200, nil, "abc")) == nil)
        #expect(mapped.error(for: ResponseSample(404, nil, "ab"))?.code == .unacceptableStatus)
    }

    @Test func reportsTheReasonForARejection() {
        let refusing = DataResponseSerializer().checking { body in if body.count > 2 { throw Refusal() } }
        let error = refusing.error(for: ResponseSample(200, nil, "abc"))
        #expect(error?.code == .dataCorrupted)
        #expect(error?.underlying is Refusal)
        #expect(refusing.error(for: ResponseSample(200, nil, "ab")) == nil)
    }

    @Test func hasNilForAnEmptyBody() throws {
        let number = DataResponseSerializer().map { body throws -> Int in
            guard body.count > 0 else { throw ResponseError(.emptyBody, "nothing") }
            return body.count
        }
        #expect(number.error(for: ResponseSample(200, nil, ""))?.code == .emptyBody)
        #expect(try ResponseSample(200, nil, "").value(as: number.optional) == nil)
        #expect(try ResponseSample(200, nil, "ab").value(as: number.optional) == 2)
    }

    @Test("Keeps the body of a bad status like the wrapped serializer") func keepsTheBodyOfABadStatusLikeTheWrapped() {
        let error = count.error(for: ResponseSample(404, nil, "gone"))
        #expect(error?.errorBody as? ResponseBytes == ResponseBytes("gone".utf8))
    }
}
