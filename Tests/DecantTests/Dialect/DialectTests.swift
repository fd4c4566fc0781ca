import Decant
import DecantFoundation
import DecantTesting
import Foundation
import HTTPTypes
import Testing

/// The same source code for JSON, XML, and property lists.
@Suite struct DialectTests {
    struct Note: Decodable, Sendable, Equatable {
        var noteText: String
        var count: Int?
    }

    struct Item: Decodable, Sendable, Equatable {
        var id: Int
    }

    struct Page: Decodable, Sendable {
        var items: [Item]
        var others: [Item]
    }

    struct Refusal: Error, Equatable {
        var path: [String]
    }

    private func value<Value>(
        _ serializer: any DialectSerializer<Value>,
        _ sample: ResponseSample
    ) throws(ResponseError) -> Value {
        try serializer.value(of: sample.body, for: sample.context)
    }

    private func error<Value>(
        _ serializer: any DialectSerializer<Value>,
        _ sample: ResponseSample
    ) throws -> ResponseError {
        try #require(throws: ResponseError.self) { try serializer.value(of: sample.body, for: sample.context) }
    }

    @Test(arguments: DialectFormat.allCases) func convertsKeys(_ format: DialectFormat) throws {
        let note = format.serializer(Note.self)
        let expected = Note(noteText: "a", count: 1)
        #expect(try value(note, format.sample(["noteText": "a", "count": 1])) == expected)
        let snake = format.sample(["note_text": "a", "count": 1])
        #expect(try value(note.keys(.convertFromSnakeCase), snake) == expected)
        #expect(try error(note, snake).hint?.contains(".keys(.convertFromSnakeCase)") == true)
        let kebab = format.sample(["note-text": "a", "count": 1])
        #expect(try value(note.keys(.convertFromKebabCase), kebab) == expected)
        let capitalized = format.sample(["NoteText": "a", "Count": 1])
        #expect(try value(note.keys(.convertFromCapitalized), capitalized) == expected)
        let byFunction = note.keys { path in
            DialectKey(stringValue: path.last?.stringValue == "t" ? "noteText" : path.last?.stringValue ?? "")
        }
        #expect(try value(byFunction, format.sample(["t": "a", "count": 1])) == expected)
    }

    @Test(arguments: DialectFormat.allCases) func readsDates(_ format: DialectFormat) throws {
        let dates = format.serializer([String: Date].self)
        let expected = ["at": Date(timeIntervalSince1970: 3600)]
        #expect(try value(dates.dates(.iso8601), format.sample(["at": "1970-01-01T01:00:00Z"])) == expected)
        #expect(try value(dates.dates(.secondsSince1970), format.sample(["at": 3600])) == expected)
        #expect(try value(dates.dates(.millisecondsSince1970), format.sample(["at": 3_600_000])) == expected)
        let mail = format.sample(["at": "Thu, 01 Jan 1970 03:00:00 +0200"])
        #expect(try value(dates.dates(.internetMessage), mail) == expected)
        let own = dates.dates { $0 == "then" ? Date(timeIntervalSince1970: 3600) : nil }
        #expect(try value(own, format.sample(["at": "then"])) == expected)
        #expect(try error(own, format.sample(["at": "now"])).code == .dataCorrupted)
        let colon = try error(dates.dates(.iso8601), format.sample(["at": "1970-01-01T01:00:00+0000"]))
        #expect(colon.code == .dataCorrupted)
        #expect(colon.path == [.key("at")])
        let fault = "the offset has no colon; `.dates(.lenientISO8601)` reads it"
        #expect(colon.message.hasSuffix("found “1970-01-01T01:00:00+0000”: \(fault)"))
        #expect(try error(dates.dates(.iso8601), mail).message.hasSuffix("`.dates(.internetMessage)` reads it"))
    }

