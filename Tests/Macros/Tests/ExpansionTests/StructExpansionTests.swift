import Testing

/// The code that the macro generates for structs, one test for each rule.
@Suite struct StructExpansionTests {
    @Test func generatesAnExtensionWithTheInitializer() throws {
        let expansion = try Expansion("@JSONDirect struct Event { let id: Int }")
        #expect(
            expansion.text == """
                nonisolated extension Event: DecantJSON.JSON.DirectDecodable {
                    init(from value: borrowing DecantJSON.JSON.Cursor) throws(DecantCore.ResponseError) {
                        var members = try value.members()
                        self.id = try members.decode("id")
                    }
                }
                """
        )
    }

    @Test("Adds only the initializer to a type that conforms") func addsOnlyTheInitializerToAType() throws {
        let expansion = try Expansion("@JSONDirect struct A: JSON.DirectDecodable {}", conformances: [])
        #expect(expansion.text.hasPrefix("nonisolated extension A {"))
    }

    @Test("Reads properties in the order of the declaration") func readsPropertiesInTheOrder() throws {
        try expectBody(
            "let id: Int; var title: String\n let a, b: Double",
            """
            var members = try value.members()
            (self.id, self.title, self.a, self.b) = (
                try members.decode("id"),
                try members.decode("title"),
                try members.decode("a"),
                try members.decode("b")
            )
            """
        )
    }

    @Test(arguments: [
        "let x: Int?", "var x: Int?", "var x: Int? = nil", "var x: Int!", "let x: Optional<Int>",
        "let x: Swift.Optional<Int>",
    ])
    func readsNullAndMissingMembersAsNil(property: String) throws {
        try expectBody(property, "var members = try value.members()\nself.x = try members.decodeIfPresent(\"x\")")
    }

    @Test(arguments: [
        "@CodingKey(\"y\") var x: Int", "@CodableBy(.base64) @NewCodable.DecodableAlias(\"z\") var x: Int",
        "@Column(\"y\") let x: Int", "@Other.Marker let x: Int",
    ])
    func ignoresTheMarkersOfOtherMacros(property: String) throws {
        try expectBody(property, "var members = try value.members()\nself.x = try members.decode(\"x\")")
    }

    @Test(arguments: ["var x = 5", "var x: Int = 5", "var x: Int? = 5", "var x: Int = 5 { didSet {} }"])
    func keepsTheInitialValueOfAMissingMember(property: String) throws {
        try expectBody(
            property,
            """
            var members = try value.members()
            if let value = members.value("x") {
                self.x = try value.decode()
            }
            """
        )
    }

    @Test("Keeps the initial value of a null member on request") func keepsTheInitialValueOfANullMember() throws {
        try expectBody(
            "var x = 5; let y: Int; let z: Int?",
            arguments: "(readsNullAsDefault: true)",
            """
            var members = try value.members()
            if let value = members.value("x"), !value.isNull {
                self.x = try value.decode()
            }
            (self.y, self.z) = (
                try members.decode("y"),
                try members.decodeIfPresent("z")
            )
            """
        )
    }

    @Test(arguments: [
        (".useDefaultKeys", "userID2", "userID2"), (".convertFromSnakeCase", "userName", "user_name"),
        (".convertFromSnakeCase", "myURLParser", "my_url_parser"), (".convertFromSnakeCase", "userID", "user_id"),
        (".convertFromSnakeCase", "_id", "_id"), (".convertFromSnakeCase", "utf8Text", "utf8_text"),
        (".convertFromSnakeCase", "ÄnderungsDatum", "änderungs_datum"),
        (".convertFromKebabCase", "userName", "user-name"),
        ("DecodingOptions.Keys.convertFromKebabCase", "id", "id"), (".convertFromCapitalized", "pubDate", "PubDate"),
    ])
    func convertsNames(style: String, property: String, name: String) throws {
        let read = "var members = try value.members()\nself.\(property) = try members.decode(\"\(name)\")"
        try expectBody("let \(property): Int", arguments: "(keys: \(style))", read)
    }

    @Test func readsTheFirstOfSeveralNames() throws {
        try expectBody(
            #"@JSONName("display_name", "name") let title: String; @JSONName("a\"\\b") var c = 1; "#
                + #"@JSONName("x", "y") var z = 1"#,
            arguments: "(keys: .convertFromSnakeCase)",
            ##"""
            var members = try value.members()
            self.title = try members.decode(members.firstName(of: "display_name", "name"))
            if let value = members.value(#"a"\b"#) {
                self.c = try value.decode()
            }
            if let value = members.value(members.firstName(of: "x", "y")) {
                self.z = try value.decode()
            }
            """##
        )
    }

    @Test func leavesOutIgnoredAndUnstoredProperties() throws {
        try expectBody(
            """
            @JSONIgnored var isSelected = false
            @JSONIgnored let version = 1
            @JSONIgnored var cache: Int?
            @JSONIgnored @Wrapper(1) var wrapped = 2
            static let shared = 1
            lazy var later = 2
            var computed: Int { 1 }
            var accessed: Int { get { 1 } set {} }
            func name() {}
            enum Kind { case a }
            """,
            "_ = try value.members()"
        )
    }

    @Test func honorsCodingKeys() throws {
        try expectBody(
            """
            let id: Int
            let title: String
            var isSelected = false
            let someName: String
            enum CodingKeys: String, CodingKey { case title = "Display", someName; case id }
            """,
            arguments: "(keys: .convertFromSnakeCase)",
            """
            var members = try value.members()
            (self.title, self.someName, self.id) = (
                try members.decode("Display"),
                try members.decode("some_name"),
                try members.decode("id")
            )
            """
        )
    }

    @Test("Passes the strategies of the type to types that may use them") func passesTheStrategiesOfTheTypeToTypes()
        throws
    {
        let options = "options: DecantDocument.DecodingOptions(dates: .iso8601, data: .array)"
        try expectBody(
            "let a: Date; let b: [Data]?; let c: [String: Int]; let d: Swift.Int?; var e: Date = .now; var f = 1",
            arguments: "(dates: .iso8601, data: .array)",
            """
            var members = try value.members()
            (self.a, self.b, self.c, self.d) = (
                try members.decode("a", \(options)),
                try members.decodeIfPresent("b", \(options)),
                try members.decode("c"),
                try members.decodeIfPresent("d")
            )
            if let value = members.value("e") {
                self.e = try value.decode(\(options))
            }
            if let value = members.value("f") {
                self.f = try value.decode(\(options))
            }
            """
        )
    }

    @Test func prefersTheStrategiesOfTheProperty() throws {
        try expectBody(
            "@JSONStrategy(dates: .secondsSince1970) let a: Date; @JSONStrategy(dates: nil, data: .array) let b: Data",
            arguments: "(dates: .iso8601)",
            """
            var members = try value.members()
            (self.a, self.b) = (
                try members.decode("a", options: DecantDocument.DecodingOptions(dates: .secondsSince1970)),
                try members.decode("b", options: DecantDocument.DecodingOptions(dates: .iso8601, data: .array))
            )
            """
        )
    }

    @Test func passesSeveralRepresentationsOfDates() throws {
        let type = "dates: .iso8601, alternativeDates: [.secondsSince1970], data: .array"
        let property = "dates: .lenientISO8601, alternativeDates: [.internetMessage, .aspNet], data: .array"
        try expectBody(
            "let a: Date; @JSONStrategy(dates: .lenientISO8601, .internetMessage, .aspNet) let b: Date",
            arguments: "(dates: .iso8601, .secondsSince1970, data: .array)",
            """
            var members = try value.members()
            (self.a, self.b) = (
                try members.decode("a", options: DecantDocument.DecodingOptions(\(type))),
                try members.decode("b", options: DecantDocument.DecodingOptions(\(property)))
            )
            """
        )
    }

    @Test func rejectsUnknownMembersOnRequest() throws {
        try expectBody(
            "let id: Int; @JSONName(\"a\", \"b\") let x: Int",
            arguments: "(rejectsUnknownMembers: true)",
            """
            var members = try value.members()
            (self.id, self.x) = (
                try members.decode("id"),
                try members.decode(members.firstName(of: "a", "b"))
            )
            while let member = members.next() {
                switch member.name {
                case "id", "a", "b":
                    continue
                default:
                    throw member.unexpected()
                }
            }
            """
        )
        try expectBody(
            "",
            arguments: "(rejectsUnknownMembers: true)",
            """
            var members = try value.members()
            while let member = members.next() {
                switch member.name {
                default:
                    throw member.unexpected()
                }
            }
            """
        )
    }

    @Test("Keeps backticks in Swift, and leaves them out of names") func keepsBackticksInSwiftAndLeavesThemOut() throws
    {
        try expectBody(
            "let `class`: Int; let `two words`: Int; let 名前: Int; let members: Int; let value: Int",
            """
            var members = try value.members()
            (self.`class`, self.`two words`, self.名前, self.members, self.value) = (
                try members.decode("class"),
                try members.decode("two words"),
                try members.decode("名前"),
                try members.decode("members"),
                try members.decode("value")
            )
            """
        )
    }

    @Test(arguments: ["struct A: OptionSet { let rawValue: Int }", "struct A: RawRepresentable { let rawValue: Int }"])
    func leavesRawValuesToTheProtocol(declaration: String) throws {
        let expansion = try Expansion("@JSONDirect \(declaration)")
        #expect(expansion.problems == [])
        #expect(expansion.text == "nonisolated extension A: DecantJSON.JSON.DirectDecodable {}")
    }

    @Test(arguments: [
        ("public struct A", "public init"), ("package struct A", "package init"), ("struct A", "init"),
        ("private struct A", "init"), ("fileprivate struct A", "init"), ("internal struct A", "init"),
    ])
    func givesTheInitializerTheAccessOfTheType(declaration: String, initializer: String) throws {
        let text = try Expansion("@JSONDirect \(declaration) {}").text
        #expect(text.contains("    \(initializer)(from"))
    }

    @Test("Gives the initializer the access of an extension around the type") func givesTheInitializerTheAccess() throws
    {
        #expect(try Expansion("public extension B { @JSONDirect struct A {} }").text.contains(" public init(from"))
        #expect(try !Expansion("public extension B { @JSONDirect internal struct A {} }").text.contains("public"))
    }

    @Test(
        "Constrains the generic parameters that are decoded",
        arguments: [
            ("A<T>", "let t: T", " where T: DecantJSON.JSON.DirectDecodable"),
            (
                "A<T: Sendable, U>", "let t: [T?]; let u: [String: U]; let v: Box<U>",
                " where T: DecantJSON.JSON.DirectDecodable, U: DecantJSON.JSON.DirectDecodable"
            ),
            ("A<T: Identifiable>", "let id: T.ID", " where T.ID: DecantJSON.JSON.DirectDecodable"),
            ("A<T: JSON.DirectDecodable>", "let t: T", ""), ("A<T>", "let id: String", ""),
        ]
    )
    func constrainsTheGenericParameters(type: String, properties: String, clause: String) throws {
        let text = try Expansion("@JSONDirect struct \(type) { \(properties) }").text
        #expect(text.hasPrefix("nonisolated extension A: DecantJSON.JSON.DirectDecodable\(clause) {"))
    }

    @Test("Constrains the generic parameters of a type around it") func constrainsTheGenericParametersOfAType() throws {
        let text = try Expansion("struct Outer<T> { @JSONDirect struct A { let t: T } }").text
        #expect(text.contains(" where T: DecantJSON.JSON.DirectDecodable {"))
    }
}

/// Compares the statements of the initializer for the properties of a struct.
func expectBody(
    _ properties: String,
    arguments: String = "",
    _ body: String,
    at location: SourceLocation = #_sourceLocation
) throws {
    let expansion = try Expansion("@JSONDirect\(arguments) struct A {\n\(properties)\n}")
    #expect(expansion.problems == [], sourceLocation: location)
    #expect(expansion.body == body, sourceLocation: location)
}
