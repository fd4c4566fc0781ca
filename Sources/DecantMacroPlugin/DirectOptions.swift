#if Macros
import SwiftSyntax

/// The arguments of `@JSONDirect`.
struct DirectOptions {
    private(set) var style = CodingKeyStyle.asWritten
    private(set) var strategy = Strategy()
    private(set) var readsNullAsDefault = false
    private(set) var rejectsUnknownMembers = false

    init(_ attribute: AttributeSyntax, _ problems: inout Problems) {
        strategy = Strategy(attribute)
        for argument in attribute.labeledArguments {
            switch argument.label?.text {
            case "keys":
                guard let style = argument.expression.memberName.flatMap(CodingKeyStyle.init) else {
                    let message = "“keys” has to be a case of “DecodingOptions.Keys”, since it is read at compile time."
                    problems.add(message, at: argument)
                    continue
                }
                self.style = style
            case "readsNullAsDefault": readsNullAsDefault = Self.bool(argument, &problems)
            case "rejectsUnknownMembers": rejectsUnknownMembers = Self.bool(argument, &problems)
            default: break
            }
        }
    }

    private static func bool(_ argument: LabeledExprSyntax, _ problems: inout Problems) -> Bool {
        if let literal = argument.expression.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
        let label = argument.label?.text ?? ""
        problems.add("“\(label)” has to be true or false, since it is read at compile time.", at: argument)
        return false
    }
}

/// The representations of dates and data, as written in an attribute.
struct Strategy {
    private var dates: [String] = []
    private var data: String?

    init() {}

    init(_ attribute: AttributeSyntax) {
        // A variadic argument after the first one has no label.
        var label: String?
        for argument in attribute.labeledArguments {
            label = argument.label?.text ?? label
            guard !argument.expression.is(NilLiteralExprSyntax.self) else { continue }
            switch label {
            case "dates": dates.append(argument.expression.trimmedDescription)
            case "data": data = argument.expression.trimmedDescription
            default: break
            }
        }
    }

    /// Returns the strategy with the representations that another one lacks.
    func completed(by other: Strategy) -> Strategy {
        var result = self
        result.dates = dates.isEmpty ? other.dates : dates
        result.data = data ?? other.data
        return result
    }

    /// The expression for the options, or nil for the default representations.
    var expression: String? {
        var arguments = dates.prefix(1).map { "dates: \($0)" }
        if dates.count > 1 { arguments.append("alternativeDates: [\(dates.dropFirst().joined(separator: ", "))]") }
        if let data { arguments.append("data: \(data)") }
        return arguments.isEmpty ? nil : "DecantDocument.DecodingOptions(\(arguments.joined(separator: ", ")))"
    }
}

extension AttributeSyntax {
    /// The arguments in parentheses.
    var labeledArguments: LabeledExprListSyntax { arguments?.as(LabeledExprListSyntax.self) ?? [] }

    /// The name without the module.
    var name: String { attributeName.trimmedDescription.split(separator: ".").last.map(String.init) ?? "" }
}

extension AttributeListSyntax {
    /// Returns the first attribute with a name.
    func first(named name: String) -> AttributeSyntax? {
        lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.name == name }
    }
}

extension ExprSyntax {
    /// The last name of a member access, such as `iso8601` in `.iso8601`.
    fileprivate var memberName: String? { self.as(MemberAccessExprSyntax.self)?.declName.baseName.text }
}
#endif
