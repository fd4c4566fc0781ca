import Testing

/// The code that the macro generates for enums, one test for each rule.
@Suite struct EnumExpansionTests {
    @Test(arguments: ["enum A: String { case a, b }", "enum A: Int { case a = 1 }", "enum A: Code { case a = \"x\" }"])
    func leavesRawValuesToTheProtocol(declaration: String) throws {
        let expansion = try Expansion("@JSONDirect \(declaration)")
        #expect(expansion.problems == [])
        #expect(expansion.text == "nonisolated extension A: DecantJSON.JSON.DirectDecodable {}")
    }

    @Test func readsTheCaseFromTheOnlyMember() throws {
        try expectEnum(
            """
            case move(x: Int, Double, _ z: String?)
            case stop, `default`
            """,
            """
            let member = try value.onlyMember(named: "move", "stop", "default")
            switch member.name {
            case "move":
                var members = try member.members()
                self = try .move(x: members.decode("x"), members.decode("_1"), members.decodeIfPresent("_2"))
            case "stop":
                _ = try member.members()
                self = .stop
            case "default":
                _ = try member.members()
                self = .`default`
            default:
                throw member.unexpected()
            }
            """
        )
    }

    @Test func usesTheDefaultOfAMissingAssociatedValue() throws {
        try expectEnum(
            "case a(`in`: Int = 3, Date? = nil, `inout`: Int, `a b`: Int)",
            arguments: "(dates: .iso8601)",
            """
            let member = try value.onlyMember(named: "a")
            switch member.name {
            case "a":
                var members = try member.members()
                self = try .a(in: members.value("in")?.decode(Int.self) ?? 3, \
            members.decodeIfPresent("_1", options: DecantDocument.DecodingOptions(dates: .iso8601)), \
            `inout`: members.decode("inout"), `a b`: members.decode("a b"))
            default:
                throw member.unexpected()
            }
            """
        )
    }

    @Test("Converts the names of cases and associated values") func convertsTheNamesOfCasesAndAssociated() throws {
        try expectEnum(
            "case newItem(itemName: String); @JSONName(\"Old\", \"gone\") case oldItem",
            arguments: "(keys: .convertFromSnakeCase)",
            """
            let member = try value.onlyMember(named: "new_item", "Old", "gone")
            switch member.name {
            case "new_item":
                var members = try member.members()
                self = try .newItem(itemName: members.decode("item_name"))
            case "Old", "gone":
                _ = try member.members()
                self = .oldItem
            default:
                throw member.unexpected()
            }
            """
        )
    }

    @Test func honorsCodingKeys() throws {
        try expectEnum(
            """
            case load(key: String, count: Int = 1)
            case skip
            case none
            enum CodingKeys: String, CodingKey { case load = "Load", none }
            enum LoadCodingKeys: String, CodingKey { case key = "k" }
            """,
            """
            let member = try value.onlyMember(named: "Load", "none")
            switch member.name {
            case "Load":
                var members = try member.members()
                self = try .load(key: members.decode("k"))
            case "none":
                _ = try member.members()
                self = .none
            default:
                throw member.unexpected()
            }
            """
        )
    }

    @Test func rejectsUnknownMembersOnRequest() throws {
        try expectEnum(
            "case a(b: Int)",
            arguments: "(rejectsUnknownMembers: true)",
            """
            var members = try value.members()
            while let member = members.next() {
                switch member.name {
                case "a":
                    continue
                default:
                    throw member.unexpected()
                }
            }
            let member = try value.onlyMember(named: "a")
            switch member.name {
            case "a":
                var members = try member.members()
                self = try .a(b: members.decode("b"))
                while let member = members.next() {
                    switch member.name {
                    case "b":
                        continue
                    default:
                        throw member.unexpected()
                    }
                }
            default:
                throw member.unexpected()
            }
            """
        )
    }

    @Test("Constrains the generic parameters that are decoded") func constrainsTheGenericParameters() throws {
        let text = try Expansion("@JSONDirect enum A<T> { case a(T) }").text
        #expect(text.contains(" where T: DecantJSON.JSON.DirectDecodable {"))
    }

    private func expectEnum(
        _ cases: String,
        arguments: String = "",
        _ body: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let expansion = try Expansion("@JSONDirect\(arguments) enum A {\n\(cases)\n}")
        #expect(expansion.problems == [], sourceLocation: location)
        #expect(expansion.body == body, sourceLocation: location)
    }
}
