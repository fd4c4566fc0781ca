#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A text that the compiler shows: the reason for an error, or the title of a fix-it.
struct Message: DiagnosticMessage, FixItMessage {
    let message: String
    let severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "DecantMacros", id: message) }
    var fixItID: MessageID { diagnosticID }
}

/// The problems of a declaration, all of which are reported at once.
struct Problems {
    private(set) var diagnostics: [Diagnostic] = []

    /// Adds a problem.
    ///
    /// - Parameters:
    ///   - message: What is wrong, and the remedy, in one or two sentences.
    ///   - node: The part of the declaration at fault.
    ///   - fixIts: The changes that solve the problem.
    mutating func add(_ message: String, at node: some SyntaxProtocol, _ fixIts: [FixIt] = []) {
        diagnostics.append(Diagnostic(node: node, message: Message(message: message), fixIts: fixIts))
    }
}

extension FixIt {
    /// Creates a change that adds an attribute to a property or a case.
    static func adding(_ attribute: String, to declaration: some WithAttributesSyntax) -> FixIt {
        var changed = declaration
        let first = AttributeSyntax("\(raw: attribute)").with(\.trailingTrivia, .space)
        if declaration.attributes.isEmpty {
            changed.leadingTrivia = []
            changed.attributes = [.attribute(first.with(\.leadingTrivia, declaration.leadingTrivia))]
        } else {
            changed.attributes.append(.attribute(first))
        }
        return replacing(declaration, by: changed, "add “\(attribute.prefix { $0 != "(" })”")
    }

    /// Creates a change that removes an attribute.
    static func removing(_ attribute: AttributeSyntax, from declaration: some WithAttributesSyntax) -> FixIt {
        var changed = declaration
        let isFirst = declaration.attributes.first?.id == attribute.id
        changed.attributes = declaration.attributes.filter { $0.id != attribute.id }
        if isFirst { changed.leadingTrivia = declaration.leadingTrivia }
        return replacing(declaration, by: changed, "remove “@\(attribute.attributeName.trimmedDescription)”")
    }

    /// Creates a change of a part of the declaration.
    static func replacing(
        _ node: some SyntaxProtocol,
        by changed: some SyntaxProtocol,
        _ title: String
    ) -> FixIt {
        FixIt(
            message: Message(message: title),
            changes: [.replace(oldNode: Syntax(node), newNode: Syntax(changed))]
        )
    }
}
#endif
