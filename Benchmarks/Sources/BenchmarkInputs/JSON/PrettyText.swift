/// The lines of a value in pretty-printed JSON.
struct PrettyText {
    private var lines: [String]

    static func line(_ text: String) -> PrettyText {
        PrettyText(lines: [text])
    }

    static func object(_ members: [(String, PrettyText)]) -> PrettyText {
        enclosed("{", members.map { name, value in value.prefixed("\"\(name)\": ") }, "}")
    }

    static func array(_ elements: [PrettyText]) -> PrettyText {
        enclosed("[", elements, "]")
    }

    var joined: String {
        lines.joined(separator: "\n") + "\n"
    }

    private func prefixed(_ prefix: String) -> PrettyText {
        var copy = self
        copy.lines[0] = prefix + copy.lines[0]
        return copy
    }

    private static func enclosed(_ open: String, _ values: [PrettyText], _ close: String) -> PrettyText {
        var lines = [open]
        for (index, value) in values.enumerated() {
            lines += value.lines.map { "    " + $0 }
            if index < values.count - 1 { lines[lines.count - 1] += "," }
        }
        return PrettyText(lines: lines + [close])
    }
}

extension PrettyText {
    /// Indents a minified text by two spaces per level.
    static func indented(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var depth = 0
        var isInside = false
        var isEscaped = false
        func lineEnd() -> [UInt8] { [0x0A] + [UInt8](repeating: 0x20, count: 2 * depth) }
        for (index, byte) in bytes.enumerated() {
            if isInside {
                isInside = byte != 0x22 || isEscaped
                isEscaped = byte == 0x5C && !isEscaped
                result.append(byte)
                continue
            }
            isInside = byte == 0x22
            switch byte {
            case 0x5B, 0x7B:
                result.append(byte)
                depth += 1
                if bytes[index + 1] != byte + 2 { result += lineEnd() }
            case 0x5D, 0x7D:
                depth -= 1
                if bytes[index - 1] != byte - 2 { result += lineEnd() }
                result.append(byte)
            case 0x2C: result += [byte] + lineEnd()
            case 0x3A: result += [byte, 0x20]
            default: result.append(byte)
            }
        }
        return result
    }
}
