#if Macros
import SwiftCompilerPlugin
import SwiftSyntax
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [JSONDirectMacro.self, JSONMemberMacro.self]
}

/// An attribute of a member, which only ``JSONDirectMacro`` reads.
enum JSONMemberMacro: PeerMacro {
    /// Returns no declarations.
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) -> [DeclSyntax] { [] }
}
#else
// Without the trait, nothing depends on this target, but building all targets of the package still links it.
@main
struct Plugin {
    static func main() {}
}
#endif
