import DecantCore
import HTTPTypes
import TestSupport
import Testing

@Suite("Limits of content codings") struct CodingLimitTests {
    private static let text = CodedSample.text

    private static func limits(_ name: Limits.Name, _ value: Int) -> Limits {
        var limits = Limits()
        limits[name] = value
        return limits
    }

    @Test("Output ends exactly at the limit of the body", arguments: [-1, 0, 1, 100, CodedSample.text.count - 1])
    func bodyBytes(limit: Int) {
        let input = CodedSample.gzip(Self.text)
        let run = CodedRun(input, .gzip, limits: Self.limits(.bodyBytes, limit))
        #expect(run.limit == .bodyBytes && run.bytes == Array(Self.text.prefix(max(0, limit))))
        for cut in 0...input.count {
            #expect(CodedRun(input, .gzip, cuts: [cut], limits: Self.limits(.bodyBytes, limit)) == run)
        }
    }

    @Test("The hint names twice the limit that was set, not twice the default") func hint() throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentEncoding: "gzip"])
        var decoder = try ContentDecoder(for: head, limits: Self.limits(.bodyBytes, 100))
        try decoder.append(CodedSample.gzip(Self.text))
        let error = #expect(throws: ResponseError.self) { while try decoder.next() != nil {} }
        #expect(error?.hint == "raise the limit with .limits { $0.bodyBytes = 200 }")
    }

    @Test("Output as large as the limit is complete", arguments: [CodedSample.text.count, .max])
    func exactBodyBytes(limit: Int) {
        let run = CodedRun(CodedSample.gzip(Self.text), .gzip, limits: Self.limits(.bodyBytes, limit))
        #expect(run.bytes == Self.text && run.error == nil)
    }

    @Test("Coded bytes count as they arrive, and so does the output between two codings")
    func codedBytes() {
        let input = CodedSample.gzip(Self.text)
        for limit in [-1, 0, 1, input.count - 1] {
            #expect(CodedRun(input, .gzip, limits: Self.limits(.codedBytes, limit)).limit == .codedBytes)
        }
        for limit in [input.count, .max] {
            #expect(CodedRun(input, .gzip, limits: Self.limits(.codedBytes, limit)).bytes == Self.text)
        }
        let zeros = CodedSample.gzip([UInt8](repeating: 0, count: 5000))
        let twice = CodedSample.gzip(zeros)
        #expect(
            CodedRun(twice, .gzip, .gzip, limits: Self.limits(.codedBytes, max(twice.count, zeros.count))).limit == nil
        )
        let inner = CodedRun(
            CodedSample.gzip(Self.text),
            .gzip,
            .gzip,
            limits: Self.limits(.codedBytes, Self.text.count - 1)
        )
        #expect(inner.error != nil)
    }

    @Test("More codings than the limit are rejected before any is decoded", arguments: [-1, 0, 1, 5, Int.max])
    func codingLayers(limit: Int) {
        let limits = Self.limits(.codingLayers, limit)
        let six = CodedRun([1], field: "gzip, gzip, gzip, gzip, gzip, gzip", limits: limits)
        #expect((six.limit == .codingLayers) == (limit < 6))
        #expect((CodedRun([1], field: "gzip", limits: limits).limit == .codingLayers) == (limit < 1))
        #expect(CodedRun(Self.text, field: "identity", limits: limits).error == nil)
    }

    @Test("4 GiB of zeros are rejected at the limit, also inside a second coding")
    func zeros() {
        let bomb = CodedSample.gzipHeader + CodedSample.zeros(4 << 30)
        #expect(bomb.count < 64 << 20)
        let limits = Self.limits(.bodyBytes, 1 << 20)
        let run = CodedRun(bomb, .gzip, limits: limits)
        #expect(run.limit == .bodyBytes && run.bytes.count == 1 << 20)
        let nested = CodedSample.storedGzip(Array(bomb.prefix(1 << 20)))
        #expect(CodedRun(nested, .gzip, .gzip, limits: limits).limit == .bodyBytes)
        // The zeros between two codings count as coded data.
        let between = CodedRun(bomb, .gzip, .gzip, limits: Self.limits(.codedBytes, bomb.count))
        #expect(between.error != nil && between.bytes.isEmpty)
    }

    @Test("A body of more than 64 MiB is decoded if the limit is raised")
    func raisedLimit() throws {
        let count = 65 << 20
        let coded = CodedSample.endedZeros(atLeast: count)
        let head = HTTPResponse(status: .ok, headerFields: [.contentEncoding: "deflate"])
        let context = ResponseContext(head, isDecoded: false)
        let refused = #expect(throws: ResponseError.self) {
            try DataResponseSerializer().value(of: ResponseBytes(coded), for: context)
        }
        #expect(refused?.limit == .bodyBytes && refused?.body.count ?? 0 <= Limits().bodyBytes)
        let raised = DataResponseSerializer().limits { $0.bodyBytes = 80 << 20 }
        let body = try raised.value(of: ResponseBytes(coded), for: context)
        #expect(body.count > count && body.last == 0)
    }

    @Test("Any number of empty members and stored blocks takes linear time")
    func emptyParts() {
        let members = CodedSample.repeated(CodedSample.gzip([]), 200_000)
        let run = CodedRun(members, .gzip)
        #expect(run.bytes.isEmpty && run.error == nil)
        #expect(run.findings.map(\.message) == ["200000 gzip members in a row"])
        let blocks = CodedSample.gzipHeader + CodedSample.repeated([0, 0, 0, 255, 255], 200_000)
        #expect(CodedRun(blocks, .gzip).error == .truncatedBody)
    }
}
