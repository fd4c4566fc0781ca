#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored property of a struct.
struct StoredProperty {
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let pattern: IdentifierPatternSyntax

    /// The type as written, or nil if it is inferred from the initial value.
    let type: TypeSyntax?

    /// The name without backticks.
    var name: String { pattern.identifier.identifierText }

    var isIgnored: Bool { attribute("JSONIgnored") != nil }

    private var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

    private var hasInitialValue: Bool { binding.initializer != nil }

    /// Whether the property is optional, and has no initial value but nil.
    private var isOptional: Bool {
        guard let type, type.isOptional else { return false }
        return binding.initializer?.value.is(NilLiteralExprSyntax.self) ?? true
    }

    /// Returns the attribute with a name.
    func attribute(_ name: String) -> AttributeSyntax? { declaration.attributes.first(named: name) }

    /// Adds the code that reads the property.
    func read(_ names: CodingKeyNames, _ options: DirectOptions, by reader: inout Reader) {
        let own = attribute("JSONStrategy").map { Strategy($0) } ?? Strategy()
        let expression = own.completed(by: options.strategy).expression
        let strategy = expression.flatMap { type?.isStandard == true ? nil : "options: \($0)" }
        let target = "self.\(pattern.identifier.trimmed.text)"
        let name = names.argument(in: "members")
        if hasInitialValue, !isOptional {
            let condition = options.readsNullAsDefault ? ", !value.isNull" : ""
            let read = "if let value = members.value(\(name))\(condition) {\n"
            reader.append(read + "    \(target) = try value.decode(\(strategy ?? ""))\n}")
        } else {
            let function = isOptional ? "decodeIfPresent" : "decode"
            let arguments = [name, strategy].compactMap(\.self).joined(separator: ", ")
            reader.assign("try members.\(function)(\(arguments))", to: target)
        }
        if let type { reader.types.append(type) }
    }
}

// MARK: - Checks

extension StoredProperty {
    /// The attributes that neither wrap a property nor change its storage.
    private static let plainAttributes: Set = [
        "JSONName", "JSONIgnored", "JSONStrategy", "available", "usableFromInline", "objc", "MainActor",
        "preconcurrency",
        // The markers of the prototype for the successor of `Codable`, whose macros may be on the same type.
        "CodingKey", "CodableBy", "CodableDefault", "DecodableAlias",
    ]

    private static let attributes: Set = ["JSONName", "JSONIgnored", "JSONStrategy"]

    /// Returns the stored properties of a struct, and reports declarations that cannot be read.
    static func all(in members: MemberBlockItemListSyntax, _ problems: inout Problems) -> [StoredProperty] {
        var properties: [StoredProperty] = []
        for member in members {
            if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                checkCondition(condition, &problems)
            } else if let declaration = member.decl.as(VariableDeclSyntax.self) {
                properties += all(in: declaration, &problems)
            }
        }
        return properties
    }

    private static func all(in declaration: VariableDeclSyntax, _ problems: inout Problems) -> [StoredProperty] {
        guard let kind = declaration.unstoredKind else {
            return declaration.bindings.compactMap { binding in
                guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                    problems.add("Declare each property by itself, so that it can be decoded.", at: binding.pattern)
                    return nil
                }
                let type = declaration.type(of: binding)
                return StoredProperty(declaration: declaration, binding: binding, pattern: pattern, type: type)
            }
        }
        for attribute in declaration.attributes.compactMap({ $0.as(AttributeSyntax.self) })
        where attributes.contains(attribute.name) {
            let fixIt = FixIt.removing(attribute, from: declaration)
            problems.add("“@\(attribute.name)” has no effect: \(kind) is not decoded.", at: attribute, [fixIt])
        }
        return []
    }

    private static func checkCondition(_ condition: IfConfigDeclSyntax, _ problems: inout Problems) {
        for clause in condition.clauses {
            guard case .decls(let members) = clause.elements else { continue }
            for member in members {
                if let nested = member.decl.as(IfConfigDeclSyntax.self) { checkCondition(nested, &problems) }
                guard let declaration = member.decl.as(VariableDeclSyntax.self), declaration.unstoredKind == nil else {
                    continue
                }
                let message = "A property inside “#if” cannot be decoded, since the macro does not know the condition."
                problems.add(message, at: declaration)
            }
        }
    }

    /// Reports the reasons why the property cannot be decoded.
    func check(hasKey: Bool, _ problems: inout Problems) {
        let other = declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
            .first { !Self.plainAttributes.contains($0.name) }
        // A constant can have neither a wrapper nor a macro for its accessors.
        if let other, !isConstant {
            let fixIt = FixIt.adding("@JSONIgnored", to: declaration)
            let message = "A property with “@\(other.name)” cannot be decoded, since it may be wrapped."
            problems.add(message, at: other, [fixIt])
        }
        if isConstant, hasInitialValue {
            var variable = declaration
            variable.bindingSpecifier.tokenKind = .keyword(.var)
            let fixIts = [
                FixIt.replacing(declaration, by: variable, "replace “let” with “var”"),
                FixIt.adding("@JSONIgnored", to: declaration),
            ]
            problems.add("“\(name)” cannot be decoded, since it is a constant with a value.", at: pattern, fixIts)
        }
        if type == nil, !hasInitialValue {
            var typed = binding.trimmed
            typed.typeAnnotation = TypeAnnotationSyntax(
                colon: .colonToken(trailingTrivia: .space),
                type: TypeSyntax("<#Type#>").with(\.trailingTrivia, binding.trailingTrivia)
            )
            problems.add("“\(name)” needs a type.", at: pattern, [.replacing(binding, by: typed, "add a type")])
        }
        if hasKey, let attribute = attribute("JSONName") {
            let fixIt = FixIt.removing(attribute, from: declaration)
            problems.add("“CodingKeys” names “\(name)” already.", at: attribute, [fixIt])
        }
        type?.checkDictionaries(&problems)
    }

    /// Reports a property that is not decoded, but has no value otherwise.
    func checkIgnored(_ problems: inout Problems) {
        let isImplicitlyNil = !isConstant && type?.isOptionalSugar == true
        guard !hasInitialValue, !isImplicitlyNil else { return }
        var initialized = binding.trimmed
        initialized.initializer = InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: ExprSyntax("<#value#>").with(\.trailingTrivia, binding.trailingTrivia)
        )
        let fixIt = FixIt.replacing(binding, by: initialized, "add an initial value")
        problems.add("“\(name)” is not decoded, so it needs an initial value.", at: pattern, [fixIt])
    }
}

extension VariableDeclSyntax {
    /// The reason why the variable is not stored, or nil for a stored property.
    fileprivate var unstoredKind: String? {
        for modifier in modifiers {
            switch modifier.name.tokenKind {
            case .keyword(.static), .keyword(.class): return "a static property"
            case .keyword(.lazy): return "a lazy property"
            default: break
            }
        }
        return bindings.contains { $0.accessorBlock?.isComputed == true } ? "a computed property" : nil
    }

    /// Returns the type of a binding, which may follow a later binding: `let x, y: Int`.
    fileprivate func type(of binding: PatternBindingSyntax) -> TypeSyntax? {
        guard binding.initializer == nil else { return binding.typeAnnotation?.type }
        let following = bindings.drop { $0.id != binding.id }
        return following.first { $0.typeAnnotation != nil || $0.initializer != nil }?.typeAnnotation?.type
    }
}

extension AccessorBlockSyntax {
    fileprivate var isComputed: Bool {
        switch accessors {
        case .getter: true
        case .accessors(let list):
            list.contains { ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
        }
    }
}
#endif
