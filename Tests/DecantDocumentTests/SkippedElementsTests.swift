import DecantCore
import DecantDocument
import Testing

/// The limits on the elements that arrays skip.
@Suite struct SkippedElementsTests {
    private static let fault = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no such value"))

    private func skipped(_ bounds: [JSONPointer: Int]) -> SkippedElements { SkippedElements(bounds, names: \.names) }

    private func path(_ names: String...) -> [any CodingKey] { names.map { DocumentKey(stringValue: $0) } }

    private func skip(
        _ index: Int,
        of entry: [String] = [],
        because error: any Error = fault,
        in elements: inout SkippedElements
    ) throws {
        try elements.skip(index, of: entry, because: error, path: path("list"), under: []) { index * 10 }
    }

    @Test func skipsNothingWithoutAnEntry() throws {
        #expect(skipped([:]).entry(for: path("list")) == nil)
        #expect(skipped(["/other": 1]).entry(for: path("list")) == nil)
    }

    @Test("Entries are found by path, with or without indices") func entriesAreFoundByPath() throws {
        let elements = skipped(["/a/b": 1, "/c": 2, "/d/3/b": 4, "/e.f": 5])
        #expect(elements.entry(for: path("a", "b")) == ["a", "b"])
        #expect(
            elements.entry(for: [DocumentKey(stringValue: "a"), DocumentKey(intValue: 3)] + path("b")) == ["a", "b"]
        )
        #expect(elements.entry(for: path("a")) == nil)
        let third: [any CodingKey] = [DocumentKey(stringValue: "d"), DocumentKey(intValue: 3)]
        #expect(elements.entry(for: third + path("b")) == ["d", "3", "b"])
        #expect(elements.entry(for: [third[0], DocumentKey(intValue: 4)] + path("b")) == nil)
        #expect(elements.entry(for: path("e.f")) == ["e.f"] && elements.entry(for: path("e", "f")) == nil)
        #expect(skipped([.root: 1]).entry(for: path("anything")) == [])
        #expect(skipped([.root: 1, "/c": 2]).entry(for: path("c")) == ["c"])
    }

    @Test func theErrorAfterTheBoundIsThrownWithAHint() throws {
        var elements = skipped(["": 2])
        try skip(0, in: &elements)
        try skip(1, in: &elements)
        #expect(elements.findings.map(\.offset) == [0, 10])
        #expect(elements.findings.first?.message == "skipped the element list[0]: no such value")
        #expect(elements.completed(ResponseError(.dataCorrupted, "x")).hint == nil)
        #expect(throws: DecodingError.self) { try skip(2, in: &elements) }
        #expect(elements.findings.count == 2)
        let hint = try #require(elements.completed(ResponseError(.dataCorrupted, "x")).hint)
        #expect(hint.contains("as many bad elements as allowed"))
        #expect(elements.completed(ResponseError(.dataCorrupted, "x", hint: "own")).hint == "own")
    }

    @Test(arguments: [ResponseError.Code.missingImport, .cancelled, .limitExceeded])
    func otherErrorsAreNotSkipped(code: ResponseError.Code) throws {
        var elements = skipped(["": 2])
        let error = #expect(throws: ResponseError.self) {
            try skip(0, because: ResponseError(code, "x"), in: &elements)
        }
        #expect(error?.code == code)
        #expect(throws: CancellationError.self) { try skip(0, because: CancellationError(), in: &elements) }
        #expect(elements.findings.isEmpty)
    }

    @Test func findingsAreBounded() throws {
        var elements = skipped(["": 3000])
        for index in 0..<2000 { try skip(index, in: &elements) }
        #expect(elements.findings.count == 1000)
    }
}
