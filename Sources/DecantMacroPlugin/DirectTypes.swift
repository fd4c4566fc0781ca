#if Macros
import SwiftSyntax

extension TypeSyntax {
    /// The standard library's scalars, whose representation is never chosen.
    private static let scalars: Set = [
        "Bool", "String", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8",
        "UInt16", "UInt32", "UInt64", "UInt128",
    ]

    /// Whether the type is `T?` or `T!`, whose initial value is nil.
    var isOptionalSugar: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }

    /// Whether the type is optional, as far as its text tells.
    var isOptional: Bool {
        if isOptionalSugar { return true }
        if let member = self.as(MemberTypeSyntax.self) {
            return member.name.text == "Optional" && member.baseType.trimmedDescription == "Swift"
        }
        return self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
    }

    /// Whether the type consists of scalars of the standard library, so strategies have no effect.
    var isStandard: Bool {
        tokens(viewMode: .sourceAccurate).allSatisfy { token in
            guard case .identifier(let name) = token.tokenKind else { return true }
            return Self.scalars.contains(name) || ["Swift", "Optional", "Array", "Dictionary"].contains(name)
        }
    }

    /// Whether the type is a raw type of an enum that `JSON.DirectDecodable` supports.
    var isRawType: Bool { Self.scalars.contains(trimmedDescription) && trimmedDescription != "Bool" }

    /// Reports dictionaries whose keys cannot be names.
    func checkDictionaries(_ problems: inout Problems) {
        if let name = self.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil { return }
        let finder = DictionaryFinder(viewMode: .sourceAccurate)
        finder.walk(self)
        for key in finder.keys where Self.scalars.contains(key.trimmedDescription) && key.trimmedDescription != "String"
        {
            problems.add("The keys of a dictionary have to be “String”, since names in JSON are strings.", at: key)
        }
    }

    /// Returns the generic parameters that the type uses, and their associated types.
    func uses(of parameters: Set<String>) -> [String] {
        guard !parameters.isEmpty else { return [] }
        let finder = ParameterFinder(parameters)
        finder.walk(self)
        return finder.found
    }
}

private final class DictionaryFinder: SyntaxVisitor {
    var keys: [TypeSyntax] = []

    override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
        keys.append(node.key)
        return .visitChildren
    }
}

private final class ParameterFinder: SyntaxVisitor {
    private let parameters: Set<String>
    private(set) var found: [String] = []

    init(_ parameters: Set<String>) {
        self.parameters = parameters
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        var root = node.baseType
        while let member = root.as(MemberTypeSyntax.self) { root = member.baseType }
        guard let base = root.as(IdentifierTypeSyntax.self), parameters.contains(base.name.text) else {
            return .visitChildren
        }
        found.append(node.trimmedDescription)
        return .skipChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        if parameters.contains(node.name.text) { found.append(node.name.text) }
        return .visitChildren
    }
}
#endif
