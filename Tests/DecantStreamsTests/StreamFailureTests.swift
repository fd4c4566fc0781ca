import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import DecantText
import HTTPTypes
import Testing

/// Streams that fail inside, and items without the part that is decoded.
@Suite struct StreamFailureTests {
    private struct Fault: Decodable, Sendable, Equatable {
        var code: String
        var message: String
    }

    private static let events = """
        data: {"id":"m","choices":[{"delta":{"content":"Hi"}}]}

        data: {"type": "ping"}

        data: {"error":{"code":"overloaded_error","message":"Overloaded"}}

        data: {"id":"m","choices":[{"delta":{"content":"!"}}]}


        """

    private func all<Element>(
        _ serializer: StreamSerializer<Element>,
        _ text: String,
        _ type: String = "text/event-stream",
        every length: Int = 7,
        status: HTTPResponse.Status = .ok
    ) async -> (elements: [Element], error: ResponseError?, findings: [Finding]) {
        var elements: [Element] = []
        do throws(ResponseError) {
            let head = HTTPResponse(status: status, headerFields: [.contentType: type])
            let stream = try await serializer.stream(of: ChunkSample(text.utf8, every: length), for: head)
            do throws(ResponseError) {
                for try await element in stream { elements.append(element) }
            } catch {
                return (elements, error, stream.findings)
            }
            return (elements, nil, stream.findings)
        } catch {
            return (elements, error, error.findings)
        }
    }

    // MARK: - A member that fails the stream

    @Test("An event with the member is the error of the stream", arguments: [1, 7, 1000])
    func anEventWithTheMemberIsTheError(length: Int) async {
        let failing = StreamSerializer.serverSentEvents(.json).failing(at: "/error", as: .json(Fault.self))
        for serializer in [failing, failing.skippingBadItems()] {
            let result = await all(serializer, Self.events, every: length)
            #expect(result.elements.count == 2)
            #expect(result.error?.code == .rejected && result.error?.itemIndex == 2)
            #expect(result.error?.message == "the stream failed with an item that has a value at /error")
            #expect(result.error?.errorBody(as: Fault.self) == Fault(code: "overloaded_error", message: "Overloaded"))
            #expect(result.error?.serverMessage == "Overloaded")
            #expect(result.error?.position?.line == 5)
            #expect(result.error?.description.contains("the server says: Overloaded") == true)
        }
    }

    @Test func withoutATypeTheErrorBodyIsJSON() async {
        let result = await all(.serverSentEvents(.json).failing(at: "/error"), Self.events)
        #expect(result.error?.errorBody(as: JSON.self)?["code"]?.string == "overloaded_error")
        #expect(result.error?.serverMessage == "Overloaded")
    }

    @Test func eventsWithTextAndEventsOfAClosureFailToo() async {
        let text = await all(.serverSentEvents.failing(at: "/error"), Self.events)
        #expect(text.elements.count == 2 && text.error?.serverMessage == "Overloaded")
        let made = StreamSerializer.serverSentEvents { (event) throws(ResponseError) -> Int? in event.data.utf8.count }
        let sizes = await all(made.failing(at: "/error"), Self.events)
        #expect(sizes.elements.count == 2 && sizes.error?.serverMessage == "Overloaded")
        let lines = "data: a\n\ndata: {\ndata: \"error\": \"no model\"}\n\n"
        let several = await all(.serverSentEvents(.string).failing(at: "/error"), lines)
        #expect(several.elements.count == 1 && several.error?.serverMessage == "no model")
        #expect(several.error?.position?.line == 3)
        let decoded = await all(
            .serverSentEvents(.json(Int.self)).failing(at: "/error"),
            "data: 1\n\n" + lines.dropFirst(9)
        )
        #expect(decoded.elements.count == 1 && decoded.error?.serverMessage == "no model")
    }

