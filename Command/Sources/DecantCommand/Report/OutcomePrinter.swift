import Decant
import DecantReport

/// Prints the outcome of an input, as readable text or as a line of a report.
struct OutcomePrinter {
    private let options: RunOptions
    private let terminal: Terminal
    private let mask: CredentialMask

    /// Creates a printer.
    ///
    /// - Parameter mask: Hides credentials in errors.
    init(options: RunOptions, terminal: Terminal, mask: CredentialMask = CredentialMask(isActive: false)) {
        self.options = options
        self.terminal = terminal
        self.mask = mask
    }

    /// Prints one outcome.
    ///
    /// - Parameter isOneOfMany: Whether to name the input.
    /// - Throws: `ResponseError` if a part of the body that is decoded on demand is malformed.
    func print(_ outcome: Outcome, isOneOfMany: Bool) throws(ResponseError) {
        if options.isReport {
            StandardStream.output.write(ReportLine(outcome, mask: options.mask).text + "\n")
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
        guard let value = value as? any PrintableValue, options.outputPath != ImageFile.standardOutput else {
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
        if finding.code == .contentCoding, finding.severity == .note {
            StandardStream.errors.write(terminal.errorStyle(.dim, finding.message.visible) + "\n")
        }
        guard finding.severity == .warning else { return }
        StandardStream.errors.write(terminal.errorStyle(.yellow, "warning: ") + "\(finding.message.visible)\n")
    }

    /// Prints an error in the response of an outcome.
    func print(_ error: ResponseError, in outcome: Outcome) {
        print(error, of: outcome.input, isBareBody: outcome.response?.isBareBody == true)
    }

    /// Prints an error.
    ///
    /// - Parameter isBareBody: Whether the input is a body without a head.
    func print(_ error: ResponseError, of input: String, isBareBody: Bool) {
        let style = terminal.errorStyle
        let wording = ErrorWording(subject: !isBareBody ? nil : input == "-" ? "input" : "file")
        let name = input == "-" ? "" : style(.bold, "\(input.visible): ")
        StandardStream.errors.write(name + ErrorText(style: style, wording: wording, mask: mask).text(of: error) + "\n")
        if let body = error.errorBody as? any PrintableValue { print(errorBody: body) }
    }

    /// Prints the decoded body of an error below it, indented.
    private func print(errorBody body: any PrintableValue) {
        let text = mask(BodyText(body).text)
        guard !text.isEmpty else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        StandardStream.errors.write(lines.map { "    \($0)\n" }.reduce("  error body:\n", +))
    }

    /// Prints an error that does not concern a body.
    ///
    /// - Parameters:
    ///   - message: One sentence.
    ///   - label: The kind of the error.
    func print(failure message: String, label: String = "error", of input: String) {
        let style = terminal.errorStyle
        let name = style(.bold, "\(input.visible): ")
        StandardStream.errors.write(name + style(.boldRed, "\(label): ") + message.visible + "\n")
    }
}

/// A decoded body as text: safe for a terminal, without colors, and of limited length.
struct BodyText {
    /// The lines without indentation and without a final line feed; an ellipsis ends a shortened body.
    let text: String

    /// Creates the text of a body.
    init(_ body: any PrintableValue, lineLimit: Int = 40, byteLimit: Int = 8192) {
        var bytes: [UInt8] = []
        var isCut = false
        // Formatted for a terminal, which removes terminal control characters.
        let terminal = Terminal(
            inputIsTerminal: false,
            outputIsTerminal: true,
            errorsAreTerminal: true,
            allowsColor: false
        )
        var output = ValueOutput(terminal, limit: byteLimit, lineLimit: lineLimit) { chunk in
            if chunk.count > byteLimit - bytes.count { isCut = true }
            bytes += chunk.prefix(byteLimit - bytes.count)
        }
        _ = try? body.show(on: &output)
        output.flush()
        if !isCut, bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        var lineCount = 1
        let end = bytes.firstIndex { byte in
            if byte == UInt8(ascii: "\n") { lineCount += 1 }
            return lineCount > lineLimit
        }
        let shown = String(decoding: bytes[..<(end ?? bytes.endIndex)], as: UTF8.self)
        text = end != nil || isCut ? shown + (shown.utf8.last == UInt8(ascii: "\n") ? "…" : "\n…") : shown
    }
}
