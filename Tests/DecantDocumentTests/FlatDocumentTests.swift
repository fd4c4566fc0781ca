import DecantCore
import DecantDocument
import DecantJSON
import Testing

/// The nodes of a document, in text order.
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

    @Test(arguments: [3, 4, 5, 64], [FlatDocument.Words.json, .propertyList])
    func growsWhileItIsMade(capacity: Int, words: FlatDocument.Words) throws {
        let (body, pool) = (ResponseBytes(Array("[abc]".utf8)), ResponseBytes(Array("xyz".utf8)))
        var document = FlatDocument.make(body, capacity: 2, words: words)
        FlatDocument.append(DocumentNode(.object, offset: 0, payload: 0), to: &document)
        FlatDocument.append(DocumentNode(.string, offset: 1, payload: 3), to: &document)
        document.finish(pool: pool)
        var grown = document.grown(to: capacity)
        #expect((grown.count, grown.nodeCapacity) == (2, capacity))
        FlatDocument.append(DocumentNode(.pooledString, offset: 1, inPool: 1, length: 2), to: &grown)
        grown.close(0, count: 1)
        #expect(kinds(grown) == [.object, .string, .pooledString])
        #expect((grown[0].end, grown[0].count) == (3, 1))
        #expect([1, 2].map { grown.string(at: $0) } == ["abc", "yz"])
        #expect(grown.body.span.count == body.span.count)
        #expect(grown.description(of: 0) == (words == .json ? "an object" : "a dictionary"))
        withExtendedLifetime(pool) {}
    }

    @Test(arguments: [false, true])
    func keepsTheFlagsThatItsReaderEndsWith(isBinary: Bool) {
        let document = FlatDocument.make(ResponseBytes(Array("\n\nab".utf8)), capacity: 2, words: .propertyList)
        document.fill { writer in writer.append(DocumentNode(.pooledData, offset: 2, inPool: 1, length: 3)) }
        document.finish(notes: 5, pool: ResponseBytes([9, 8, 7, 6, 5]), isBinary: isBinary)
        #expect((document.notes, document.isBinary) == (5, isBinary))
        #expect(document.data(at: 0) == [8, 7, 6])
        let error = document.error(.malformedBody, "wrong", at: 0)
        #expect((error.offset, error.position?.line) == (2, isBinary ? nil : 3))
        #expect(document.with([document[0]], for: 0).data(at: 0) == [8, 7, 6])
        #expect(document.with([document[0]], for: 0).notes == 5)
    }

    @Test(arguments: [
        ("a", "0061"), ("é", "00e9"), ("\u{7F}\u{80}", "007f0080"), ("\u{7FF}\u{800}", "07ff0800"),
        ("\u{FFFF}\u{10000}", "ffffd800dc00"), ("\u{10FFFF}", "dbffdfff"), ("😀x😁", "d83dde000078d83dde01"),
    ])
    func readsStringsInUTF16(text: String, units: String) {
        let bytes = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        #expect(bytes.map { String(256 + Int($0), radix: 16).suffix(2) }.joined() == units)
        let document = FlatDocument.make(ResponseBytes(bytes), capacity: 2, words: .propertyList)
        document.fill { $0.append(DocumentNode(.utf16String, offset: 0, payload: UInt64(bytes.count / 2))) }
        #expect(document.string(at: 0) == text)
    }

    @Test func growsWithoutChanges() throws {
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
            // The digits that do not fit into 64 bits decide the order.
            ("9007199254740993.00000000000000000001", nil, 9_007_199_254_740_994),
            ("-9007199254740993.00000000000000000001", nil, -9_007_199_254_740_994),
        ] as [(String, Int128?, Double)]
    )
    func readsNumbers(text: String, integer: Int128?, double: Double) throws {
        let flat = try document(text)
        #expect(flat.integer(at: 0, as: Int128.self) == integer)
        #expect(flat.double(at: 0) == double)
        #expect(flat.finiteDouble(at: 0) == (double.isFinite ? double : nil))
        #expect(flat.numberText(at: 0) == text)
    }

    @Test(arguments: [("Infinity", Double.infinity), ("-Infinity", -.infinity), ("NaN", .nan)])
    func readsWordsAsNumbers(text: String, double: Double) throws {
        var options = JSON.Options()
        options.quirks = .nonFiniteNumbers
        let flat = try JSON(parsing: text.utf8, options: options).flat
        #expect(double.isNaN ? flat.double(at: 0).isNaN : flat.double(at: 0) == double)
        let finite = flat.finiteDouble(at: 0)
        #expect(double.isNaN ? finite?.isNaN == true : finite == double)
    }
}
