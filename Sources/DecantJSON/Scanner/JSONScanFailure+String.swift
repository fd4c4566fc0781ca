import DecantCore

extension JSONScanFailure {
    /// Something that cannot stand in a string.
    var stringFault: JSONFault {
        guard position < body.count else { return endOfStringFault }
        switch body[position] {
        case 0x5C: return escapeFault
        case ..<0x20:
            let character = "U+\(Self.digits(UInt32(body[position])))"
            return JSONFault("unescaped control character \(character) in a \(place)")
        default:
            return invalidTextFault ?? JSONFault("unexpected \(found) in a \(place)")
        }
    }

    private var place: String { step == .name ? "name" : "string" }

    private var endOfStringFault: JSONFault {
        var fault = JSONFault("the text ends inside a \(place)")
        fault.position = body.count
        return fault
    }

    private var escapeFault: JSONFault {
        guard position + 1 < body.count else { return endOfStringFault }
        guard body[position + 1] == 0x75 else {
            return JSONFault("a backslash cannot stand before \(found(at: position + 1)) in a \(place)")
        }
        let digits = (position + 2..<min(position + 6, body.count)).prefix { Self.isHexadecimal(body[$0]) }
        guard digits.count == 4 else {
            guard digits.endIndex < body.count else { return endOfStringFault }
            return JSONFault("four hexadecimal digits must follow \\u")
        }
        if isCutPair { return endOfStringFault }
        let text = String(decoding: digits.map { body[$0] }, as: UTF8.self)
        return JSONFault("lone surrogate \\u\(text)")
    }

    /// Whether the text ends inside the second half of a surrogate pair, whose first half is at the fault.
    private var isCutPair: Bool {
        let second = [0x5C, 0x75] as [UInt8]
        let rest = position + 6..<min(position + 12, body.count)
        guard rest.endIndex == body.count, body[position + 3] | 0x20 < 0x63 else { return false }
        return rest.allSatisfy { index in
            let place = index - rest.startIndex
            return place < 2 ? body[index] == second[place] : Self.isHexadecimal(body[index])
        } && rest.count < 6
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }
}
