import Testing

/// The declarations that the macro rejects, each at the part at fault, with its fix-its.
@Suite struct DiagnosticTests {
    @Test(arguments: ["class", "actor", "protocol"])
    func rejectsOtherTypes(kind: String) throws {
        try expectProblem(
            "@JSONDirect \(kind) A {}",
            "1:1 “@JSONDirect” can be attached to a struct or an enum; write “init(from:)” by hand for any other type."
        )
    }

    @Test func rejectsATypeThatCannotBeCopied() throws {
        try expectProblem(
            "@JSONDirect struct A: ~Copyable {}",
            "1:23 A type with “~Copyable” cannot be decoded from JSON."
        )
    }

    @Test func rejectsAParameterPack() throws {
        try expectProblem(
            "@JSONDirect struct A<each T> {}",
            "1:22 A type with a parameter pack cannot be decoded from JSON."
        )
    }

    @Test func rejectsAConstantWithAValue() throws {
        try expectProblem(
            "@JSONDirect struct A { let x = 1 }",
            "1:28 “x” cannot be decoded, since it is a constant with a value.",
            fixed: "@JSONDirect struct A { var x = 1 }",
            "@JSONDirect struct A { @JSONIgnored let x = 1 }"
        )
    }

    @Test func needsAType() throws {
        try expectProblem(
            "@JSONDirect struct A { let x }",
            "1:28 “x” needs a type.",
            fixed: "@JSONDirect struct A { let x: <#Type#> }"
        )
    }

    @Test(arguments: [
        ("var x: Int { 1 }", "a computed property"), ("var x: Int { get { 1 } set {} }", "a computed property"),
        ("static var x = 1", "a static property"), ("lazy var x = 1", "a lazy property"),
    ])
    func rejectsAttributesOfUnstoredProperties(property: String, kind: String) throws {
        try expectProblem(
            "@JSONDirect struct A {\n    @JSONName(\"y\") \(property)\n}",
            "2:5 “@JSONName” has no effect: \(kind) is not decoded.",
            fixed: "@JSONDirect struct A {\n    \(property)\n}"
        )
    }

    @Test func rejectsWrappedProperties() throws {
        try expectProblem(
            "@JSONDirect struct A {\n    /// Text.\n    @Published public var x: Int\n}",
            "3:5 A property with “@Published” cannot be decoded, since it may be wrapped.",
            fixed: "@JSONDirect struct A {\n    /// Text.\n    @Published @JSONIgnored public var x: Int\n}"
        )
    }

    @Test func rejectsAWrapperBesideAMarker() throws {
        try expectProblem(
            "@JSONDirect struct A { @CodingKey(\"y\") @Clamped(0...9) var x: Int }",
            "1:40 A property with “@Clamped” cannot be decoded, since it may be wrapped.",
            fixed: "@JSONDirect struct A { @CodingKey(\"y\") @Clamped(0...9) @JSONIgnored var x: Int }"
        )
    }

    @Test func rejectsSeveralPropertiesInOnePattern() throws {
        try expectProblem(
            "@JSONDirect struct A { var (x, y) = (1, 2) }",
            "1:28 Declare each property by itself, so that it can be decoded."
        )
    }

    @Test func rejectsEqualNames() throws {
        try expectProblem(
            "@JSONDirect(keys: .convertFromSnakeCase) struct A { let userID: Int; let userId: Int }",
            "1:74 “userId” has the same name as “userID”: “user_id”.",
            fixed: "@JSONDirect(keys: .convertFromSnakeCase) struct A { let userID: Int; "
                + "@JSONName(\"<#name#>\") let userId: Int }"
        )
        try expectProblem(
            "@JSONDirect struct A { let a: Int; @JSONName(\"b\", \"a\") let b: Int }",
            "1:60 “b” has the same name as “a”: “a”."
        )
        try expectProblem(
            "@JSONDirect enum A { case a; @JSONName(\"a\") case b }",
            "1:50 “b” has the same name as “a”: “a”."
        )
        try expectProblem(
            "@JSONDirect enum A { case a(x: Int, x: Int) }",
            "1:37 “x” has the same name as “x”: “x”."
        )
    }

    @Test func needsAValueForAnIgnoredProperty() throws {
        try expectProblem(
            "@JSONDirect struct A { @JSONIgnored let x: Int? }",
            "1:41 “x” is not decoded, so it needs an initial value.",
            fixed: "@JSONDirect struct A { @JSONIgnored let x: Int? = <#value#> }"
        )
        try expectProblem(
            "@JSONDirect struct A { let x: Int; enum CodingKeys: CodingKey {} }",
            "1:28 “x” is not decoded, so it needs an initial value.",
            fixed: "@JSONDirect struct A { let x: Int = <#value#>; enum CodingKeys: CodingKey {} }"
        )
        try expectProblem(
            "@JSONDirect enum A { case a(x: Int); enum ACodingKeys: CodingKey {} }",
            "1:29 “x” is not decoded, so it needs a default value."
        )
    }

