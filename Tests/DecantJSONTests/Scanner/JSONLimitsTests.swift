import DecantCore
import DecantJSON
import Testing

@Suite struct JSONLimitsTests {
    private func error(_ text: String, _ name: Limits.Name, _ value: Int) throws -> ResponseError? {
        var limits = Limits()
        limits[name] = value
        do throws(ResponseError) {
            _ = try JSON(parsing: ResponseBody(text.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func allowsTheDepthOfTheLimitAndNoMore() throws {
        #expect(try error("[[{\"a\":[1]}],[[]]]", .jsonDepth, 4) == nil)
        let error = try #require(try error("[[{\"a\":[1]}],[[]]]", .jsonDepth, 3))
        #expect(error.code == .limitExceeded)
        #expect(error.limit == .jsonDepth)
        #expect(error.offset == 7)
        #expect(error.path == [.index(0), .index(0), .key("a")])
        #expect(try self.error("1", .jsonDepth, 0) == nil)
        #expect(try self.error("[]", .jsonDepth, 0)?.offset == 0)
    }

    @Test func stopsAtTheDefaultDepth() throws {
        let deep = String(repeating: "[", count: 100_000)
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBody(deep.utf8)) }
        #expect(error.limit == .jsonDepth)
        #expect(error.offset == 512)
        #expect(error.path.count == 512)
    }

    @Test(arguments: ["1234567890", "-123456789", "1.23456789", "12345678e9", "-0.000e-10"])
    func allowsNumbersOfTheLimitAndNoLonger(text: String) throws {
        #expect(try error("[0,\(text)]", .jsonNumberBytes, text.utf8.count) == nil)
        let error = try #require(try error("[0,\(text)]", .jsonNumberBytes, text.utf8.count - 1))
        #expect(error.limit == .jsonNumberBytes)
        #expect(error.offset == 3)
        #expect(error.path == [.index(1)])
    }

    /// Names and values count, with the containers; whatever is left out does not.
    @Test(arguments: [
        ("1", 1), ("[]", 1), ("[1,2,3]", 4), ("{\"a\":1,\"b\":[true]}", 6), ("{\"a\":{\"b\":{\"c\":1}}}", 7),
    ])
    func allowsTheNodesOfTheLimitAndNoMore(text: String, count: Int) throws {
        #expect(try error(text, .nodes, count) == nil)
        for less in 0..<count {
            let error = try #require(try error(text, .nodes, less))
            #expect(error.code == .limitExceeded)
            #expect(error.limit == .nodes)
            #expect(error.offset.map { $0 < text.utf8.count } == true)
        }
    }

    /// One node for each two bytes is the most there can be.
    @Test(arguments: [1, 2, 3, 10, 100, 1000, 5000, 100_000])
    func findsRoomForTheDensestTexts(count: Int) throws {
        let text = "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
        #expect(try JSON(parsing: ResponseBody(text.utf8)).count == count)
        let empty = Array(repeating: "[]", count: count).joined(separator: ",")
        #expect(try JSON(parsing: ResponseBody("[\(empty)]".utf8)).count == count)
        let members = (0..<count).map { _ in "\"\":0" }.joined(separator: ",")
        #expect(try JSON(parsing: ResponseBody("{\(members)}".utf8)).count == count)
        // What comes late needs room late.
        let late = "[\"" + String(repeating: "x", count: 20 * count) + "\"," + text.dropFirst()
        let json = try JSON(parsing: ResponseBody(late.utf8))
        #expect(json.count == count + 1)
        #expect(json.array?.dropFirst().allSatisfy { $0.int == 1 } == true)
    }

    @Test func allowsAnythingWithoutLimits() throws {
        let depth = 20_000
        let text =
            String(repeating: "[", count: depth) + String(repeating: "9", count: 20_000)
            + String(repeating: "]", count: depth)
        #expect(try JSON(parsing: ResponseBody(text.utf8), limits: .unlimited).count == 1)
    }
}
