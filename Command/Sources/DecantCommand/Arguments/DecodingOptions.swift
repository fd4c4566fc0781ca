import ArgumentParser
import Decant
import DecantReport

/// The options of the command, which apply to every input.
struct DecodingOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What to decode to; auto goes by the media type. json-elements=/path is an array in a document.",
            valueName: "format"
        )
    )
    var format = FormatArgument(kind: .auto)

    @Flag(help: "Leave out items of a stream that are not what they should be, with a warning.")
    var skipBadItems = false

    @Option(help: "What the bytes are: a response (head and body), or a body alone.")
    var input = InputKind.auto

    @Option(help: ArgumentHelp("The status, in place of that of the head; 200 for a body.", valueName: "number"))
    var status: StatusArgument?

    @Option(help: ArgumentHelp("The media type, in place of that of the head.", valueName: "type"))
    var contentType: String?

    @Option(help: ArgumentHelp("The method of the request; the answer to HEAD has no body.", valueName: "method"))
    var method: MethodArgument?

    @Option(
        help: ArgumentHelp("The acceptable statuses; 200-299,304 if not given.", valueName: "ranges"),
        transform: Self.statuses
    )
    var acceptStatus = StatusCodes([304]).union(.successful)

    @Option(
        name: .customLong("accept"),
        help: ArgumentHelp("A further acceptable media type, such as text/*.", valueName: "type"),
        transform: Self.pattern
    )
    var accepted: [MediaTypePattern] = []

    @Flag(help: "Take prefixes in XML for parts of names.")
    var noNamespaces = false

    @Option(help: ArgumentHelp("The only format of property lists; xml and binary if not given.", valueName: "format"))
    var plistFormat: PropertyListChoice?

    @Option(help: ArgumentHelp("Decode pictures with at most so many pixels on a side.", valueName: "pixels"))
    var thumbnail: Int?

    @Option(
        help: ArgumentHelp("Write the picture as a PNG; - is standard output, without the facts.", valueName: "file")
    )
    var output: String?

    @Flag(help: "Leave saved responses in their content codings, such as gzip.")
    var raw = false

    @Flag(help: "Print one JSON object a line for each input, and nothing else.")
    var report = false

    @Option(help: ArgumentHelp(Self.limitHelp, valueName: "name=value"))
    var limit: [LimitSetting] = []

    /// The options that affect reading and decoding.
    var reading: ReadingOptions {
        var reading = ReadingOptions()
        reading.kind = format.kind
        reading.elementsPath = format.path
        reading.skipsBadItems = skipBadItems
        reading.input = input
        reading.status = status?.status
        reading.contentType = contentType
        reading.method = method?.method
        reading.acceptStatus = acceptStatus
        reading.accepted = accepted
        reading.noNamespaces = noNamespaces
        reading.plistFormat = plistFormat
        reading.thumbnail = thumbnail
        reading.isRaw = raw
        reading.limits = limit.reduce(into: Limits()) { $0[$1.name] = $1.value }
        reading.decodesToEnd = report
        return reading
    }

    func validate() throws {
        guard let thumbnail, thumbnail < 1 else { return }
        throw ValidationError("a thumbnail of \(thumbnail) pixels is none; a side has at least 1")
    }

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
        return "Sets a limit: \(names)."
    }()
}

/// A format, with the path of its elements if it takes one.
struct FormatArgument: ExpressibleByArgument {
    let kind: DecodingKind
    var path = JSONPointer.root

    init(kind: DecodingKind) { self.kind = kind }

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

extension InputKind: ExpressibleByArgument {}

extension PropertyListChoice: ExpressibleByArgument {}