    @Test(arguments: DialectFormat.allCases) func readsDataAndNumbers(_ format: DialectFormat) throws {
        let data = format.serializer([String: Data].self)
        #expect(try value(data.data(.base64), format.sample(["a": "Zm9v"])) == ["a": Data("foo".utf8)])
        #expect(try value(data.data(.mimeBase64), format.sample(["a": "Zm 9v"])) == ["a": Data("foo".utf8)])
        #expect(try error(data.data(.base64), format.sample(["a": "Zm 9v"])).code == .dataCorrupted)
        let numbers = format.serializer([String: Double].self)
        let words = DecodingOptions.NonFiniteNumbers.convertFromString(
            positiveInfinity: "much",
            negativeInfinity: "less",
            nan: "none"
        )
        #expect(try value(numbers.nonFiniteNumbers(words), format.sample(["a": "less"])) == ["a": -.infinity])
        #expect(try error(numbers.nonFiniteNumbers(.throw), format.sample(["a": "INF"])).code == .typeMismatch)
        #expect(try value(numbers.nonFiniteNumbers(.xmlSchema), format.sample(["a": "INF"])) == ["a": .infinity])
    }

    @Test(arguments: DialectFormat.allCases) func passesUserInfo(_ format: DialectFormat) throws {
        struct Scaled: Decodable, Sendable {
            var value: Int

            init(from decoder: any Decoder) throws {
                let factor = CodingUserInfoKey(rawValue: "factor").flatMap { decoder.userInfo[$0] as? Int } ?? 0
                value = try decoder.singleValueContainer().decode(Int.self) * factor
            }
        }
        let key = try #require(CodingUserInfoKey(rawValue: "factor"))
        let scaled = format.serializer([String: Scaled].self).userInfo(3, for: key)
        #expect(try value(scaled, format.sample(["a": 5]))["a"]?.value == 15)
    }

    @Test(arguments: DialectFormat.allCases) func keepsTheErrorOfACustomScalarAndItsPath(_ format: DialectFormat) throws
    {
        let serializer = format.serializer([String: [Date]].self).scalars(of: Date.self) { scalar, path in
            guard case .string(let text) = scalar else { return nil }
            if text == "good" { return Date(timeIntervalSince1970: 1) }
            throw Refusal(path: path().map(\.stringValue))
        }
        let good = try value(serializer, format.sample(["a": ["good", "good"]]))
        #expect(good == ["a": [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1)]])
        let error = try error(serializer, format.sample(["a": ["good", "bad"]]))
        #expect(error.code == .dataCorrupted)
        #expect(error.path == [.key("a"), .index(1)])
        #expect(error.underlying as? Refusal == Refusal(path: ["a", "Index 1"]))
        #expect(error.position != nil)
    }

    @Test(arguments: DialectFormat.allCases) func decodesTheValueAtAPath(_ format: DialectFormat) throws {
        let items = format.serializer([Item].self, at: ["data", "items"])
        let sample = format.sample(["data": ["items": [["id": 1], ["id": 2]], "total": 2]])
        #expect(try value(items, sample) == [Item(id: 1), Item(id: 2)])
        let total = format.serializer(Int.self, at: ["data", "total"])
        #expect(try value(total, sample) == 2)
        let bad = try error(items, format.sample(["data": ["items": [["id": 1], ["id": "x"]]]]))
        #expect(bad.code == .typeMismatch)
        #expect(bad.path == [.key("data"), .key("items"), .index(1), .key("id")])
        let missing = try error(items, format.sample(["data": ["other": 1]]))
        #expect(missing.code == .keyNotFound)
        #expect(missing.path == [.key("data")])
        #expect(missing.message.contains("“items”"))
        #expect(try error(items, format.sample(["other": 1])).path == [])
    }

