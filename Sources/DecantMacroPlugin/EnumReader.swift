#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// The initializer that reads an enum from an object whose only member names the case.
struct EnumReader {
    private let members: MemberBlockItemListSyntax
    private let options: DirectOptions
    private var names = NameSet()
    private var types: [TypeSyntax] = []

    /// Returns the initializer for the members of an enum.
    static func reader(
        _ members: MemberBlockItemListSyntax,
        _ options: DirectOptions,
        _ problems: inout Problems
    ) -> Reader {
        var reader = EnumReader(members: members, options: options)
        return reader.read(&problems)
    }

    private mutating func read(_ problems: inout Problems) -> Reader {
        let keys = CodingKeys(named: "CodingKeys", in: members, &problems)
        var cases: [String] = []
        for declaration in members.cases {
            for element in declaration.elements {
                let key = keys?.key(named: element.name.identifierText)
                guard keys == nil || key != nil else { continue }
                cases.append(statement(element, key, declaration, &problems))
            }
        }
        var statements: [String] = []
        if options.rejectsUnknownMembers {
            statements.append("var members = try value.members()")
            statements.append(UnknownMembers.rejection(of: "members", except: names.literals))
        }
        statements.append("let member = try value.onlyMember(named: \(names.literals.joined(separator: ", ")))")
        let otherwise = "default:\n    throw member.unexpected()"
        statements.append("switch member.name {\n\((cases + [otherwise]).joined(separator: "\n"))\n}")
        return Reader(statements, types: types)
    }

    /// Returns the statement that reads a case.
    private mutating func statement(
        _ element: EnumCaseElementSyntax,
        _ key: CodingKeys.Key?,
        _ declaration: EnumCaseDeclSyntax,
        _ problems: inout Problems
    ) -> String {
        let attribute = declaration.attributes.first(named: "JSONName")
        let name = element.name.identifierText
        let caseNames = CodingKeyNames(for: name, key: key, attribute: attribute, style: options.style, &problems)
        let fixIts = attribute == nil && key == nil ? [FixIt.adding("@JSONName(\"<#name#>\")", to: declaration)] : []
        names.insert(caseNames, of: name, at: element.name, fixIts, &problems)
        let values = associatedValues(element, &problems)
        let target = ".\(element.name.trimmed.text)"
        var lines: [String] = []
        lines.append(
            values.isEmpty && !options.rejectsUnknownMembers
                ? "_ = try member.members()" : "var members = try member.members()"
        )
        lines.append(
            values.isEmpty
                ? "self = \(target)" : "self = try \(target)(\(values.map(\.argument).joined(separator: ", ")))"
        )
        if options.rejectsUnknownMembers {
            lines.append(UnknownMembers.rejection(of: "members", except: values.map(\.literal)))
        }
        let body = lines.flatMap { $0.split(separator: "\n") }.map { "\n    \($0)" }.joined()
        return "case \(caseNames.literals):\(body)"
    }

    /// Returns the arguments that create a case, and the names of their members.
    private mutating func associatedValues(
        _ element: EnumCaseElementSyntax,
        _ problems: inout Problems
    ) -> [(argument: String, literal: String)] {
        guard let clause = element.parameterClause else { return [] }
        let name = element.name.identifierText
        let keys = CodingKeys(
            named: name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys",
            in: members,
            &problems
        )
        var names = NameSet()
        return clause.parameters.enumerated().compactMap {
            (position, parameter) -> (argument: String, literal: String)? in
            let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
            let name = label?.identifierText ?? "_\(position)"
            let key = keys?.key(named: name)
            if keys != nil, key == nil {
                if parameter.defaultValue == nil {
                    problems.add("“\(name)” is not decoded, so it needs a default value.", at: parameter)
                }
                return nil
            }
            let memberNames = CodingKeyNames(for: name, key: key, attribute: nil, style: options.style, &problems)
            names.insert(memberNames, of: name, at: parameter, [], &problems)
            types.append(parameter.type)
            parameter.type.checkDictionaries(&problems)
            let value = reading(parameter, memberNames)
            return (label.map { "\($0.labelText): \(value)" } ?? value, memberNames.literals)
        }
    }

    /// Returns the expression that reads an associated value.
    private func reading(_ parameter: EnumCaseParameterSyntax, _ names: CodingKeyNames) -> String {
        let strategy = parameter.type.isStandard ? nil : options.strategy.expression.map { "options: \($0)" }
        if let value = parameter.defaultValue?.value, !value.is(NilLiteralExprSyntax.self) {
            let type = "\(parameter.type.trimmedDescription).self"
            let arguments = [type, strategy].compactMap(\.self).joined(separator: ", ")
            return "members.value(\(names.literals))?.decode(\(arguments)) ?? \(value.trimmedDescription)"
        }
        let function = parameter.type.isOptional ? "decodeIfPresent" : "decode"
        return "members.\(function)(\([names.literals, strategy].compactMap(\.self).joined(separator: ", ")))"
    }
}
#endif
