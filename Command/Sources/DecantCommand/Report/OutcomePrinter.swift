import Decant
import DecantReport

/// Prints the outcome of an input, as readable text or as a line of a report.
struct OutcomePrinter {
    private let options: DecodingOptions
    private let terminal: Terminal

    init(options: DecodingOptions, terminal: Terminal) {
        self.options = options
        self.terminal = terminal
    }

    /// Prints one outcome.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of an input.
    ///   - isOneOfMany: Whether to name the input.
    /// - Throws: `ResponseError` if a part of the body that is decoded on demand is malformed.
    func print(_ outcome: Outcome, isOneOfMany: Bool) throws(ResponseError) {
        if options.output.report {
            StandardStream.output.write(ReportLine(outcome, limits: options.reading.limits).text + "\n")
            return
        }
        if isOneOfMany, terminal.outputIsTerminal {
            StandardStream.output.write(terminal.outputStyle(.bold, "==> \(outcome.input.visible) <==") + "\n")
        }
        switch outcome.verdict {
        case .value(let value): try print(value, of: outcome)
        case .empty:
            StandardStream.errors.write(
                terminal.errorStyle(.dim, "\(outcome.input.visible): the body is empty") + "\n"
            )
        case .failure(let error): print(error, in: outcome)
        case .unreadable(let message): print(failure: message, label: "unreadable", of: outcome.input)
        }
    }

    private func print(_ value: any DecodedValue, of outcome: Outcome) throws(ResponseError) {
        defer { outcome.findings.forEach(print) }
        guard let value = value as? any PrintableValue, options.output.output != ImageFile.standardOutput else {
            return
        }
        var output = ValueOutput(terminal, write: StandardStream.output.write)
        defer { output.flush() }
        let findings = try value.show(on: &output)
        output.flush()
        findings.forEach(print)
    }

    /// Prints a finding that the user has to know.
    func print(_ finding: Finding) {
        if finding.code == .contentCoding, finding.message.hasPrefix("decoded: ") {
            StandardStream.errors.write(terminal.errorStyle(.dim, finding.message.visible) + "\n")
        }
        guard finding.severity == .warning else { return }
        StandardStream.errors.write(terminal.errorStyle(.yellow, "warning: ") + "\(finding.message.visible)\n")
    }

    /// Prints an error in the response of an outcome.
    func print(_ error: ResponseError, in outcome: Outcome) {
        print(error, of: outcome.input, isOfBareBody: outcome.response?.isBareBody == true)
    }

    /// Prints an error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - input: The input it is about.
    ///   - isOfBareBody: Whether the input is a body without a head.
    func print(_ error: ResponseError, of input: String, isOfBareBody: Bool) {
        let style = terminal.errorStyle
        let wording = ErrorWording(
            options.reading.limits,
            subject: !isOfBareBody ? nil : input == "-" ? "input" : "file"
        )
        let name = input == "-" ? "" : style(.bold, "\(input.visible): ")
        StandardStream.errors.write(name + ErrorText(style: style, wording: wording).text(of: error) + "\n")
        if let body = error.errorBody as? any PrintableValue { print(errorBody: body) }
    }

    /// Prints the decoded body of an error below it, indented.
    private func print(errorBody body: any PrintableValue) {
        let lines = ErrorBodyText(body).lines
        guard !lines.isEmpty else { return }
        StandardStream.errors.write(lines.map { "    \($0)\n" }.reduce("  error body:\n", +))
    }

    /// Prints an error that does not concern a body.
    ///
    /// - Parameters:
    ///   - message: One sentence.
    ///   - label: The kind of the error.
    ///   - input: The input it is about.
    func print(failure message: String, label: String = "error", of input: String) {
        let style = terminal.errorStyle
        let name = style(.bold, "\(input.visible): ")
        StandardStream.errors.write(name + style(.boldRed, "\(label): ") + message.visible + "\n")
    }
}

/// The decoded body of an error as text: safe for a terminal, without colors, and of limited length.
struct ErrorBodyText {
    /// The maximum number of lines shown.
    private static let lineLimit = 40

    /// The maximum number of bytes of text shown.
    private static let byteLimit = 8192

    /// The lines without indentation; an ellipsis ends a shortened body.
    let lines: [String]

    init(_ body: any PrintableValue) {
        let beginning = TextBeginning(limit: Self.byteLimit)
        // Formatted for a terminal, which removes terminal control characters.
        let terminal = Terminal(
            inputIsTerminal: false,
            outputIsTerminal: true,
            errorsAreTerminal: true,
            allowsColor: false
        )
        var output = ValueOutput(terminal, limit: Self.byteLimit, write: beginning.append)
        _ = try? body.show(on: &output)
        output.flush()
        var lines = String(decoding: beginning.bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let isCut = beginning.isCut || lines.count > Self.lineLimit
        self.lines = lines.prefix(Self.lineLimit) + (isCut ? ["…"] : [])
    }
}

/// Keeps the first bytes of the output.
private final class TextBeginning {
    private let limit: Int
    private(set) var bytes: [UInt8] = []

    /// Whether more bytes were written.
    private(set) var isCut = false

    init(limit: Int) {
        self.limit = limit
    }

    func append(_ chunk: [UInt8]) {
        if chunk.count > limit - bytes.count { isCut = true }
        bytes += chunk.prefix(limit - bytes.count)
    }
}
