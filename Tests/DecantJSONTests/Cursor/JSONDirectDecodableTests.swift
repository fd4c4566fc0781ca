import DecantCore
import DecantJSON
import Testing

/// Types that decode themselves directly from the document.
@Suite struct JSONDirectDecodableTests {
    enum Currency: String, JSON.DirectDecodable { case eur, usd }

    struct Price: JSON.DirectDecodable, Equatable {
        let amount: Double
        let currency: Currency

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            var members = try value.members()
            amount = try members.decode("amount")
            currency = try members.decode("currency")
        }
    }

    struct Event: JSON.DirectDecodable, Equatable, Sendable {
        let id: Int
        let name: String
        let logo: String?
        let prices: [Price]
        let names: [String: String]?
        let x: UInt8

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            var members = try value.members()
            id = try members.decode("id")
            name = try members.decode("name")
            logo = try members.decodeIfPresent("logo")
            prices = try members.decode("prices")
            names = try members.decodeIfPresent("names")
            x = try members.decode("x")
        }
    }

    /// Decodes without the built-in conformances.
    struct Summary: JSON.DirectDecodable {
        var names: [String] = []
        var total = 0

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            var members = try value.members()
            while let member = members.next() {
                names.append(String(member.name))
                var elements = try member.elements()
                while let element = elements.next() { total += try element.decode(Int.self) }
                guard elements.next() == nil, elements.count < 3 else { throw member.error("too many") }
            }
        }
    }

    private let text = #"""
        [{"id":1,"name":"a\u00e9","logo":null,"prices":[{"amount":1.5,"currency":"eur"}],"x":7},
         {"x":8,"names":{"k":"v","k":"w"},"prices":[],"logo":"l","name":"b","id":-2}]
        """#

    @Test func readsMembersInAnyOrder() throws {
        let events = try JSON(text).decode(direct: [Event].self)
        #expect(events.map(\.id) == [1, -2])
        #expect(events.map(\.name) == ["a\u{E9}", "b"])
        #expect(events.map(\.logo) == [nil, "l"])
        #expect(events[0].prices.map(\.amount) == [1.5])
        #expect(events[0].prices.map(\.currency) == [.eur])
        #expect(events.map(\.names) == [nil, ["k": "v"]])
        #expect(events.map(\.x) == [7, 8])
    }

    @Test func isASerializerToo() throws {
        let body = Array(text.utf8)
        let events = try JSONResponseSerializer(direct: [Event].self).value(
            of: body,
            for: ResponseContext(mediaType: nil)
        )
        #expect(events.count == 2)
        #expect(try JSON(text)[1]?.decode(direct: Event.self).id == -2)
    }

    private enum Level: Int, JSON.DirectDecodable { case low = 1 }
    private enum Share: Double, JSON.DirectDecodable { case half = 0.5 }
    private enum Word: String, JSON.DirectDecodable { case yes }

    private static func message<Value: JSON.DirectDecodable>(_ text: String, _ type: Value.Type) -> String? {
        #expect(throws: ResponseError.self) { try JSON(text).decode(direct: type) }?.message
    }

    @Test func namesTheValueThatHasNoCase() {
        #expect(Self.message("7", Level.self) == "Level has no case for the number 7")
        #expect(Self.message("-1e2", Level.self) == "Level has no case for the number -1e2")
        #expect(Self.message("0.25", Share.self) == "Share has no case for the number 0.25")
        #expect(Self.message("\"no\"", Word.self) == "Word has no case for “no”")
        #expect(Self.message("\"\"", Word.self) == "Word has no case for “”")
        #expect(Self.message(#""a\n\u001b[1m\u202e""#, Word.self) == #"Word has no case for “a␊␛[1m\u{202E}”"#)
        let long = String(repeating: "好", count: 1000)
        #expect(Self.message("\"\(long)\"", Word.self) == "Word has no case for “\(long.prefix(40))…”")
    }

    private static let unfit = [
        "1e400", "-1e400", "18446744073709551616", "-9223372036854775809", "9223372036854775808", "1e19",
        "100000000000000000000000000000",
    ]

    /// `Decodable` and direct decoding describe numbers in the same words.
    @Test(arguments: unfit) func saysThatANumberDoesNotFit(_ number: String) throws {
        let json = try JSON("[\(number)]")
        for error in [
            #expect(throws: ResponseError.self) { try json.decode([Int].self) },
            #expect(throws: ResponseError.self) { try json.decode(direct: [Int].self) },
            #expect(throws: ResponseError.self) { try json[0]?.decode(Int.self) },
        ] {
            #expect(error?.message.hasPrefix("expected Int, but found the number ") == true)
            #expect(error?.message.hasSuffix(", which does not fit") == true, "\(error?.message ?? "")")
            #expect(error?.code == .typeMismatch)
        }
    }

    @Test(arguments: ["1e400", "-1e400"]) func saysThatANumberIsOutOfRangeForAFraction(_ number: String) throws {
        let json = try JSON("[\(number)]")
        let message = "expected Double, but found the number \(number), which does not fit"
        #expect(#expect(throws: ResponseError.self) { try json.decode([Double].self) }?.message == message)
        #expect(#expect(throws: ResponseError.self) { try json.decode(direct: [Double].self) }?.message == message)
    }

    @Test(arguments: ["1.5", "1e-400", "-2.5e-3"]) func doesNotSayThatAFractionDoesNotFit(_ number: String) throws {
        let json = try JSON("[\(number)]")
        let message = "expected Int, but found the number \(number)"
        #expect(#expect(throws: ResponseError.self) { try json.decode([Int].self) }?.message == message)
        #expect(#expect(throws: ResponseError.self) { try json.decode(direct: [Int].self) }?.message == message)
    }

    @Test(arguments: [
        (#"[{"id":"1"}]"#, "typeMismatch", "expected Int, but found a string", "[0].id", 7),
        (#"[{"id":1.5}]"#, "typeMismatch", "expected Int, but found the number 1.5", "[0].id", 7),
        (#"[{"id":null}]"#, "valueNotFound", "expected Int, but found null", "[0].id", 7),
        (#"[{"id":1,"name":2}]"#, "typeMismatch", "expected String, but found the number 2", "[0].name", 16),
        (#"[{"id":1}]"#, "keyNotFound", "no member “name”", "[0]", 1),
        (#"[1]"#, "typeMismatch", "expected an object, but found the number 1", "[0]", 1),
        (#"{"a":1}"#, "typeMismatch", "expected an array, but found an object", "", 0),
        (
            #"[{"id":1,"name":"","prices":[{"amount":true}]}]"#, "typeMismatch", "expected Double, but found true",
            "[0].prices[0].amount", 39
        ),
        (
            #"[{"id":1,"name":"","prices":[{"amount":1,"currency":"gbp"}]}]"#, "dataCorrupted",
            "Currency has no case for “gbp”", "[0].prices[0].currency", 52
        ),
        (
            #"[{"id":1,"name":"","prices":[],"x":256}]"#, "typeMismatch",
            "expected UInt8, but found the number 256, which does not fit", "[0].x", 35
        ),
    ])
    func describesAndLocatesErrors(_ text: String, _ code: String, _ message: String, _ path: String, _ offset: Int)
        throws
    {
        let error = try #require(throws: ResponseError.self) { try JSON(text).decode(direct: [Event].self) }
        #expect(error.code.description == code)
        #expect(error.message == message)
        #expect(CodingPathComponent.text(of: error.path) == path)
        #expect(error.position == SourcePosition(offset: offset, line: 1, column: offset + 1))
    }

    @Test func readsByHand() throws {
        let summary = try JSON(#"{"a":[1,2],"b":[],"a":[3]}"#).decode(direct: Summary.self)
        #expect(summary.names == ["a", "b", "a"])
        #expect(summary.total == 6)
        let error = try #require(throws: ResponseError.self) {
            try JSON(#"{"a":[1],"b":[1,2,3]}"#).decode(direct: Summary.self)
        }
        #expect(error.message == "too many")
        #expect(error.path == [.key("b")])
        #expect(error.offset == 13)
    }

    @Test func findsTheFirstOfSeveralMembersInAnyOrder() throws {
        struct Pair: JSON.DirectDecodable {
            let values: [Int]
            init(from value: borrowing JSON.Cursor) throws(ResponseError) {
                var members = try value.members()
                values = [
                    try members.decode("b"), try members.decode("a"), try members.decode("c"), try members.decode("a"),
                    try members.decode("b"), try members.decode("c"), try members.decodeIfPresent("z") ?? 0,
                ]
            }
        }
        let text = #"{"a":1,"\u0062":2,"a":3,"b":4,"c":5,"c":6}"#
        #expect(try JSON(text).decode(direct: Pair.self).values == [2, 1, 5, 1, 2, 5, 0])
    }

    @Test func readsEveryKindOfNumber() throws {
        #expect(try JSON("[1,-2,3e0]").decode(direct: [Int8].self) == [1, -2, 3])
        #expect(try JSON("[18446744073709551615]").decode(direct: [UInt64].self) == [.max])
        #expect(try JSON("[0.1,16777217,1e-50]").decode(direct: [Float].self) == [0.1, 16_777_216, 0])
        #expect(try JSON("[0.1,5,18446744073709551615]").decode(direct: [Double].self) == [0.1, 5, 0x1p64])
        #expect(try JSON("[true,null,false]").decode(direct: [Bool?].self) == [true, nil, false])
    }
}