    @Test func rejectsANameBesideCodingKeys() throws {
        try expectProblem(
            "@JSONDirect struct A { @JSONName(\"y\") let x: Int; enum CodingKeys: CodingKey { case x } }",
            "1:24 “CodingKeys” names “x” already.",
            fixed: "@JSONDirect struct A { let x: Int; enum CodingKeys: CodingKey { case x } }"
        )
    }

    @Test func needsCodingKeysThatItCanRead() throws {
        try expectProblem(
            "@JSONDirect struct A { let x: Int; typealias CodingKeys = OtherKeys }",
            "1:36 “CodingKeys” has to be an enum in the type, since the macro reads its cases."
        )
        try expectProblem(
            "@JSONDirect struct A { enum CodingKeys: CodingKey { case y } }",
            "1:58 “CodingKeys” has the case “y”, but no property to decode has this name."
        )
    }

    @Test func needsArgumentsThatItCanRead() throws {
        try expectProblem(
            "@JSONDirect(keys: style) struct A {}",
            "1:13 “keys” has to be a case of “DecodingOptions.Keys”, since it is read at compile time."
        )
        try expectProblem(
            "@JSONDirect(rejectsUnknownMembers: !false) struct A {}",
            "1:13 “rejectsUnknownMembers” has to be true or false, since it is read at compile time."
        )
        try expectProblem(
            "@JSONDirect struct A { @JSONName(name) let x: Int }",
            "1:34 A name has to be a literal, since it is read at compile time."
        )
    }

    @Test func rejectsPropertiesThatDependOnACondition() throws {
        try expectProblem(
            "@JSONDirect struct A {\n#if DEBUG\nfunc f() {}\n#else\n#if X\nlet x: Int\n#endif\n#endif\n}",
            "6:1 A property inside “#if” cannot be decoded, since the macro does not know the condition."
        )
    }

    @Test(arguments: ["struct A { let x: [Int: String] }", "enum A { case a([Int: String]) }"])
    func rejectsDictionariesWithoutNames(declaration: String) throws {
        let problems = try Expansion("@JSONDirect \(declaration)").problems
        #expect(
            problems.map(\.message) == [
                "The keys of a dictionary have to be “String”, since names in JSON are strings."
            ]
        )
    }

    @Test func rejectsAnEnumWithoutCases() throws {
        try expectProblem("@JSONDirect enum A {}", "1:18 An enum without cases has no values to decode.")
    }

    @Test func rejectsAttributesOfCases() throws {
        try expectProblem(
            "@JSONDirect enum A { @JSONIgnored case a }",
            "1:22 “@JSONIgnored” can be attached to a property, but not to a case.",
            fixed: "@JSONDirect enum A { case a }"
        )
        try expectProblem(
            "@JSONDirect enum A: String { @JSONName(\"x\") case a }",
            "1:30 “@JSONName” has no effect: the raw value of the case is its name in the text.",
            fixed: "@JSONDirect enum A: String { case a }"
        )
    }

    @Test(arguments: [
        ("let x = 1", ["replace “let” with “var”", "add “@JSONIgnored”"]), ("let x", ["add a type"]),
        ("@JSONIgnored let x: Int", ["add an initial value"]),
        ("@JSONName(\"y\") static let x = 1", ["remove “@JSONName”"]),
        ("@Wrapper var x: Int", ["add “@JSONIgnored”"]),
    ])
    func describesFixIts(property: String, titles: [String]) throws {
        #expect(try Expansion("@JSONDirect struct A { \(property) }").problems.flatMap(\.titles) == titles)
    }

    @Test func reportsAllProblemsAtOnce() throws {
        let expansion = try Expansion("@JSONDirect struct A { let x = 1; let y = 2; let z }")
        #expect(expansion.problems.map(\.column) == [28, 39, 50])
        #expect(expansion.text == "")
    }

    /// Expects one problem, and the source after each of its fix-its.
    private func expectProblem(
        _ source: String,
        _ problem: String,
        fixed: String...,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let found = try Expansion(source).problems
        #expect(found.map { "\($0.line):\($0.column) \($0.message)" } == [problem], sourceLocation: location)
        #expect(found.flatMap(\.fixed) == fixed, sourceLocation: location)
    }
}
