import Decant
import DecantReport

/// The source of the bytes of one input.
struct InputSource {
    enum Kind {
        case standardInput
        case file([UInt8])
        case url(String)
    }

    /// The argument, unchanged.
    let argument: String

    /// The kind of input that the argument names.
    let kind: Kind

    init(_ argument: String, _ names: RawArguments) {
        self.argument = argument
        let scheme = argument.prefix(8).lowercased()
        if argument == "-" {
            kind = .standardInput
        } else if scheme.hasPrefix("http://") || scheme == "https://" {
            kind = .url(argument)
        } else {
            let path = names.bytes(for: argument)
            let isURL = Self.startsWithHostAndPort(argument) && !UnsafeFiles.exists(path)
            kind = isURL ? .url("http://\(argument)") : .file(path)
        }
    }

    /// The argument for display: a URL without parts that could be secret.
    var name: String {
        guard case .url(let url) = kind else { return argument }
        return ResponseContext(mediaType: nil, url: url).redactedURL ?? url
    }

    /// The URL; empty for a file.
    var url: String {
        if case .url(let url) = kind { url } else { "" }
    }

    /// The file name for guessing a media type.
    var fileName: String? {
        if case .file = kind { argument } else { nil }
    }

    /// Returns the options for a file of this source, which raise limits for a regular file that is named.
    func options(_ options: ReadingOptions, for file: InputFile) -> ReadingOptions {
        guard case .file = kind, let size = file.size else { return options }
        return options.fitting(fileOfSize: size)
    }

    /// Opens the file.
    ///
    /// - Throws: ``UnreadableInput``.
    func file() throws -> InputFile? {
        switch kind {
        case .standardInput: return .standardInput
        case .url: return nil
        case .file(let path):
            if UnsafeFiles.exists(path) { return try InputFile(opening: path) }
            if let end = argument.firstRange(of: "://")?.lowerBound, argument[..<end].allSatisfy(\.isLetter) {
                throw UnreadableInput(message: "only http and https URLs are supported, not \(argument[..<end])")
            }
            return try InputFile(opening: path)
        }
    }

    /// Returns whether a text begins as a URL without its scheme does: `localhost:8099/x`.
    private static func startsWithHostAndPort(_ text: String) -> Bool {
        text.prefixMatch(of: /[A-Za-z0-9][A-Za-z0-9.-]*:[0-9]{1,5}(\/|\?|$)/) != nil
    }
}
