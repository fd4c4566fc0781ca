import DecantCore

/// The characters that a quirk of XML drops: control characters except tabs and line ends, and two noncharacters.
///
/// XML 1.0 allows none of them (production 2).
package enum XMLControls {
    /// Returns whether a character is dropped.
    package static func contains(_ scalar: UInt32) -> Bool {
        scalar < 0x20 ? scalar != 0x09 && scalar != 0x0A && scalar != 0x0D : scalar == 0xFFFE || scalar == 0xFFFF
    }

    /// Returns the length of such a character at an index of UTF-8, or nil if there is another one.
    static func length(in text: borrowing Span<UInt8>, at index: Int) -> Int? {
        let byte = text[index]
        if UTF8.isASCII(byte) { return contains(UInt32(byte)) ? 1 : nil }
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        guard byte == 0xEF, text.count - index > 2, text[index + 1] == 0xBF, text[index + 2] >= 0xBE else { return nil }
        return 3
    }

    /// Returns whether a text in UTF-8 has such a character.
    static func occur(in text: borrowing Span<UInt8>) -> Bool {
        for index in text.indices where length(in: text, at: index) != nil { return true }
        return false
    }
}

/// The characters that a decoder has dropped.
struct DroppedControls: Sendable {
    /// The number of characters.
    var count = 0
    /// The offset of the first one in the bytes as received, after the byte-order mark.
    var first = 0

    /// The finding about them, or nil if there are none.
    func finding(after mark: Int) -> Finding? {
        guard count > 0 else { return nil }
        let message = "the text is not strict XML; dropped \(count.counted("control character"))"
        return Finding(.quirk, .warning, message, offset: mark + first)
    }
}
