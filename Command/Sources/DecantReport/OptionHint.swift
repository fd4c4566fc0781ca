package import Decant

/// The hint of an error in terms of the command's options, where the library names Swift.
package struct OptionHint {
    /// The likely cause, and the option that the first remedy means; nil if neither is known.
    package let text: String?

    /// Renders the remedies of an error.
    package init(_ error: ResponseError) {
        let report = error.report
        // A likely charset is a guess, so the next remedy is shown, too.
        let count = report.remedies.first?.kind == .charset ? 2 : 1
        let options = report.remedies.lazy.compactMap { Self.text(of: $0, error) }.prefix(count)
        let parts = [report.explanation].compactMap(\.self) + options
        text = parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Returns the option that a remedy means, in a few words; nil if the command has none.
    private static func text(of remedy: Remedy, _ error: ResponseError) -> String? {
        switch remedy.kind {
        case .limit:
            guard let name = LimitSetting.names.first(where: { $0.rawValue == remedy.name }), let value = remedy.value
            else { return nil }
            return "raise the limit with --limit \(LimitSetting(name, value))"
        case .quirk: return Quirk(libraryName: remedy.name).map { "--quirk \($0.rawValue) accepts it" }
        case .option: return option(remedy.name, error)
        case .charset: return "--charset \(quoted(remedy.name)) reads it"
        case .mediaType where error.code == .unacceptableMediaType: return "--accept \(quoted(remedy.name)) accepts it"
        case .mediaType: return "--content-type \(quoted(remedy.name)) declares it"
        case .path: return "--at \(quoted(remedy.name)) prints it"
        case .format: return formats[remedy.name].map { "--as \($0) reads it" }
        case .trait: return "this build of decant does not include \(remedy.name)"
        default: return nil
        }
    }

    private static func option(_ name: String, _ error: ResponseError) -> String? {
        switch name {
        case "optional": "--allow-empty accepts an empty body"
        case "formats": "--plist-format openstep reads it"
        case "processesNamespaces": "--no-namespaces reads the prefix"
        case "charset":
            "declare the charset, as in --content-type "
                + quoted("\(error.context?.mediaType?.essence ?? "text/plain"); charset=iso-8859-1")
        case "acceptsPartial": "--accept-partial decodes the available part"
        case "compressedContent": "without --raw, it is decompressed"
        case "xssiPrefix", "jsonpCallback", "textBeforeDocument":
            Quirk(libraryName: name).map { "--quirk \($0.rawValue) accepts it" }
        case "replacesMalformed": "--replace-malformed reads the text with U+FFFD in place of malformed bytes"
        default: nil
        }
    }

    /// Returns a name from a response as one word of a shell, because people copy a hint.
    private static func quoted(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789/.+-_".unicodeScalars.contains(scalar))
        }
        return isPlain ? name : "'\(name.replacing("'", with: "'\\''"))'"
    }

    private static let formats = [
        "json": "json", "jsonLines": "json-lines", "jsonValues": "json-values", "jsonSequence": "json-seq",
        "jsonElements": "json-elements",
    ]
}
