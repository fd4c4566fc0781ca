import Crypto
import Decant

extension JSON: DecodedValue {
    func show(on output: inout ValueOutput) {
        var printer = OutlinePrinter()
        for event in JSONEvents(self) {
            switch event {
            case .beginObject: printer.begin("{", on: &output)
            case .beginArray: printer.begin("[", on: &output)
            case .endObject: printer.end("}", on: &output)
            case .endArray: printer.end("]", on: &output)
            case .name(let text): printer.name(text, on: &output)
            case .string(let text): printer.scalar(.green, text.quoted, on: &output)
            case .number(let number): printer.scalar(.cyan, number.text, on: &output)
            case .boolean(let value): printer.scalar(.magenta, value ? "true" : "false", on: &output)
            case .null: printer.scalar(.dim, "null", on: &output)
            }
        }
        output.putLine()
    }

    /// The digest of the events of the value.
    ///
    /// Brackets and braces stand for themselves; `k:` and `s:` come before the UTF-8 of a name and of a string, `n:` before the
    /// binary64 of a number; `t`, `f` and `z` stand for true, false and null.
    func digest() -> SHA256.Digest {
        var digest = EventDigest()
        for event in JSONEvents(self) {
            switch event {
            case .beginObject: digest.add("{")
            case .endObject: digest.add("}")
            case .beginArray: digest.add("[")
            case .endArray: digest.add("]")
            case .name(let text): digest.add("k:", hexadecimal: text.utf8)
            case .string(let text): digest.add("s:", hexadecimal: text.utf8)
            case .number(let number): digest.add("n:", hexadecimal: number.double.bigEndianBytes)
            case .boolean(let value): digest.add(value ? "t" : "f")
            case .null: digest.add("z")
            }
        }
        return digest.finish()
    }
}
