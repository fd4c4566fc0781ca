import DecantCore
import DecantTesting
import Foundation
import HTTPTypes
import Testing

extension Limits {
    /// A limit declared by these tests.
    var testBytes: Int {
        get { self[.testBytes] }
        set { self[.testBytes] = newValue }
    }
}

extension Limits.Name {
    /// Names the limit declared by these tests.
    static let testBytes = Limits.Name("testBytes", default: 10_000_000)
}

@Suite struct LimitsTests {
    /// The standard limits, and a limit declared by a custom serializer.
    static let names: [Limits.Name] = [
        .bodyBytes, .codedBytes, .codingLayers, .codingWindow, .errorBodyBytes, .testBytes,
    ]

    private func text(_ limits: Limits) throws -> String {
        String(decoding: try JSONEncoder.sorted.encode(limits), as: UTF8.self)
    }

    private func limits(_ text: String) throws -> Limits {
        try JSONDecoder().decode(Limits.self, from: Data(text.utf8))
    }

    @Test(arguments: names) func aNegativeLimitCountsAsZeroWhenItIsSet(name: Limits.Name) {
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

    @Test("A negative limit counts as zero when it is restored", arguments: names) func aNegativeLimitCountsAsZero(
        name: Limits.Name
    ) throws {
        for (value, expected) in [(-1, 0), (Int.min, 0), (0, 0), (1, 1), (Int.max, Int.max)] {
            let restored = try limits("{\"\(name)\":\(value)}")
            #expect(restored[name] == expected)
            var expectation = Limits()
            expectation[name] = value
            #expect(restored == expectation)
            #expect(restored.hashValue == expectation.hashValue)
        }
    }

    @Test func aMissingLimitHasItsDefault() throws {
        #expect(try limits("{}") == Limits())
        for name in Self.names { #expect(try limits("{}")[name] == name.defaultValue) }
    }

    @Test func onlyChangedLimitsAreEncoded() throws {
        var limits = Limits()
        #expect(try text(limits) == "{}")
        (limits.testBytes, limits.bodyBytes, limits.codingLayers) = (3, 2, 1)
        #expect(try text(limits) == #"{"bodyBytes":2,"codingLayers":1,"testBytes":3}"#)
        for name in Self.names { limits[name] = name.defaultValue }
        #expect(limits == Limits() && limits.hashValue == Limits().hashValue)
        #expect(try text(limits) == "{}")
    }

    /// Sixteen times the limits take about sixteen times as long; if the time were quadratic, 256 times as long.
    @Test(arguments: ["", #""unlimited":true,"#])
    func restoresManyLimitsInLinearTime(prefix: String) throws {
        func time(of count: Int) throws -> Duration {
            let text = "{\(prefix)\((0..<count).map { "\"limit\($0)\":\($0)" }.joined(separator: ","))}"
            return try (0..<3).map { _ in
                try ContinuousClock().measure {
                    let restored = try limits(text)
                    #expect(restored[Limits.Name("limit\(count - 1)", default: 0)] == count - 1)
                    #expect(try limits(self.text(restored)) == restored)
                }
            }.min() ?? .zero
        }
        let (few, many) = (try time(of: 1250), try time(of: 20_000))
        #expect(many < few * 64, "\(few) for 1,250 limits, and \(many) for 20,000")
    }

    @Test("A restored limit that is off is not stored among unlimited ones")
    func aRestoredLimitThatIsOffIsNotStoredAmong() throws {
        #expect(try limits(#"{"unlimited":true,"bodyBytes":\#(Int.max)}"#) == .unlimited)
        let restored = try limits(#"{"bodyBytes":1,"unlimited":true,"b":\#(Int.max),"a":2}"#)
        #expect(try text(restored) == #"{"a":2,"bodyBytes":1,"unlimited":true}"#)
        #expect(try text(try limits(#"{"b":\#(Int.max),"a":2}"#)) == #"{"a":2,"b":\#(Int.max)}"#)
    }

    @Test func theOrderOfChangesDoesNotMatter() {
        var (one, two) = (Limits(), Limits())
        (one.bodyBytes, one.testBytes) = (1, 2)
        (two.testBytes, two.codedBytes, two.bodyBytes) = (2, 3, 1)
        #expect(one != two)
        two.codedBytes = Limits.Name.codedBytes.defaultValue
        #expect(one == two && one.hashValue == two.hashValue)
    }

    @Test("Unlimited turns off every limit, even one of another module") func unlimitedTurnsOffEveryLimitEven() throws {
        var limits = Limits.unlimited
        for name in Self.names { #expect(limits[name] == .max) }
        #expect(try text(limits) == #"{"unlimited":true}"#)
        limits.testBytes = Limits.Name.testBytes.defaultValue
        #expect(limits.testBytes == 10_000_000 && limits.bodyBytes == .max)
        let restored = try self.limits(text(limits))
        #expect(restored == limits && restored != .unlimited && restored != Limits())
        limits.testBytes = .max
        #expect(limits == .unlimited)
    }

    @Test func limitsThatNoModuleDeclaresAreKept() throws {
        let stored = #"{"bodyBytes":2,"rowsOfALaterRelease":7}"#
        var limits = try limits(stored)
        #expect(try text(limits) == stored)
        #expect(limits[Limits.Name("rowsOfALaterRelease", default: 1)] == 7)
        limits.bodyBytes = 4
        #expect(try text(limits) == #"{"bodyBytes":4,"rowsOfALaterRelease":7}"#)
        #expect(throws: DecodingError.self) { try self.limits(#"{"bodyBytes":"2"}"#) }
    }

    @Test func aCopyIsOneReference() {
        #expect(MemoryLayout<Limits>.size == MemoryLayout<AnyObject>.size)
    }

    @Test("A custom serializer has the errors, hints, and storage of the built-in ones")
    func aCustomSerializerHasTheErrorsHints() throws {
        let serializer = ByteCount().limits { $0.testBytes = 3 }
        let error = try #require(serializer.error(for: ResponseSample(200, "text/plain", "abcd")))
        #expect(error.limit == .testBytes)
        #expect(error.message == "the body has more than 3 bytes (limit testBytes)")
        #expect(error.hint == "raise the limit with .limits { $0.testBytes = 6 }")
        let restored = try ByteCount().restoring(serializer.storedConfiguration())
        #expect(restored.handling.configuration == serializer.handling.configuration)
        #expect(restored.handling.configuration.limits.testBytes == 3)
    }

    @Test func aSerializerAppliesAChangeToItsLimits() {
        let serializer = LineCount().limits { $0.bodyBytes = 3 }.limits { $0.errorBodyBytes = 1 }
        #expect(serializer.handling.configuration.limits.bodyBytes == 3)
        #expect(serializer.handling.configuration.limits.errorBodyBytes == 1)
        #expect(serializer.handling.configuration.limits.codedBytes == Limits().codedBytes)
    }

    @Test func anErrorNamesTheLimitItsValueAndTheRemedy() throws {
        let error = try #require(
            LineCount().limits { $0.bodyBytes = 3 }.error(for: ResponseSample(200, "text/plain", "abcd"))
        )
        #expect(error.code == .limitExceeded)
        #expect(error.message == "the body has 4 bytes, more than the limit of 3 (limit bodyBytes)")
        let remedy = "raise the limit with .limits { $0.bodyBytes = 4 }"
        #expect(error.hint == remedy)
        #expect(error.description.contains("hint: \(remedy)"))
        let own = ResponseError(.limitExceeded, "3 of 2 words", limit: .testBytes, hint: "say less")
        #expect(own.message == "3 of 2 words (limit testBytes)")
        #expect(own.hint == "say less")
    }

    @Test(arguments: [0, -1, Int.min, 1, Int.max]) func errorsKeepNoMoreOfTheBodyThanTheLimit(bytes: Int) throws {
        let serializer = LineCount().limits { $0.errorBodyBytes = bytes }
        let error = try #require(serializer.error(for: ResponseSample(500, "text/plain", "abc")))
        #expect(error.body.count == min(max(bytes, 0), 3))
    }

    @Test(arguments: [0, -1, Int.min, 1]) func aCollectorObservesTheLimit(bytes: Int) throws {
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

    @Test("A bad status remains the first reason for a body over its limit")
    func aBadStatusRemainsTheFirstReasonForABody() throws {
        let serializer = LineCount().limits { $0.bodyBytes = 3 }
        let error = try #require(serializer.error(for: ResponseSample(404, "text/plain", "abcd")))
        #expect(error.code == .unacceptableStatus && error.status == 404)
        #expect(error.bodyCount == 4)
    }
}

/// Counts bytes up to a custom limit.
private struct ByteCount: ResponseSerializer {
    var handling = ResponseHandling(accepting: ["text/plain"])

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
        let limit = context.limits.testBytes
        guard body.count <= limit else {
            throw ResponseError(.limitExceeded, "the body has more than \(limit) bytes", limit: .testBytes)
        }
        return body.count
    }
}
