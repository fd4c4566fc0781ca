import DecantJSON
import TestSupport

/// The event lines of a value, as the corpus defines them: one for each bracket, name and scalar, in document order.
struct JSONEventLines {
    private var lines: [String] = []

    /// Lists the events of a value, without recursion.
    init(_ json: JSON) {
        var rest: [Step] = [.value(json)]
        while let step = rest.popLast() {
            switch step {
            case .line(let line): lines.append(line)
            case .value(let value): begin(value, rest: &rest)
            }
        }
    }

    /// The SHA-256 of the lines joined by line feeds.
    var digest: String { SHA256Digest(Array(lines.joined(separator: "\n").utf8)).description }

    private enum Step {
        case value(JSON)
        case line(String)
    }

    private mutating func begin(_ value: JSON, rest: inout [Step]) {
        switch value.kind {
        case .null: lines.append("z")
        case .boolean: lines.append(value.bool == true ? "t" : "f")
        case .number: lines.append("n:" + hexadecimal(value.double?.bitPattern ?? 0))
        case .string: lines.append("s:" + hexadecimal(value.string ?? ""))
        case .array:
            lines.append("[")
            rest.append(.line("]"))
            rest += (value.array.map(Array.init) ?? []).reversed().map { .value($0) }
        case .object:
            lines.append("{")
            rest.append(.line("}"))
            for member in (value.object.map(Array.init) ?? []).reversed() {
                rest.append(.value(member.value))
                rest.append(.line("k:" + hexadecimal(member.key)))
            }
        }
    }

    private func hexadecimal(_ text: String) -> String {
        text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private func hexadecimal(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
