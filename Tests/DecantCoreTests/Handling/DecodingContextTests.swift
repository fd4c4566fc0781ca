import DecantCore
import DecantTesting
import Testing

@Suite struct DecodingContextTests {
    @Test func collectsFindingsInOrder() {
        var context = DecodingContext(ResponseContext(mediaType: "text/plain"))
        context.report(Finding(.rejected, .note, "one"))
        context.report(Finding(.rejected, .warning, "two"))
        #expect(context.findings.map(\.message) == ["one", "two"])
        #expect(context.mediaType?.essence == "text/plain")
        #expect(DecodingContext(ResponseContext(mediaType: nil)).mediaType == nil)
    }

    @Test func boundsTheNestingOfSerializers() throws {
        struct Step: ResponseSerializer {
            var depth: Int
            var handling = ResponseHandling(accepting: nil)

            func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
                guard depth > 0 else { return body.count }
                return try Step(depth: depth - 1).map { $0 }.decode(body, in: &context)
            }
        }
        #expect(try ResponseSample(200, nil, "abc").value(as: Step(depth: 32)) == 3)
        let error = Step(depth: 33).error(for: ResponseSample(200, nil, "abc"))
        #expect(error?.code == .limitExceeded)
        #expect(error?.limit == nil)
        #expect(error?.hint?.contains("fixed") == true)
    }
}
