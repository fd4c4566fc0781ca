#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@JSONDirect`, which generates an extension with the conformance and the reading initializer.
enum JSONDirectMacro: ExtensionMacro {
    /// The generated text has its final form, because formatting it would take most of the time of an expansion.
    static let formatMode = FormatMode.disabled

    /// Returns the extension; reports all problems of the declaration, and returns nothing, if it has any.
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        var problems = Problems()
        let name = type.trimmedDescription
        let source = source(of: declaration, named: name, adding: protocols, for: node, in: context, &problems)
        guard problems.diagnostics.isEmpty else {
            for diagnostic in problems.diagnostics { context.diagnose(diagnostic) }
            return []
        }
        return [ExtensionDeclSyntax(unparsed: source)]
    }

    private static func source(
        of declaration: some DeclGroupSyntax,
        named type: String,
        adding protocols: [TypeSyntax],
        for node: AttributeSyntax,
        in context: some MacroExpansionContext,
        _ problems: inout Problems
    ) -> String {
        checkInheritance(declaration, &problems)
        let reader = reader(of: declaration, DirectOptions(node, &problems), node, &problems)
        let conformance = protocols.isEmpty ? "" : ": DecantJSON.JSON.DirectDecodable"
        let parameters = GenericParameters(declaration, context, &problems)
        let constraints = parameters.constraints(for: reader?.types ?? [])
        let header = "nonisolated extension \(type)\(conformance)\(constraints)"
        guard let reader else { return "\(header) {}" }
        let parameter = "from value: borrowing DecantJSON.JSON.Cursor"
        let lines = reader.statements.flatMap { $0.split(separator: "\n") }
        return """
            \(header) {
                \(declaration.access(in: context))init(\(parameter)) throws(DecantCore.ResponseError) {
            \(lines.map { "        \($0)" }.joined(separator: "\n"))
                }
            }
            """
    }

    /// Returns the contents of the initializer, or nil if the protocol has one for types with a raw value.
    private static func reader(
        of declaration: some DeclGroupSyntax,
        _ options: DirectOptions,
        _ node: AttributeSyntax,
        _ problems: inout Problems
    ) -> Reader? {
        let members = declaration.memberBlock.members
        if declaration.is(StructDeclSyntax.self) {
            return declaration.isRawRepresentable ? nil : StructReader.reader(members, options, &problems)
        }
        if let declaration = declaration.as(EnumDeclSyntax.self) {
            return hasRawType(declaration, &problems) ? nil : EnumReader.reader(members, options, &problems)
        }
        problems.add(
            "“@JSONDirect” can be attached to a struct or an enum; write “init(from:)” by hand for any other type.",
            at: node
        )
        return nil
    }

    /// Reports types that cannot be copied, which the protocol does not support.
    private static func checkInheritance(_ declaration: some DeclGroupSyntax, _ problems: inout Problems) {
        for inherited in declaration.inheritanceClause?.inheritedTypes ?? [] {
            guard inherited.type.is(SuppressedTypeSyntax.self) else { continue }
            let message = "A type with “\(inherited.type.trimmedDescription)” cannot be decoded from JSON."
            problems.add(message, at: inherited.type)
        }
    }

    /// Returns whether an enum has a raw type, whose conformance needs no initializer.
    private static func hasRawType(_ declaration: EnumDeclSyntax, _ problems: inout Problems) -> Bool {
        let members = declaration.memberBlock.members
        let elements = members.caseElements
        if elements.isEmpty {
            problems.add("An enum without cases has no values to decode.", at: declaration.name)
        }
        for cases in members.cases {
            for name in ["JSONIgnored", "JSONStrategy"] {
                guard let attribute = cases.attributes.first(named: name) else { continue }
                let fixIt = FixIt.removing(attribute, from: cases)
                problems.add("“@\(name)” can be attached to a property, but not to a case.", at: attribute, [fixIt])
            }
        }
        let first = declaration.inheritanceClause?.inheritedTypes.first?.type
        guard first?.isRawType == true || elements.contains(where: { $0.rawValue != nil }) else { return false }
        for cases in members.cases {
            guard let attribute = cases.attributes.first(named: "JSONName") else { continue }
            let message = "“@JSONName” has no effect: the raw value of the case is its name in the text."
            problems.add(message, at: attribute, [.removing(attribute, from: cases)])
        }
        return true
    }
}

