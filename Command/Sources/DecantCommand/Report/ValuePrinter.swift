import Decant

/// Prints a value on standard output: readable and harmless on a terminal, exact where a program reads it.
struct ValuePrinter {
    let terminal: Terminal

    /// Prints a value.
    func print(_ value: DecodedValue) {
        switch value {
        case .data(let body): print(body)
        case .string(let text): print(text)
        case .json(let json): print(json)
        }
    }

    private func print(_ json: JSON) {
        var printer = JSONPrinter(style: terminal.outputStyle, write: StandardStream.output.write)
        printer.print(json)
    }

    private func print(_ body: ResponseBody) {
        guard terminal.outputIsTerminal else { return StandardStream.output.write(body.bytes) }
        StandardStream.output.write(HexDump(body.prefix(512).bytes, of: body.count).lines.map { $0 + "\n" }.joined())
    }

    private func print(_ text: String) {
        guard terminal.outputIsTerminal else { return StandardStream.output.write(Array(text.utf8)) }
        let visible = text.visible
        StandardStream.output.write(visible.hasSuffix("\n") ? visible : visible + "\n")
    }
}
