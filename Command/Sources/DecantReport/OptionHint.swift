package import Decant

/// The hint of an error in terms of the command's options, where the library names Swift.
package struct OptionHint {
    /// The hint; nil if the error has none, or if no option of the command does what it suggests.
    package let text: String?

    private let limits: Limits

    /// Rewrites the hint of an error.
    ///
    /// - Parameter limits: The current limits; the hint about a limit suggests twice its value.
    package init(_ error: ResponseError, _ limits: Limits) {
        self.init(error.hint, limit: error.limit, limits)
    }

    /// Rewrites a hint.
    ///
    /// - Parameters:
    ///   - hint: The hint of the library.
    ///   - limit: The limit that was exceeded.
    package init(_ hint: String?, limit: Limits.Name?, _ limits: Limits) {
        self.limits = limits
        // The remedy is a part of some hints, and some limits of the transport have none in their hint.
        if let limit, hint.map({ $0.contains("raise the limit") }) ?? true {
            text = Self.remedy(for: limit, limits)
        } else {
            text = hint.flatMap(Self.rewritten)
        }
    }

    /// Returns the option that raises a limit to twice its value; nil if none does.
    private static func remedy(for limit: Limits.Name, _ limits: Limits) -> String? {
        guard LimitSetting.names.contains(limit) else { return nil }
        let (twice, overflows) = limits[limit].multipliedReportingOverflow(by: 2)
        return "raise the limit with --limit \(LimitSetting(limit, overflows ? .max : max(1, twice)))"
    }

    private static func rewritten(_ hint: String) -> String? {
        if let quirk = hint.wholeMatch(of: /the quirk “(\w+)” accepts it/).flatMap({ Quirk(libraryName: $0.output.1) })
        {
            return "--quirk \(quirk.rawValue) accepts it"
        }
        if let module = hint.wholeMatch(of: /enable the trait (\w+) of the package Decant/) {
            return "this build of decant does not include \(module.output.1)"
        }
        if let label = hint.wholeMatch(of: /(the body looks like (.+)); \.acceptingAnyMediaType\(\) accepts it/) {
            let option = mediaTypes[String(label.output.2)].map { "; --content-type \($0) declares it" } ?? ""
            return "\(label.output.1)\(option)"
        }
        var text = hint
        for (swift, option) in phrases { text = text.replacing(swift, with: option) }
        text = text.replacing(/\.accepting\("([^"]+)"\)/) { "--accept \($0.output.1)" }
        text = text.replacing(/\.(jsonElements|jsonSequence|jsonLines|json)\b/) {
            "--as \(formats[String($0.output.1)] ?? "json")"
        }
        return text.contains("`") || text.contains(/(^|\s)\.[a-z]\w*/) ? nil : text
    }

    private static let mediaTypes = [
        "JSON": "application/json", "XML": "application/xml", "a property list": "application/x-plist",
    ]

    private static let formats = [
        "json": "json", "jsonLines": "json-lines", "jsonSequence": "json-seq", "jsonElements": "json-elements",
    ]

    private static let phrases = [
        ("wrap the serializer in `.optional(…)` to decode an empty body as nil", "--allow-empty accepts an empty body"),
        ("set `processesNamespaces = false` to read the prefix", "--no-namespaces reads the prefix"),
        (
            "set the charset, or let malformed text be replaced, in the text options",
            "declare the charset, as in --content-type 'text/plain; charset=iso-8859-1'"
        ),
        (
            "a stream with `.jsonLines(…)` reads one text from each line",
            "--as json-lines reads one text from each line"
        ),
        ("; .preparing(.xssiPrefix) removes it", ""),
        ("import DecantFoundation", "`"),
    ]
}
