import DecantFoundation
import DecantMacros
import Foundation
import Testing

/// The options of the macro that `Decodable` does not have.
@Suite struct DirectOptionsTests {
    @JSONDirect
    struct Item: Equatable {
        let id: Int
        @JSONName("display_name", "name") let title: String
        var tags: [String] = ["new"]
        var count: Int? = 3
        @JSONStrategy(dates: .secondsSince1970) var created: Date?
        @JSONIgnored var isSelected = false
    }

    @Test func readsAlternativeNamesAndDefaults() throws {
        let text = #"[{"id":1,"name":"a"},{"id":2,"name":"x","display_name":"b","tags":[],"count":null,"created":0}]"#
        let items = try JSON(parsing: text.utf8).decode(direct: [Item].self)
        let created = Date(timeIntervalSince1970: 0)
        #expect(
            items == [
                Item(id: 1, title: "a"), Item(id: 2, title: "b", tags: [], count: nil, created: created),
            ]
        )
    }

    @JSONDirect(dates: .iso8601, .secondsSince1970)
    struct Sale: Equatable {
        let sold: Date
        @JSONStrategy(dates: .lenientInternetMessage, .aspNet) let paid: Date?
    }

    @Test func readsDatesInSeveralForms() throws {
        let expected = Sale(sold: Date(timeIntervalSince1970: 1), paid: Date(timeIntervalSince1970: 2))
        for sold in [#""1970-01-01T00:00:01Z""#, "1"] {
            for paid in ["/Date(2000+0100)/", "Thu, 1 January 1970 1:00:02 CET"] {
                let text = #"{"sold":\#(sold),"paid":"\#(paid)"}"#
                #expect(try JSON(parsing: text.utf8).decode(direct: Sale.self) == expected)
            }
        }
    }

    @Test(arguments: [
        (#"{"id":1}"#, "keyNotFound", "", 0), (#"{"id":1,"name":null}"#, "valueNotFound", "name", 15),
        (#"{"id":1,"name":"","tags":null}"#, "valueNotFound", "tags", 25),
        (#"{"id":1,"name":"","created":"x"}"#, "typeMismatch", "created", 28),
    ])
    func locatesErrors(text: String, code: String, path: String, offset: Int) throws {
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: text.utf8).decode(direct: Item.self) }
        #expect(error.code.description == code)
        #expect(CodingPathComponent.text(of: error.path) == path)
        #expect(error.offset == offset)
    }

    @Test func keepsDefaultsForNull() throws {
        let text = #"{"inferred":null,"array":null,"optional":null,"observed":null,"old":null}"#
        #expect(
            try JSON(parsing: text.utf8).decode(direct: Defaults.self)
                == JSON(parsing: "{}".utf8).decode(direct: Defaults.self)
        )
    }

    @Test func rejectsUnknownMembers() throws {
        #expect(try JSON(parsing: "{}".utf8).decode(direct: NothingElse.self) == NothingElse())
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: #"[{}, {"a": 1}]"#.utf8).decode(direct: [NothingElse].self)
        }
        #expect(error.code == .dataCorrupted)
        #expect(error.message == "unexpected member “a”")
        #expect(CodingPathComponent.text(of: error.path) == "[1].a")
    }

    @Test func isASerializer() throws {
        let serializer = JSONResponseSerializer(direct: [Page<Int>.Link].self)
        let body = Array(#"[{"href":"/"}]"#.utf8)
        #expect(try serializer.value(of: body, for: ResponseContext(mediaType: nil)).map(\.href) == ["/"])
    }

    @Test func readsThreeHundredMembersInAnyOrder() throws {
        let members = (0..<300).map { "\"m\($0)\":\($0)" }
        let forward = try JSON(parsing: "{\(members.joined(separator: ","))}".utf8).decode(direct: Wide.self)
        let backward = try JSON(parsing: "{\(members.reversed().joined(separator: ","))}".utf8).decode(
            direct: Wide.self
        )
        #expect(forward == backward)
    }
}