    @Test func itemsOfTheJSONFormatsFailToo() async {
        let item = #"{"error":"model not found"}"#
        let lines = StreamSerializer.jsonLines(JSON.self).failing(at: "/error")
        for skipping in [lines, lines.skippingBadItems()] {
            let result = await all(skipping, "{\"a\":1}\n\(item)\n{\"a\":2}\n", "application/x-ndjson")
            #expect(result.elements.count == 1 && result.error?.code == .rejected)
            #expect(result.error?.serverMessage == "model not found" && result.error?.position?.line == 2)
            #expect(result.error?.errorBody(as: JSON.self)?.string == "model not found")
        }
        let values = await all(.jsonValues(JSON.self).failing(at: "/error"), "{}{}\(item)", "application/json")
        #expect(values.elements.count == 2 && values.error?.position?.offset == 4)
        let sequence = await all(
            .jsonSequence(JSON.self).failing(at: "/error"),
            "\u{1E}\(item)\n",
            "application/json-seq"
        )
        #expect(sequence.elements.isEmpty && sequence.error?.serverMessage == "model not found")
        let elements = await all(.jsonElements(JSON.self).failing(at: "/error"), "[1,\(item)]", "application/json")
        #expect(elements.elements.count == 1 && elements.error?.serverMessage == "model not found")
        // The path is that of the item, not of the part that is decoded.
        let part = StreamSerializer.jsonLines(.json(Int.self).at("/a")).failing(at: "/error")
        let result = await all(part, "{\"a\":1}\n\(item)\n", "application/x-ndjson")
        #expect(result.elements == [1] && result.error?.serverMessage == "model not found")
    }

    @Test(arguments: ["null", "false", "0", "\"\"", "[]", "{}"])
    func aMemberWithoutAnErrorIsNone(value: String) async {
        let text = "data: {\"error\":\(value),\"id\":1}\n\ndata: {\"id\":2}\n\n"
        #expect(await all(.serverSentEvents(.json).failing(at: "/error"), text).error == nil)
    }

