import DecantCore
import DecantDocument
import DecantJSON
import Testing

/// The nodes of a document, in the order of the text.
@Suite struct FlatDocumentTests {
    private func document(_ text: String) throws -> FlatDocument { try JSON(parsing: text.utf8).flat }

    private func kinds(_ document: FlatDocument) -> [DocumentNode.Kind] {
        (0..<document.count).map { document[$0].kind }
    }

    @Test func hasTheNodesOfTheExample() throws {
        let flat = try document(#"{"a":[1,"x"]}"#)
        #expect(kinds(flat) == [.object, .string, .array, .integer, .string])
        #expect((0..<5).map { flat[$0].offset } == [0, 2, 5, 6, 9])
        #expect((flat[0].end, flat[0].count, flat[2].end, flat[2].count) == (5, 1, 5, 2))
        #expect((flat[3].integer, flat[1].length, flat[4].length) == (1, 1, 1))
        #expect((0..<5).map { flat.next(after: $0) } == [5, 2, 5, 4, 5])
    }

    @Test func hasThePathAndThePositionOfEachNode() throws {
        let flat = try document("{\n \"a\": [[], {\"b\": 1}]\n}")
        let paths = (0..<flat.count).map { CodingPathComponent.text(of: flat.path(to: $0)) }
        #expect(paths == ["", "a", "a", "a[0]", "a[1]", "a[1].b", "a[1].b"])
        #expect(flat.position(of: 6).line == 2)
        #expect(flat.position(of: 6).column == 18)
        #expect(flat.sourceOffset(of: 2) == 8)
    }

    @Test func findsElementsAndMembers() throws {
        let flat = try document(#"[{"a":1,"b":2,"a":3},[[0],1,2]]"#)
        let object = try #require(flat.element(at: 0, of: 0))
        let array = try #require(flat.element(at: 1, of: 0))
        #expect(flat.value(named: "a", of: object).map { flat[$0].integer } == 1)
        #expect(flat.value(named: "c", of: object) == nil)
        #expect(flat.element(at: 2, of: array).map { flat[$0].integer } == 2)
        #expect(flat.element(at: 3, of: array) == nil)
        #expect(flat.duplicateKey(in: object) == object + 5)
    }

    @Test func growsWithoutAChange() throws {
        let flat = try document(#"{"a":[1,"x"]}"#)
        let grown = flat.grown(to: 4096)
        #expect(kinds(grown) == kinds(flat))
        #expect(grown.string(at: 4) == "x")
        #expect(flat.with([DocumentNode(.null, offset: 0, payload: 0)], for: 0).count == 1)
    }

    @Test(
        arguments: [
            ("1", 1, 1), ("-9223372036854775808", Int128(Int64.min), -9_223_372_036_854_775_808),
            ("18446744073709551615", Int128(UInt64.max), 18_446_744_073_709_551_616), ("1e2", 100, 100),
            ("1.50", nil, 1.5),
            ("1e400", nil, .infinity), ("-0.0", 0, -0.0),
        ] as [(String, Int128?, Double)]
    )
    func readsNumbers(text: String, integer: Int128?, double: Double) throws {
        let flat = try document(text)
        #expect(flat.integer(at: 0, as: Int128.self) == integer)
        #expect(flat.double(at: 0) == double)
        #expect(flat.finiteDouble(at: 0) == (double.isFinite ? double : nil))
        #expect(flat.numberText(at: 0) == text)
    }
}
