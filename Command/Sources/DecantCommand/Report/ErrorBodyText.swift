import Decant

/// The decoded body of an error as lines for a person: harmless to a terminal, without colours, and of a bounded length.
struct ErrorBodyText {
    /// The number of lines that are shown of a body.
    private static let lineLimit = 40

    /// The number of bytes of text that are shown of a body.
    private static let byteLimit = 8192

    /// The lines without their indentation; those of a longer body end with an ellipsis.
    let lines: [String]

    /// Lays out a body.
    init(_ body: any PrintableValue) {
        let beginning = TextBeginning(limit: Self.byteLimit)
        // As for a terminal, so that nothing in the body can command one.
        let terminal = Terminal(
            inputIsTerminal: false,
            outputIsTerminal: true,
            errorsAreTerminal: true,
            allowsColor: false
        )
        var output = ValueOutput(terminal, write: beginning.append)
        _ = try? body.show(on: &output)
        output.flush()
        var lines = String(decoding: beginning.bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let isCut = beginning.isCut || lines.count > Self.lineLimit
        self.lines = lines.prefix(Self.lineLimit) + (isCut ? ["…"] : [])
    }
}

/// Keeps the first bytes of what is written.
private final class TextBeginning {
    private let limit: Int
    private(set) var bytes: [UInt8] = []

    /// Whether more was written.
    private(set) var isCut = false

    init(limit: Int) {
        self.limit = limit
    }

    func append(_ piece: [UInt8]) {
        if piece.count > limit - bytes.count { isCut = true }
        bytes += piece.prefix(limit - bytes.count)
    }
}