extension ExtensionDeclSyntax {
    /// Creates an extension whose text is not parsed, because the compiler parses it anyway.
    ///
    /// The whole text is the name of the extended type, and all other tokens are missing.
    fileprivate init(unparsed text: String) {
        self.init(
            extensionKeyword: .keyword(.extension, presence: .missing),
            extendedType: IdentifierTypeSyntax(name: .identifier(text)),
            memberBlock: MemberBlockSyntax(
                leftBrace: .leftBraceToken(presence: .missing),
                members: [],
                rightBrace: .rightBraceToken(presence: .missing)
            )
        )
    }
}

/// The contents of a generated initializer.
struct Reader {
    /// The types that are decoded.
    var types: [TypeSyntax]

    private var finished: [String]

    /// The properties to assign in one statement; the compiler copies a large struct whose properties are assigned one
    /// by one.
    private var assigned: [(value: String, target: String)] = []

    init(_ statements: [String] = [], types: [TypeSyntax] = []) {
        finished = statements
        self.types = types
    }

    /// The statements, in the order of the members, each with one or more lines.
    var statements: [String] {
        guard assigned.count > 1 else { return finished + assigned.map { "\($0.target) = \($0.value)" } }
        let targets = assigned.map(\.target).joined(separator: ", ")
        let values = assigned.map { "    \($0.value)" }.joined(separator: ",\n")
        return finished + ["(\(targets)) = (\n\(values)\n)"]
    }

    /// Appends a statement.
    mutating func append(_ statement: String) {
        finished = statements + [statement]
        assigned = []
    }

    /// Appends the assignment of a value to a property.
    mutating func assign(_ value: String, to target: String) {
        assigned.append((value, target))
    }
}

extension DeclGroupSyntax {
    /// Whether the type states that it has a raw value.
    fileprivate var isRawRepresentable: Bool {
        let inherited = inheritanceClause?.inheritedTypes ?? []
        return inherited.contains { ["RawRepresentable", "OptionSet"].contains($0.type.trimmedDescription) }
    }

    /// The access level of the initializer, which is the level of the type or of the extension around it.
    fileprivate func access(in context: some MacroExpansionContext) -> String {
        let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers ?? []
        for modifiers in [self.modifiers, enclosing] {
            for modifier in modifiers {
                switch modifier.name.tokenKind {
                case .keyword(.public), .keyword(.package): return "\(modifier.name.text) "
                case .keyword(.internal), .keyword(.private), .keyword(.fileprivate): return ""
                default: break
                }
            }
        }
        return ""
    }
}

/// The generic parameters of a type and of the types around it.
struct GenericParameters {
    private var names: Set<String> = []

    /// The parameters that are known to decode themselves directly.
    private var satisfied: Set<String> = []

    init(_ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext, _ problems: inout Problems) {
        for declaration in [Syntax(declaration)] + context.lexicalContext {
            guard let clause = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
            else {
                continue
            }
            for parameter in clause.parameters {
                if parameter.specifier?.tokenKind == .keyword(.each) {
                    problems.add("A type with a parameter pack cannot be decoded from JSON.", at: parameter)
                }
                names.insert(parameter.name.text)
                if parameter.inheritedType?.trimmedDescription.contains("DirectDecodable") == true {
                    satisfied.insert(parameter.name.text)
                }
            }
        }
    }

    /// Returns the constraints under which the types decode themselves directly, as a clause.
    func constraints(for types: [TypeSyntax]) -> String {
        var found: [String] = []
        for use in types.flatMap({ $0.uses(of: names) }) where !satisfied.contains(use) && !found.contains(use) {
            found.append(use)
        }
        if found.isEmpty { return "" }
        return " where " + found.map { "\($0): DecantJSON.JSON.DirectDecodable" }.joined(separator: ", ")
    }
}
#endif
