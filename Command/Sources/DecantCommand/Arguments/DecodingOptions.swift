import ArgumentParser
import Decant
import DecantReport

/// The options of the command, which apply to every input.
struct DecodingOptions: ParsableArguments {
    @OptionGroup(title: "Format options") var format: FormatOptions

    @OptionGroup(title: "Input options") var input: InputOptions

    @OptionGroup(title: "Validation options") var validation: ValidationOptions

    @OptionGroup(title: "Output options") var output: OutputOptions
}

extension ReadingOptions {
    /// Creates the options of the groups that all subcommands share.
    init(_ format: FormatOptions, _ input: InputOptions, _ validation: ValidationOptions) {
        self.init()
        kind = format.format?.kind ?? .auto
        elementsPath = format.format?.path
        at = format.at
        quirks = format.quirk
        noNamespaces = format.noNamespaces
        charset = format.charset?.charset
        replacesMalformed = format.replaceMalformed
        acceptsPartial = validation.acceptPartial
        plistFormat = format.plistFormat
        failingAt = format.failingAt
        skipsBadItems = format.skipBadItems
        self.input = input.input ?? .auto
        status = input.status?.status
        contentType = input.contentType
        method = input.method?.method
        isRaw = input.raw
        acceptStatus = validation.acceptStatus ?? acceptStatus
        accepted = validation.accepted
        allowsEmpty = validation.allowEmpty
        limits = validation.limit.reduce(into: Limits()) { $0[$1.name] = $1.value }
        setLimits = Set(validation.limit.map(\.name))
    }
}

/// The options that select a format and a part.
struct FormatOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Decode to this format, not to the one of the media type. “json-elements=/data/items” prints the elements "
                + "of an array.",
            valueName: "format"
        )
    )
    var format: FormatArgument?

    @Option(
        help: ArgumentHelp(
            "Print the part at a path: /data/items in JSON and property lists, /rss/channel/title in XML. In a stream, "
                + "print the part of each item.",
            valueName: "path"
        ),
        transform: Self.path
    )
    var at: ValuePath?

    @Option(help: ArgumentHelp("Accept a deviation from the standard; can be repeated.", valueName: "name"))
    var quirk: [Quirk] = []

    @Option(
        help: ArgumentHelp(
            "End a stream with an error at an item with a value at a path such as /error.",
            valueName: "path"
        ),
        transform: Self.pointer
    )
    var failingAt: JSONPointer?

    @Flag(help: "Skip malformed items of a stream, with a warning.")
    var skipBadItems = false

    @Flag(help: "Read XML prefixes as parts of names.")
    var noNamespaces = false

    @Option(
        help: ArgumentHelp(
            "Read text in this charset, such as windows-1252, not in the one that the response declares.",
            valueName: "charset"
        ),
        completion: .list(Charset.allCases.map(\.name))
    )
    var charset: CharsetArgument?

    @Flag(help: "Read malformed bytes of text as U+FFFD.")
    var replaceMalformed = false

    @Option(
        help: ArgumentHelp(
            "The only accepted format of property lists; without it, xml and binary.",
            valueName: "format"
        )
    )
    var plistFormat: PropertyListChoice?

    private static func pointer(_ text: String) throws -> JSONPointer {
        guard let pointer = JSONPointer(text) else { throw ValidationError("“\(text)” is not a path such as /error") }
        return pointer
    }

    private static func path(_ text: String) throws -> ValuePath {
        guard let path = ValuePath(text) else {
            throw ValidationError("“\(text)” is not a path such as /data/items, or /rss/channel/title in XML")
        }
        return path
    }
}

/// The options about the contents of an input, and about its head.
struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The contents of an input: a saved response (head and body), a body, a HAR file, or a web archive.",
            valueName: "kind"
        )
    )
    var input: InputKind?

    @Option(help: ArgumentHelp("The status, instead of the one in the head.", valueName: "number"))
    var status: StatusArgument?

    @Option(help: ArgumentHelp("The media type, instead of the one in the head.", valueName: "type"))
    var contentType: String?

    @Option(
        help: ArgumentHelp("The method of the request; the response to HEAD has no body.", valueName: "method")
    )
    var method: MethodArgument?

    @Flag(help: "Keep content codings such as gzip.")
    var raw = false
}

/// The options that accept more than usual.
struct ValidationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Accept these statuses; without it, 200-299,304.", valueName: "ranges"),
        transform: Self.statuses
    )
    var acceptStatus: StatusCodes?

    @Option(
        name: .customLong("accept"),
        help: ArgumentHelp("Accept a further media type, such as text/*; can be repeated.", valueName: "type"),
        transform: Self.pattern
    )
    var accepted: [MediaTypePattern] = []

    @Flag(help: "Accept an empty body.")
    var allowEmpty = false

    @Flag(help: "Accept a truncated image, and decode its available part.")
    var acceptPartial = false

    @Option(help: ArgumentHelp(Self.limitHelp, valueName: "name=value"))
    var limit: [LimitSetting] = []

    private static func statuses(_ text: String) throws -> StatusCodes {
        guard let statuses = StatusCodes(text) else {
            throw ValidationError("“\(text)” is not a list of statuses such as 200-299,304")
        }
        return statuses
    }

    private static func pattern(_ text: String) throws -> MediaTypePattern {
        guard let pattern = MediaTypePattern(parsing: text) else {
            throw ValidationError("“\(text)” is not a media type such as text/html or text/*")
        }
        return pattern
    }

    private static let limitHelp: String = {
        let names = LimitSetting.names.map(\.rawValue).joined(separator: ", ")
        return "Set a limit, such as bodyBytes=128M; can be repeated. Without it, a named file may be as large as a "
            + "32nd of the memory. The names are \(names)."
    }()
}

/// The options that select the output.
struct OutputOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print one line of JSON for each response, and nothing else. “decant compare” reads such lines; “decant "
                + "report” writes a page."
        )
    )
    var report = false

    @Option(help: ArgumentHelp("Decode an image with at most this many pixels on a side.", valueName: "pixels"))
    var thumbnail: Int?

    @Option(
        help: ArgumentHelp(
            "Write the image as a PNG, or the responses of HAR files and saved responses as a HAR file whose values are "
                + "hidden; “-” writes to standard output.",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    func validate() throws {
        guard let thumbnail, thumbnail < 1 else { return }
        throw ValidationError("a thumbnail needs at least 1 pixel on a side, not \(thumbnail)")
    }
}
