import ArgumentParser
import Decant
import DecantReport
import HTTPTypes

extension LimitSetting: ExpressibleByArgument {
    package init?(argument: String) { self.init(parsing: argument) }
}

extension Quirk: ExpressibleByArgument {}

extension InputKind: ExpressibleByArgument {}

extension PropertyListChoice: ExpressibleByArgument {}

/// A format, with the path of its elements if it takes one.
struct FormatArgument: ExpressibleByArgument {
    let kind: DecodingKind
    var path: JSONPointer?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = parts.first.flatMap({ DecodingKind(rawValue: $0) }) else { return nil }
        self.kind = kind
        guard parts.count == 2 else { return }
        guard kind == .jsonElements, let path = JSONPointer(parts[1]) else { return nil }
        self.path = path
    }

    static var allValueStrings: [String] { DecodingKind.allCases.map(\.rawValue) }
}

/// A charset from the command line, by any of its labels.
struct CharsetArgument: ExpressibleByArgument {
    let charset: Charset

    init?(argument: String) {
        guard let charset = Charset(label: argument) else { return nil }
        self.charset = charset
    }
}

/// A request method from the command line.
struct MethodArgument: ExpressibleByArgument {
    let method: HTTPRequest.Method

    init?(argument: String) {
        guard let method = HTTPRequest.Method(argument) else { return nil }
        self.method = method
    }
}

/// A status from the command line.
struct StatusArgument: ExpressibleByArgument {
    let status: HTTPResponse.Status

    init?(argument: String) {
        guard argument.utf8.count <= 3, let code = UInt16(argument), code < 1000 else { return nil }
        status = HTTPResponse.Status(code: Int(code))
    }
}

/// The arguments of the command, with the inputs separated from the options.
///
/// The parser's running time grows with the square of the number of positional arguments: a minute for 10,000 files. It
/// also mistakes an input for a subcommand of the same name. Therefore it receives only the options.
package struct ArgumentSplit: Equatable {
    /// The options of the command that take a value.
    package static let valueOptions: Set<String> = [
        "--as", "--at", "--charset", "--quirk", "--plist-format", "--input", "--status", "--content-type", "--method",
        "--accept-status", "--accept", "--limit", "--output", "--thumbnail", "--select", "--extract", "--jobs",
        "--compare", "--failing-at", "--generate-completion-script",
    ]

    /// The words that name a subcommand as the first argument.
    static let subcommands: Set<String> = ["demo", "help", "compare", "report"]

    /// The subcommands whose other arguments are inputs, too.
    private static let readers: Set<String> = ["compare", "report"]

    /// The arguments for the parser.
    package private(set) var options: [String] = []

    /// The inputs to decode.
    package private(set) var inputs: [String] = []

    package init(_ arguments: [String]) {
        var rest = arguments[...]
        if let first = arguments.first, Self.subcommands.contains(first) {
            options = Self.readers.contains(first) ? [first] : arguments
            rest = Self.readers.contains(first) ? rest.dropFirst() : []
        }
        while let argument = rest.popFirst() {
            if argument == "--" {
                inputs += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                inputs.append(argument)
                continue
            }
            options.append(argument)
            if Self.valueOptions.contains(argument), let value = rest.popFirst() { options.append(value) }
        }
    }
}
