import Decant
import Foundation

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
        var printer = JSONPrinter(style: terminal.outputStyle, write: write)
        printer.print(json)
    }

    private func print(_ body: ResponseBody) {
        guard terminal.outputIsTerminal else { return write(body.bytes) }
        write(HexDump(body.prefix(512).bytes, of: body.count).lines.map { $0 + "\n" }.joined())
    }

    private func print(_ text: String) {
        guard terminal.outputIsTerminal else { return write(Array(text.utf8)) }
        let visible = text.visible
        write(visible.hasSuffix("\n") ? visible : visible + "\n")
    }

    private func write(_ text: String) {
        write(Array(text.utf8))
    }

    private func write(_ bytes: [UInt8]) {
        FileHandle.standardOutput.write(Data(bytes))
    }
}
