// Unsafe only in that it relies on the bound of UnsafeXMLText: a scalar ends at the zeros behind the text at the latest.

import DecantCore

extension UnsafeXMLText {
    /// The character at a position, or nil if there is none: at the end, or in malformed UTF-8 (RFC 3629 §4).
    func scalar(at position: Int) -> (value: UInt32, length: Int)? {
        let lead = UInt32(self[position])
        if lead < 0x80 { return lead == 0 ? nil : (lead, 1) }
        guard lead >= 0xC2, lead < 0xF5, let second = continuation(at: position + 1) else { return nil }
        if lead < 0xE0 { return (lead << 6 & 0x7C0 | second, 2) }
        guard let third = continuation(at: position + 2) else { return nil }
        if lead < 0xF0 {
            let value = lead << 12 & 0xF000 | second << 6 | third
            return value < 0x800 || (0xD800..<0xE000).contains(value) ? nil : (value, 3)
        }
        guard let fourth = continuation(at: position + 3) else { return nil }
        let value = lead << 18 & 0x1C_0000 | second << 12 | third << 6 | fourth
        return (0x10000...0x10FFFF).contains(value) ? (value, 4) : nil
    }

    /// Whether the text may end in the middle of the character at a position.
    func isCut(at position: Int) -> Bool {
        let lead = self[position]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead >= 0xC2, lead < 0xF5, position + length > count else { return false }
        return (position + 1..<max(count, position + 1)).allSatisfy { self[$0] & 0xC0 == 0x80 }
    }

    private func continuation(at position: Int) -> UInt32? {
        self[position] & 0xC0 == 0x80 ? UInt32(self[position] & 0x3F) : nil
    }

    /// The end of the name characters at a position (production 4a).
    func endOfNameCharacters(from start: Int) -> Int {
        var position = start
        while true {
            if self[position] < 0x80 {
                guard XMLCharacters.isNameASCII(self[position]) else { return position }
                position += 1
            } else {
                guard let next = scalar(at: position), XMLCharacters.isName(next.value) else { return position }
                position += next.length
            }
        }
    }

    /// What stands at a position, for messages.
    func described(at position: Int) -> String {
        if position >= count { return "the end" }
        guard let next = scalar(at: position), let scalar = Unicode.Scalar(next.value) else {
            return "a malformed byte"
        }
        switch scalar {
        case " ": return "a space"
        case "\n", "\r": return "the end of the line"
        case "\t": return "a tab"
        default: return "“\(String(scalar).printable)”"
        }
    }

    /// Whether the text has some ASCII characters at a position.
    ///
    /// - Parameters:
    ///   - word: The characters.
    ///   - position: The position.
    /// - Returns: Nil if it has them, else the position of the first that is different.
    func mismatch(_ word: StaticString, at position: Int) -> Int? {
        var position = position
        for byte in word.description.utf8 {
            guard self[position] == byte else { return position }
            position += 1
        }
        return nil
    }
}
