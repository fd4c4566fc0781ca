import Decant
import DecantFoundation
import DecantImages
import DecantTesting
import Foundation
import Testing

/// The table of `Documentation/migrating.md`.
///
/// These tests compile all code in its last column and check that the code matches the description.
@Suite struct MigrationTests {
    private struct User: Decodable, Sendable, Equatable { var name: String }
    private struct Feed: Decodable, Sendable, Equatable { var title: String }

    private func decoded<Serializer: ResponseSerializer>(
        _ serializer: Serializer,
        _ sample: ResponseSample
    ) throws(ResponseError) -> Serializer.Output {
        try sample.value(as: serializer)
    }

    private let user = ResponseSample(200, "application/json", #"{"name":"Ada"}"#)
    private let feed = ResponseSample(200, "application/xml", "<feed><title>All</title></feed>")

    @Test func thePageNamesOnlyCodeThatIsCompiledHere() throws {
        let file = URL(fileURLWithPath: #filePath)
        let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("Documentation/migrating.md"), encoding: .utf8)
        let compiled = try String(contentsOf: file, encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        let named = rows.flatMap { row in
            (row.split(separator: "|").dropFirst(2).first ?? "").matches(of: /`([^`]+)`/).map(\.output.1)
        }
        #expect(rows.count > 15 && named.count > 25)
        for name in named {
            let code = name.replacing("(…)", with: "(").replacing(" in … }", with: " in")
            #expect(compiled.contains(code), "\(name) is not compiled")
        }
    }

    /// A serializer that is stored by its configuration.
    private struct Stored: Codable {
        var serializer = JSONResponseSerializer()

        init() {}

        init(from decoder: any Decoder) throws { try serializer.restoreConfiguration(from: decoder) }

        func encode(to encoder: any Encoder) throws { try serializer.encodeConfiguration(to: encoder) }
    }

    @Test("`encodeConfiguration(to:)` and `restoreConfiguration(from:)`") func configurationsAreStored() throws {
        var stored = Stored()
        stored.serializer = stored.serializer.statuses([200, 304])
        let restored = try JSONDecoder().decode(Stored.self, from: JSONEncoder().encode(stored))
        #expect(restored.serializer.handling.configuration.statuses == [200, 304])
    }

    @Test func serializersForEachFormat() throws {
        #expect(try decoded(DataResponseSerializer(), user) == decoded(DataResponseSerializer.data, user))
        #expect(try decoded(StringResponseSerializer(), user) == decoded(StringResponseSerializer.string, user))
        #expect(try decoded(JSONResponseSerializer(), user) == decoded(JSONResponseSerializer.json, user))
        #expect(try decoded(JSONResponseSerializer.json(User.self), user) == User(name: "Ada"))
        #expect(try decoded(XMLResponseSerializer.xml(Feed.self), feed) == Feed(title: "All"))
        #expect(try decoded(XMLDocumentResponseSerializer(), feed).root.name == "feed")
        #expect(try decoded(XMLDocumentResponseSerializer.xmlDocument, feed).root.name == "feed")
        let events: XMLEventResponseSerializer = .xmlEvents
        var reader = try decoded(events, feed).makeReader()
        #expect(try reader.nextOwned() == .startElement(name: .init("feed"), attributes: []))
    }

    @Test func theFormatOfAPropertyListIsChecked() throws {
        let text = ResponseSample(
            200,
            "application/x-plist",
            "<plist><dict><key>name</key><string>Ada</string></dict></plist>"
        )
        let list = PropertyListResponseSerializer.propertyList
        #expect(try decoded(list, text)["name"]?.string == "Ada")
        #expect(try decoded(PropertyListResponseSerializer.propertyList(User.self), text) == User(name: "Ada"))
        let binary = PropertyListResponseSerializer.propertyList(format: .binary)
        #expect(binary.error(for: text) != nil)
    }

    @Test func imagesAreValues() throws {
        let cut = "P1"
        let images: ImageResponseSerializer = .image
        #expect(ImageResponseSerializer().error(for: ResponseSample(200, "image/png", cut)) != nil)
        #expect(images.error(for: ResponseSample(200, "image/png", cut))?.code == .truncatedBody)
    }

    @Test func theFirstOfSeveralThatReadsTheBody() throws {
        let any: CompoundResponseSerializer<User> = .firstOf(.json(User.self), .xml(User.self))
        #expect(try decoded(any, user) == User(name: "Ada"))
    }

    @Test func statusesAndMediaTypesAreValidated() throws {
        #expect(ResponseValidation().statuses == .successful)
        let page = ResponseSample(200, "text/html", #"{"name":"Ada"}"#)
        let serializer = JSONResponseSerializer(User.self).statuses([200, 304])
        #expect(serializer.error(for: page)?.code == .unacceptableMediaType)
        #expect(try decoded(serializer.accepting("text/html"), page) == User(name: "Ada"))
        #expect(try decoded(serializer.accepting("text/*", "*+json"), page) == User(name: "Ada"))
        var strict = JSONResponseSerializer(User.self).statuses(StatusCodes(200..<300))
        #expect(strict.error(for: ResponseSample(300, "application/json", "{}"))?.code == .unacceptableStatus)
        strict.handling.configuration.mediaTypes = ["application/json"]
        #expect(try decoded(strict, user) == User(name: "Ada"))
        #expect(strict.error(for: ResponseSample(200, "text/javascript", "{}"))?.code == .unacceptableMediaType)
        let bytes: Data = try ResponseSample(200, "a/b", "Ada").value(as: .data.map { Data($0) })
        #expect(bytes == Data("Ada".utf8))
    }

    @Test func nullMembersAreRemovedOnRequest() throws {
        let nulls = ResponseSample(200, "application/json", #"{"a":null,"b":[null]}"#)
        var options = JSON.Options()
        options[keyPath: \JSON.Options.removesNullMembers] = true
        options.removesNullElements = true
        #expect(try decoded(JSONResponseSerializer(options: options), nulls).description == #"{"b":[]}"#)
    }

    @Test func bodiesArePreparedAndEmptyOnesAreValues() throws {
        let guarded = ResponseSample(200, "application/json", ")]}'\n" + #"{"name":"Ada"}"#)
        #expect(try decoded(JSONResponseSerializer(User.self).removingXSSIPrefix(), guarded) == User(name: "Ada"))
        let trimmed = JSONResponseSerializer(User.self).preparing { body, _ in body.dropFirst(5) }
        #expect(try decoded(trimmed, guarded) == User(name: "Ada"))
        let nothing = ResponseSample(204, nil)
        #expect(try decoded(JSONResponseSerializer(User?.self), nothing) == nil)
        #expect(try decoded(MappedResponseSerializer.optional(.json), nothing) == nil)
        _ = try decoded(JSONResponseSerializer(EmptyResponse.self), nothing)
    }

    @Test func optionsOfDecoding() throws {
        struct Token: Decodable, Sendable { var validUntil: Date, key: Data }
        let text = #"{"data":[{"valid_until":"1994-11-06T08:49:37Z","key":"AQI="}]}"#
        let serializer = JSONResponseSerializer.json([Token].self).at("/data").keys(.convertFromSnakeCase).dates(
            .iso8601
        )
        .data(.base64)
        let tokens = try decoded(serializer, ResponseSample(200, "application/json", text))
        #expect(tokens.map(\.validUntil.timeIntervalSince1970) == [784_111_777] && tokens.map(\.key) == [Data([1, 2])])
        let users = ResponseSample(200, "application/json", #"{"data":[{"name":"Ada"}]}"#)
        #expect(try decoded(JSONResponseSerializer.json([User].self).at("/data"), users) == [User(name: "Ada")])
        _ = XML.Options()
    }

    @Test func decodersReplaceFoundations() throws {
        let data = Data(#"{"name":"Ada"}"#.utf8)
        #expect(try JSON.Decoder().decode(User.self, from: data) == User(name: "Ada"))
        let list = Data("<plist><dict><key>name</key><string>Ada</string></dict></plist>".utf8)
        #expect(try PropertyList.Decoder().decode(User.self, from: list) == User(name: "Ada"))
        let (key, value) = (try #require(CodingUserInfoKey(rawValue: "key")), 1)
        let decoder = JSON.Decoder().keys(.useDefaultKeys).keys(.convertFromSnakeCase)
            .dates(.secondsSinceReferenceDate).dates(.secondsSince1970).dates(.millisecondsSince1970).dates(.iso8601)
            .dates(.lenientISO8601).dates(.iso8601, .secondsSince1970)
            .data(.base64).data(.array).nonFiniteNumbers(.throw)
            .nonFiniteNumbers(.convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?"))
            .userInfo(value, for: key).options { $0.quirks = .json5 }
        #expect(try decoder.decode([Double].self, from: Data(#"['+',1,]"#.utf8)) == [.infinity, 1])
        let own = decoder.keys { path in path.last ?? DialectKey(stringValue: "") }
        #expect(try own.decode(User.self, from: data) == User(name: "Ada"))
        let dates = decoder.dates { text in Double(text).map { Date(timeIntervalSince1970: $0) } }
        #expect(try dates.decode([Date].self, from: Data(#"["1"]"#.utf8)) == [Date(timeIntervalSince1970: 1)])
        let scalars = decoder.scalars(of: Date.self) { scalar, path in
            scalar != .null && path().count == 1 ? Date(timeIntervalSince1970: 2) : nil
        }
        #expect(try scalars.decode([Date].self, from: Data("[0]".utf8)) == [Date(timeIntervalSince1970: 2)])
    }

    @Test func oneErrorHasAllDetails() {
        let error: ResponseError? = JSONResponseSerializer(User.self).error(
            for: ResponseSample(500, "application/json", "{}")
        )
        #expect(error?.status?.code == 500 && error?.code == .unacceptableStatus)
    }
}
