import ArgumentParser
import Decant
import DecantCaptures
import DecantImages
import HTTPTypes

/// A limit and its value, given as `NAME=VALUE`.
struct LimitSetting: ExpressibleByArgument {
    let name: Limits.Name
    let value: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = Self.names.first(where: { $0.rawValue == parts[0] })
        else { return nil }
        guard let value = Int(parts[1]), value >= 0 else { return nil }
        self.name = name
        self.value = value
    }

    var defaultValueDescription: String { "\(name.rawValue)=\(value)" }

    /// The limits that the command can set, for the formats it decodes.
    static let names: [Limits.Name] = [
        .bodyBytes, .codedBytes, .codingRatio, .codingLayers, .codingWindow, .headBytes, .fieldBytes, .fieldCount,
        .interimHeads, .jsonDepth, .jsonNodes, .jsonNumberBytes, .propertyListDepth, .propertyListNodes,
        .propertyListReferences, .pixels, .imageSide, .frames, .framePixels, .metadataChunks, .metadataBytes,
        .iconEntries, .scanPixels, .xmlDepth, .xmlNodes, .xmlAttributes, .xmlNameBytes, .xmlTextBytes, .xmlTokenBytes,
        .xmlEntityDepth, .xmlEntityBytes, .xmlEntityRatio, .itemBytes, .errorBodyBytes,
    ]
}

/// A request method from the command line.
struct MethodArgument: ExpressibleByArgument {
    let method: HTTPRequest.Method

    init?(argument: String) {
        guard let method = HTTPRequest.Method(argument) else { return nil }
        self.method = method
    }

    var defaultValueDescription: String { method.rawValue }
}

/// A status from the command line.
struct StatusArgument: ExpressibleByArgument {
    let status: HTTPResponse.Status

    init?(argument: String) {
        guard argument.utf8.count <= 3, let code = UInt16(argument), code < 1000 else { return nil }
        status = HTTPResponse.Status(code: Int(code))
    }

    var defaultValueDescription: String { "\(status.code)" }
}

/// The arguments of the command, with the inputs separated from the options.
///
/// The parser's running time grows with the square of the number of positional arguments: a minute for 10,000 files. It
/// also mistakes an input for a subcommand of the same name. Therefore it receives only the options.
package struct ArgumentSplit: Equatable {
    /// The options of the command that take a value.
    static let valueOptions: Set<String> = [
        "--as", "--input", "--status", "--content-type", "--method", "--accept-status", "--accept", "--limit",
        "--plist-format", "--output", "--thumbnail", "--generate-completion-script",
    ]

    /// The words that name a subcommand as the first argument.
    static let subcommands: Set<String> = ["demo", "help"]

    /// The arguments for the parser.
    package private(set) var options: [String] = []

    /// The inputs to decode.
    package private(set) var inputs: [String] = []

    package init(_ arguments: [String]) {
        if let first = arguments.first, Self.subcommands.contains(first) {
            options = arguments
            return
        }
        var rest = arguments[...]
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