    @Test(arguments: [
        (#"{"error":true,"message":"Quota exceeded"}"#, "Quota exceeded"), (#"{"error":503,"detail":"busy"}"#, "busy"),
        (#"{"error":{"type":"overloaded_error","message":"Overloaded"},"type":"error"}"#, "Overloaded"),
        (#"{"error":"invalid_grant","error_description":"expired"}"#, "invalid_grant"),
        (#"{"error":[{"message":"first"}]}"#, "first"),
    ])
    func theMessageOfTheServerIsFoundInTheItem(_ row: (data: String, message: String)) async {
        let result = await all(.serverSentEvents(.json).failing(at: "/error"), "data: \(row.data)\n\n")
        #expect(result.error?.serverMessage?.contains(row.message) == true, "\(String(describing: result.error))")
    }

    @Test func otherPathsFailAStream() async {
        let text = "data: {\"errors\":[],\"data\":1}\n\ndata: {\"errors\":[{\"message\":\"no field\"}]}\n\n"
        let result = await all(.serverSentEvents(.json).failing(at: "/errors/0", as: .json), text)
        #expect(result.elements.count == 1 && result.error?.serverMessage == "no field")
        let both = StreamSerializer.serverSentEvents(.json).failing(on: "error", as: .json).failing(at: "/fault")
        #expect(await all(both, "event: error\ndata: {\"message\":\"a\"}\n\n").error?.serverMessage == "a")
        #expect(await all(both, "data: {\"fault\":{\"message\":\"b\"}}\n\n").error?.serverMessage == "b")
    }

    @Test func anErrorThatDoesNotMatchItsTypeSaysWhy() async {
        let serializer = StreamSerializer.serverSentEvents(.json).failing(at: "/error", as: .json(Fault.self))
        let error = await all(serializer, "data: {\"error\":{\"message\":\"full\"}}\n\n").error
        #expect(error?.code == .rejected && error?.errorBody == nil)
        #expect(error?.errorBodyFailure?.code == .keyNotFound && error?.serverMessage == "full")
    }

    // MARK: - An error without a modifier

    private struct Delta: Decodable, Sendable { var choices: [Int] }

    @Test(
        "An item that looks like an error shows the message of the server",
        arguments: [
            (#"{"error":{"message":"Overloaded"}}"#, "Overloaded", true),
            (#"{"errors":[{"message":"no"}]}"#, "no", true),
            (#"{"type":"error","message":"quota"}"#, "quota", false), (#"{"error":"no model"}"#, "no model", true),
        ]
    )
    func anItemThatLooksLikeAnErrorShows(_ row: (item: String, message: String, isNamed: Bool))
        async
    {
        let event = await all(.serverSentEvents(.json(Delta.self)), "data: \(row.item)\n\n").error
        let line = await all(.jsonLines(Delta.self), row.item + "\n", "application/x-ndjson").error
        for error in [event, line] {
            #expect(error?.code == .keyNotFound && error?.serverMessage == row.message)
            #expect(error?.remedies.contains { $0.name == "failing" } == row.isNamed, "\(String(describing: error))")
        }
    }

    @Test func aNamedErrorWithTextShowsIt() async {
        let error = await all(.serverSentEvents(.json(Delta.self)), "event: error\ndata: Internal error\n\n").error
        #expect(error?.code == .malformedBody && error?.serverMessage == "Internal error")
    }

    @Test(arguments: [#"{"id":"x y z"}"#, #"{"error":null,"text":"hello there"}"#, "nope", "[1]"])
    func anItemThatIsNoErrorHasNoMessage(data: String) async {
        #expect(await all(.serverSentEvents(.json(Delta.self)), "data: \(data)\n\n").error?.serverMessage == nil)
    }

    @Test(
        "A JSON error instead of a stream shows its message",
        arguments: [
            (#"{"error":{"message":"Invalid model"}}"#, "Invalid model"), (#"{"detail":"Not found"}"#, "Not found"),
            (#"{"message":"slow down"}"#, "slow down"), (#"{"errors":[{"message":"x"}]}"#, "x"),
            (#"{"title":"A page"}"#, nil),
            (#"[{"name":"a b c"}]"#, nil),
        ]
    )
    func aJSONErrorInsteadOfAStreamShows(_ row: (body: String, message: String?)) async {
        for length in [1, 1000] {
            let error = await all(.serverSentEvents(.json), row.body, "application/json", every: length).error
            #expect(error?.code == .unacceptableMediaType && error?.serverMessage == row.message)
        }
    }

    // MARK: - Items without the part

    @Test func eventsWithoutThePartAreSkippedAndCounted() async {
        let path: JSONPointer = "/choices/0/delta/content"
        let serializer = StreamSerializer.serverSentEvents(.json(String.self).at(path))
        let result = await all(serializer.skippingBadItems(), Self.events)
        #expect(result.elements.map(\.data) == ["Hi", "!"] && result.error == nil)
        #expect(result.findings.map(\.code) == [.skippedItem, .skippedItem])
        #expect(result.findings.first?.message == "skipped event 1: no member “choices”")
        #expect(result.findings.last?.message == "skipped event 2: no member “choices”; the server says: Overloaded")
        // An item that is an error of the server is not skipped for want of the part.
        let failed = await all(serializer, Self.events)
        #expect(failed.elements.map(\.data) == ["Hi"] && failed.findings.count == 1)
        #expect(failed.error?.code == .keyNotFound && failed.error?.serverMessage == "Overloaded")
        let lines = await all(
            .jsonLines(.json(Int.self).at("/a")),
            "{}\n{\"error\":\"no\"}\n{\"a\":1}\n",
            "application/x-ndjson"
        )
        #expect(lines.elements.isEmpty && lines.findings.count == 1 && lines.error?.serverMessage == "no")
    }

    @Test(
        "An item without the part is skipped in every format",
        arguments: [
            "{\"choices\":[]}", "{\"choices\":null}", "[]", "7", "{\"choices\":[{\"delta\":{}}]}",
            "{\"choices\":[{\"delta\":{\"content\":null}}]}", "{\"choices\":{\"0\":1}}",
        ]
    )
    func anItemWithoutThePartIsSkipped(item: String) async {
        let part = JSONResponseSerializer(String.self).at("/choices/0/delta/content")
        let good = #"{"choices":[{"delta":{"content":"a"}}]}"#
        let events = await all(.serverSentEvents(part), "data: \(item)\n\ndata: \(good)\n\ndata: {\ndata:}\n\n")
        #expect(events.elements.map(\.data) == ["a"] && events.error == nil && events.findings.count == 2)
        let lines = await all(.jsonLines(part), "\(item)\n\(good)\n", "application/x-ndjson")
        #expect(lines.elements == ["a"] && lines.error == nil && lines.findings.map(\.code) == [.skippedItem])
        let values = await all(.jsonValues(part), "\(item)\(good)", "application/json")
        #expect(values.elements == ["a"] || item == "7", "\(String(describing: values.error))")
        let sequence = await all(.jsonSequence(part), "\u{1E}\(item)\n\u{1E}\(good)\n", "application/json-seq")
        #expect(sequence.elements == ["a"] && sequence.error == nil)
        let elements = await all(.jsonElements(part), "[\(item),\(good)]", "application/json")
        #expect(elements.elements == ["a"] && elements.error == nil)
    }

    @Test func otherErrorsOfThePartEndTheStream() async {
        let part = JSONResponseSerializer(Fault.self).at("/a")
        for item in ["{\"a\":{\"code\":\"x\"}}", "{\"a\":7}", "{\"a\":", "nope"] {
            let result = await all(.jsonLines(part), "{\"b\":1}\n\(item)\n{}\n", "application/x-ndjson")
            #expect(result.error?.itemIndex == 1 && result.findings.map(\.code) == [.skippedItem])
            let events = await all(.serverSentEvents(part), "data: {}\n\ndata: \(item)\n\n")
            #expect(events.error?.itemIndex == 1)
        }
        let thrown = part.map { (_) throws(ResponseError) -> Int in throw ResponseError(.keyNotFound, "none") }
        let error = await all(
            .jsonLines(thrown),
            "{\"a\":{\"code\":\"x\",\"message\":\"y\"}}\n",
            "application/x-ndjson"
        ).error
        #expect(error?.message == "none")
    }

    @Test("Items without the part are counted beyond the first hundred") func itemsWithoutThePartAreCountedBeyond()
        async
    {
        let part = JSONResponseSerializer(Int.self).at("/a")
        let text = String(repeating: "{\"b\":1}\n", count: 300) + "{\"a\":1}\n{\"a\":\"x\"}\n"
        let result = await all(.jsonLines(part), text, "application/x-ndjson", every: 1000)
        #expect(result.elements == [1] && result.findings.count == 101)
        #expect(result.findings.last?.message == "omitted 200 more findings of the kind skippedItem")
        // Another error is not dropped, even though no further finding about skipped items is kept.
        #expect(result.error?.code == .typeMismatch && result.error?.position?.line == 302)
    }

    // MARK: - The end

    @Test func anEndThatIsNotRequired() async {
        let serializer = StreamSerializer.serverSentEvents(.json(Int.self)).until("[DONE]", isRequired: false)
        #expect(await all(serializer, "data: 1\n\n").error == nil)
        let done = await all(serializer, "data: 1\n\ndata: [DONE]\n\ndata: nope\n\n")
        #expect(done.elements.map(\.data) == [1] && done.error == nil)
    }

    @Test("A response that cannot have a body is not truncated", arguments: [204, 205, 304])
    func aResponseThatCannotHaveABody(status: Int) async {
        let serializer = StreamSerializer.serverSentEvents.until("[DONE]").statuses(StatusCodes(200...399))
        let result = await all(serializer, "", status: HTTPResponse.Status(code: status))
        #expect(result.error == nil && result.elements.isEmpty)
        #expect(await all(serializer, "").error?.code == .truncatedBody)
    }
}