    @Test(arguments: DialectFormat.allCases) func skipsBadElements(_ format: DialectFormat) throws {
        let sample = format.sample(["items": [["id": 1], ["id": "x"], ["id": 3]], "others": [["id": "y"], ["id": 2]]])
        let page = format.serializer(Page.self)
        #expect(try error(page, sample).path == [.key("items"), .index(1), .key("id")])
        let decoded = try page.skippingBadElements().response(of: sample.body, for: sample.context)
        #expect(decoded.value.items == [Item(id: 1), Item(id: 3)])
        #expect(decoded.value.others == [Item(id: 2)])
        let findings = decoded.findings.filter { $0.code == .skippedElement }
        #expect(findings.count == 2)
        #expect(findings.first?.message.hasPrefix("skipped the element items[1]: expected Int, but found ") == true)
        #expect(findings.first?.message.hasSuffix(" (at items[1].id)") == true)
        #expect(findings.allSatisfy { $0.severity == .warning && $0.offset != nil })
    }

    @Test(arguments: DialectFormat.allCases) func skipsBadElementsOfOneMember(_ format: DialectFormat) throws {
        let page = format.serializer(Page.self, skippingAt: ["items"])
        let sample = format.sample(["items": [["id": "x"], ["id": 3]], "others": [["id": 2]]])
        #expect(try value(page, sample).items == [Item(id: 3)])
        let other = format.sample(["items": [["id": 3]], "others": [["id": "x"]]])
        #expect(try error(page, other).path == [.key("others"), .index(0), .key("id")])
    }

    private func skipping<Serializer: DialectSerializer>(
        _ serializer: Serializer,
        at names: [String],
        _ format: DialectFormat
    ) -> Serializer {
        let text = names.joined(separator: "/")
        let path = Serializer.Options.Path(format == .xml ? text : "/" + text)
        return serializer.skippingBadElements(at: path ?? Serializer.Options().path)
    }

    @Test(arguments: DialectFormat.allCases) func aPathThatLeadsToNoArrayIsAFinding(_ format: DialectFormat) throws {
        func unused<Serializer: DialectSerializer<Page>>(_ serializer: Serializer, _ names: [String]) throws -> [String]
        {
            let sample = format.sample([
                "data": ["items": [["id": 1]], "others": [["id": 2]]], "items": 1, "others": 2,
            ])
            let serializer = skipping(serializer, at: names, format)
            let findings = try serializer.response(of: sample.body, for: sample.context).findings
            return findings.filter { $0.code == .unusedPath && $0.severity == .warning }.map(\.message)
        }
        let page = format.serializer(Page.self, at: ["data"])
        for names in [["data", "items"], ["data"], ["others", "items"], ["nothing"]] {
            let found = try unused(page, names)
            #expect(found.count == 1, "\(names): \(found)")
            #expect(found.first?.hasSuffix("; the path begins at data") == true, "\(found)")
        }
        #expect(try unused(page, ["items"]) == [])
        #expect(try unused(page, ["others"]) == [])
    }

    @Test(arguments: DialectFormat.allCases) func aPathFromTheTopOfTheDocumentGivesAHint(_ format: DialectFormat) throws
    {
        let sample = format.sample(["data": ["items": [["id": "x"], ["id": 3]], "others": [["id": 2], ["id": 4]]]])
        func check<Serializer: DialectSerializer<Page>>(_ page: Serializer) throws {
            let wrong = try error(skipping(page, at: ["data", "items"], format), sample)
            #expect(wrong.hint?.hasSuffix("data/items of `.skippingBadElements(at:)` begins at data") == true)
            #expect(try error(skipping(page, at: ["others"], format), sample).hint?.contains("begins at") != true)
            #expect(try value(skipping(page, at: ["items"], format), sample).items == [Item(id: 3)])
        }
        try check(format.serializer(Page.self, at: ["data"]))
    }

