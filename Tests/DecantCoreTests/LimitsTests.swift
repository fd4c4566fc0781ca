import DecantCore
import DecantTesting
import Foundation
import HTTPTypes
import Testing

@Suite struct LimitsTests {
    @Test(arguments: Limits.Name.allCases) func aNegativeLimitCountsAsZeroWhenItIsSet(name: Limits.Name) {
        for value in [-1, -1000, Int.min] {
            var limits = Limits()
            limits[name] = value
            #expect(limits[name] == 0)
        }
        for value in [0, 1, Int.max] {
            var limits = Limits()
            limits[name] = value
            #expect(limits[name] == value)
        }
    }

    @Test(arguments: Limits.Name.allCases) func aNegativeLimitCountsAsZeroWhenItIsRestored(name: Limits.Name) throws {
        for (value, expected) in [(-1, 0), (Int.min, 0), (0, 0), (1, 1), (Int.max, Int.max)] {
            var numbers = try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(Limits()))
            numbers[name.rawValue] = value
            let restored = try JSONDecoder().decode(Limits.self, from: JSONEncoder().encode(numbers))
            #expect(restored[name] == expected)
            var expectation = Limits()
            expectation[name] = value
            #expect(restored == expectation)
        }
    }

    @Test(arguments: Limits.Name.allCases) func aLimitThatIsMissingHasItsDefault(name: Limits.Name) throws {
        var numbers = try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(Limits()))
        numbers[name.rawValue] = nil
        #expect(try JSONDecoder().decode(Limits.self, from: JSONEncoder().encode(numbers)) == Limits())
    }

    @Test func aSerializerTakesAChangeOfItsLimits() {
        let serializer = LineCount().limits { $0.bodyBytes = 3 }.limits { $0.errorBodyBytes = 1 }
        #expect(serializer.handling.configuration.limits.bodyBytes == 3)
        #expect(serializer.handling.configuration.limits.errorBodyBytes == 1)
        #expect(serializer.handling.configuration.limits.nodes == Limits().nodes)
    }

    @Test func anErrorNamesTheLimitItsValueAndTheRemedy() throws {
        let error = try #require(
            LineCount().limits { $0.bodyBytes = 3 }.error(for: ResponseSample(200, "text/plain", "abcd"))
        )
        #expect(error.code == .limitExceeded)
        #expect(error.message == "the body has 4 bytes, more than the limit of 3 (limit bodyBytes)")
        let remedy = "raise the limit with .limits { $0.bodyBytes = … }"
        #expect(error.hint == remedy)
        #expect(error.description.contains("hint: \(remedy)"))
        let own = ResponseError(.limitExceeded, "3 of 2 words", limit: .nodes, hint: "say less")
        #expect(own.message == "3 of 2 words (limit nodes)")
        #expect(own.hint == "say less")
    }

    @Test(arguments: [0, -1, Int.min, 1, Int.max]) func errorsKeepNoMoreOfTheBodyThanTheLimit(bytes: Int) throws {
        let serializer = LineCount().limits { $0.errorBodyBytes = bytes }
        let error = try #require(serializer.error(for: ResponseSample(500, "text/plain", "abc")))
        #expect(error.body.count == min(max(bytes, 0), 3))
    }

    @Test(arguments: [0, -1, Int.min, 1]) func aCollectorKeepsToTheLimit(bytes: Int) throws {
        var limits = Limits()
        limits.bodyBytes = bytes
        var collector = ResponseBodyCollector(limits: limits, expectedCount: 10)
        try collector.append([])
        let error = #expect(throws: ResponseError.self) { try collector.append([1, 2]) }
        #expect(error?.limit == .bodyBytes)
        #expect(error?.message.contains("\(limits.bodyBytes)") == true)
        limits.bodyBytes = .max
        var boundless = ResponseBodyCollector(limits: limits, expectedCount: .max)
        try boundless.append([1, 2])
        #expect(boundless.finish().count == 2)
    }

    @Test func aBadStatusStaysTheFirstReasonForABodyOverItsLimit() throws {
        let serializer = LineCount().limits { $0.bodyBytes = 3 }
        let error = try #require(serializer.error(for: ResponseSample(404, "text/plain", "abcd")))
        #expect(error.code == .unacceptableStatus && error.status == 404)
        #expect(error.bodyCount == 4)
    }
}
