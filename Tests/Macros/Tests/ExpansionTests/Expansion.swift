@testable import MacroUnderTest
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The result of expanding `@JSONDirect` in a source text.
struct Expansion {
    /// The statements of the generated initializer, or the whole extension without one.
    let body: String

    /// The generated extension.
    let text: String

    /// The reported problems.
    let problems: [Problem]

    /// A reported problem: its position, its message, and the titles of its fix-its with the source text after each.
    struct Problem: Equatable {
        let line: Int
        let column: Int
        let message: String
        let titles: [String]
        let fixed: [String]
    }

    init(_ source: String, conformances: [String] = ["JSON.DirectDecodable"]) throws {
        let file = Parser.parse(source: source)
        let finder = DeclarationFinder(viewMode: .sourceAccurate)
        finder.walk(file)
        guard let declaration = finder.declaration, let attribute = finder.attribute else { throw MissingAttribute() }
        let context = BasicMacroExpansionContext(lexicalContext: declaration.parent?.allMacroLexicalContexts() ?? [])
        let extensions = try JSONDirectMacro.expansion(
            of: attribute,
            attachedTo: declaration,
            providingExtensionsOf: TypeSyntax(
                "\(raw: declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "")"
            ),
            conformingTo: conformances.map { TypeSyntax("\(raw: $0)") },
            in: context
        )
        text = extensions.map { $0.description }.joined(separator: "\n")
        let lines = text.split(separator: "\n")
        body = lines.dropFirst(2).dropLast(2).map { $0.dropFirst(8) }.joined(separator: "\n")
        let converter = SourceLocationConverter(fileName: "", tree: file)
        problems = context.diagnostics.map { diagnostic in
            let location = diagnostic.node.startLocation(converter: converter)
            return Problem(
                line: location.line,
                column: location.column,
                message: diagnostic.message,
                titles: diagnostic.fixIts.map(\.message.message),
                fixed: diagnostic.fixIts.map { Self.apply($0, to: source) }
            )
        }
    }

    private static func apply(_ fixIt: FixIt, to source: String) -> String {
        var bytes = Array(source.utf8)
        for case .replace(let old, let new) in fixIt.changes {
            bytes.replaceSubrange(old.position.utf8Offset..<old.endPosition.utf8Offset, with: new.description.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

struct MissingAttribute: Error {}

/// Finds the first declaration with the attribute.
private final class DeclarationFinder: SyntaxVisitor {
    private(set) var declaration: (any DeclGroupSyntax)?
    private(set) var attribute: AttributeSyntax?

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        guard attribute == nil, node.attributeName.trimmedDescription == "JSONDirect" else { return .visitChildren }
        attribute = node
        declaration = node.parent?.parent?.asProtocol((any DeclGroupSyntax).self)
        return .visitChildren
    }
}