    @Test(arguments: DialectFormat.allCases) func skipsNoMoreElementsThanAllowed(_ format: DialectFormat) throws {
        let numbers = format.serializer([String: [Int]].self).skippingBadElements(upTo: 2)
        #expect(try value(numbers, format.sample(["a": ["x", 1, "y", 2]])) == ["a": [1, 2]])
        let error = try error(numbers, format.sample(["a": ["x", 1, "y", "z"]]))
        #expect(error.path == [.key("a"), .index(3)])
        #expect(error.hint?.contains("skippingBadElements(upTo:)") == true)
    }

    @Test(arguments: DialectFormat.allCases) func checksTheDecodedValue(_ format: DialectFormat) throws {
        func check<Serializer: DialectSerializer<Note>>(_ serializer: Serializer) throws {
            let own = serializer.checking { note in if note.noteText.isEmpty { throw Refusal(path: []) } }
            let full = format.sample(["noteText": "a"])
            #expect(try own.value(of: full.body, for: full.context).noteText == "a")
            let empty = format.sample(["noteText": ""])
            let error = try #require(throws: ResponseError.self) { try own.value(of: empty.body, for: empty.context) }
            #expect(error.code == .dataCorrupted)
            #expect(error.underlying is Refusal)
            let withPath = serializer.checking { _ in
                let path = [DialectKey(stringValue: "noteText")]
                throw DecodingError.valueNotFound(String.self, .init(codingPath: path, debugDescription: "no text"))
            }
            let placed = try #require(throws: ResponseError.self) {
                try withPath.value(of: full.body, for: full.context)
            }
            #expect(placed.code == .valueNotFound)
            #expect(placed.path == [.key("noteText")])
            #expect(placed.message == "no text")
        }
        try check(format.serializer(Note.self))
    }

    @Test(arguments: DialectFormat.allCases) func restoresAStoredConfiguration(_ format: DialectFormat) throws {
        func check<Serializer: DialectSerializer>(_ plain: Serializer) throws {
            let changed = plain.keys(.convertFromSnakeCase).dates(.internetMessage).data(.array).nonFiniteNumbers(
                .xmlSchema
            )
            .skippingBadElements(upTo: 7).quirks(Serializer.Options.Quirks([])).accepting("a/b")
            #expect(changed.options != plain.options)
            let restored = try plain.restoring(changed.storedConfiguration())
            #expect(restored.options == changed.options)
            #expect(restored.handling.configuration == changed.handling.configuration)
            #expect(restored.options.path == plain.options.path)
            var badElements = plain.options.badElements
            badElements[Serializer.Options().path] = 7
            #expect(restored.options.badElements == badElements)
        }
        try check(format.serializer(Note.self))
        try check(format.serializer(Note.self, at: ["a", "b"]))
        try check(format.serializer(Note.self, skippingAt: ["a"]))
    }

    @Test(arguments: DialectFormat.allCases) func acceptsBytesOfAnyKind(_ format: DialectFormat) throws {
        let sample = format.sample(["noteText": "a"])
        let bytes = Array(sample.body)
        let slice = ([0] + bytes + [0])[1...bytes.count]
        let response = HTTPResponse(status: .ok, headerFields: sample.head.headerFields)
        func check<Serializer: DialectSerializer<Note>>(_ serializer: Serializer) throws {
            let expected = Note(noteText: "a")
            let type = ResponseMediaType(parsing: sample.head.headerFields[.contentType] ?? "")
            for value in [
                try serializer.value(of: bytes, for: sample.context), try serializer.value(of: slice, for: response),
                try serializer.value(of: Data(bytes), for: sample.context),
                try serializer.value(of: sample.body, for: response),
                try serializer.value(of: sample.body, for: ResponseContext(mediaType: type)),
                try serializer.value(of: bytes, for: sample.context),
                try serializer.value(of: slice, for: response),
                try serializer.value(of: Data(bytes), for: ResponseContext(mediaType: type)),
                try serializer.value(of: sample.body, for: ResponseContext(mediaType: type)),
            ] {
                #expect(value == expected)
            }
        }
        try check(format.serializer(Note.self))
    }
}

/// A coding key with any name.
struct DialectKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
