import DecantCore
import DecantJSON
import DecantStreams
import Testing

@Suite struct JSONSkeletonTests {
    /// The error of a stream of elements, at once and byte by byte.
    private func error(_ text: String, _ limit: (inout Limits) -> Void = { _ in }) -> ResponseError? {
        var limits = Limits()
        limit(&limits)
        func read(_ pieces: [ArraySlice<UInt8>]) -> ResponseError? {
            var reader = StreamSerializer.jsonElements(JSON.self, at: "/items").limits { $0 = limits }.reader()
            do throws(ResponseError) {
                for piece in pieces {
                    reader.append(piece)
                    while try reader.next() != nil {}
                }
                reader.finish()
                while try reader.next() != nil {}
                return nil
            } catch {
                return error
            }
        }
        let bytes = Array(text.utf8)
        let whole = read([bytes[...]])
        let stepwise = read(Cuts.bytes(bytes))
        #expect(whole?.message == stepwise?.message && whole?.position == stepwise?.position)
        return whole
    }

    @Test func limitsWhatIsAroundTheArray() {
        let text = "{\"before\":\"\(String(repeating: "x", count: 100))\",\"items\":[1,2]}"
        let failure = error(text) { $0.bodyBytes = 60 }
        #expect(failure?.limit == .bodyBytes)
        #expect(failure?.position?.offset == 60)
        #expect(error(text) { $0.bodyBytes = 140 } == nil)
        // The elements do not count.
        let elements = "{\"items\":[" + String(repeating: "1,", count: 100) + "1]}"
        #expect(error(elements) { $0.bodyBytes = 60 } == nil)
    }

    @Test func limitsNames() {
        let failure = error("{\"\(String(repeating: "x", count: 100))\":1,\"items\":[]}") { $0.itemBytes = 50 }
        #expect(failure?.limit == .itemBytes)
        #expect(failure?.position?.offset == 51)
    }

    @Test(arguments: ["{\"a\":,", "{\"a\":]", "{\"a\":}", "{\"a\"::", "{\"items\":,", "[,"])
    func refusesPunctuationInThePlaceOfAValue(_ text: String) {
        #expect(error(text)?.code == .malformedBody)
    }

    @Test(arguments: [
        ("{\"items\":{}}", "an object"), ("{\"items\":\"x\"}", "a string"), ("{\"items\":true}", "a Boolean value"),
        ("{\"items\":<p>", "“<”"), ("{\"items\":1}", "a number"), ("{x", "a name or “}”"), ("{\"a\":1,x", "a name"),
        ("{\"a\" 1", "“:”"), ("{\"a\":1 x", "“,” or “}”"), ("[[1] x", "“,” or “]”"), ("{} x", "the end"),
    ])
    func saysWhatWasExpectedOrFound(_ row: (String, String)) {
        #expect(error(row.0)?.message.contains(row.1) == true, "\(error(row.0)?.message ?? "")")
    }
}
