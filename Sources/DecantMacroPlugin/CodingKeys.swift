#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// The names of an enum of coding keys in a type, such as `CodingKeys`.
struct CodingKeys {
    /// A coding key: the name of a property or a case, and its name in the text if that is spelled out.
    struct Key {
        let declaration: EnumCaseElementSyntax
        let name: String
        let written: String?
    }

    let keys: [Key]

    /// Finds the coding keys of a type, or nil if it does not declare them.
    init?(named name: String, in members: MemberBlockItemListSyntax, _ problems: inout Problems) {
        guard let declaration = members.lazy.map(\.decl).first(where: { $0.declaredTypeName == name }) else {
            return nil
        }
        guard let keys = declaration.as(EnumDeclSyntax.self) else {
            problems.add("“\(name)” has to be an enum in the type, since the macro reads its cases.", at: declaration)
            return nil
        }
        self.keys = keys.memberBlock.members.caseElements.map { element in
            Key(
                declaration: element,
                name: element.name.identifierText,
                written: element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            )
        }
    }

    /// Returns the key with a name.
    func key(named name: String) -> Key? { keys.first { $0.name == name } }
}

/// The names of a member in the text.
struct CodingKeyNames {
    /// The names, the most important one first; there is at least one.
    let all: [String]

    /// The name of a property, a case, or an associated value.
    ///
    /// - Parameters:
    ///   - key: The coding key, if the type declares coding keys.
    ///   - attribute: The attribute with the names, if any.
    init(
        for name: String,
        key: CodingKeys.Key?,
        attribute: AttributeSyntax?,
        style: CodingKeyStyle,
        _ problems: inout Problems
    ) {
        guard let attribute else {
            all = [key?.written ?? style.name(for: name)]
            return
        }
        all = attribute.labeledArguments.map { argument in
            let literal = argument.expression.as(StringLiteralExprSyntax.self)
            if let name = literal?.representedLiteralValue { return name }
            problems.add("A name has to be a literal, since it is read at compile time.", at: argument)
            return ""
        }
    }

    /// The literals in the generated code.
    var literals: String { all.map(Self.literal).joined(separator: ", ") }

    /// The argument of a lookup.
    func argument(in members: String) -> String {
        all.count == 1 ? literals : "\(members).firstName(of: \(literals))"
    }

    private static func literal(_ name: String) -> String { StringLiteralExprSyntax(content: name).description }
}

/// The names of an object's members, which have to be different.
struct NameSet {
    private var owners: [String: String] = [:]

    /// All names, as literals.
    private(set) var literals: [String] = []

    /// Adds the names of a member, and reports a name that another member has.
    ///
    /// - Parameters:
    ///   - owner: The name of the property or the case.
    ///   - node: The part of the declaration to report.
    ///   - fixIts: The changes that give the member another name.
    mutating func insert(
        _ names: CodingKeyNames,
        of owner: String,
        at node: some SyntaxProtocol,
        _ fixIts: [FixIt],
        _ problems: inout Problems
    ) {
        for name in names.all {
            if let other = owners.updateValue(owner, forKey: name) {
                problems.add("“\(owner)” has the same name as “\(other)”: “\(name)”.", at: node, fixIts)
            }
        }
        literals.append(names.literals)
    }
}

extension MemberBlockItemListSyntax {
    /// The declarations of cases in an enum, each with one or more cases.
    var cases: [EnumCaseDeclSyntax] { compactMap { $0.decl.as(EnumCaseDeclSyntax.self) } }

    /// The cases of an enum.
    var caseElements: [EnumCaseElementSyntax] { cases.flatMap { Array($0.elements) } }
}

extension DeclSyntax {
    /// The name of a nested type.
    fileprivate var declaredTypeName: String? { asProtocol((any NamedDeclSyntax).self)?.name.text }
}

extension TokenSyntax {
    /// The name without backticks.
    var identifierText: String {
        let text = trimmed.text
        return text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
    }

    /// The name as the label of an argument, where most keywords need no backticks.
    var labelText: String {
        let name = identifierText
        let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && name.first?.isNumber == false
        return isWord && !["inout", "let", "var"].contains(name) ? name : trimmed.text
    }
}
#endif
