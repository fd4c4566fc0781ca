/// What there is to do to fold the white space of a text.
struct XMLFolding {
    /// How many bytes of white space there are at the beginning.
    let leading: Int

    /// How many bytes there are up to the white space at the end; 0 if there is nothing else.
    let end: Int

    /// Whether all the white space between the two is single spaces.
    let isFolded: Bool

    /// Looks at a text.
    init(_ text: Span<UInt8>) {
        var start = 0
        while start < text.count, text[start].isXMLSpace { start += 1 }
        var end = text.count
        while end > start, text[end - 1].isXMLSpace { end -= 1 }
        leading = start
        self.end = end > start ? end : 0
        isFolded = Self.isFolded(text.extracting(start..<end))
    }

    private static func isFolded(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where text[index].isXMLSpace {
            // Neither the first nor the last byte is white space.
            if text[index] != 0x20 || text[index + 1].isXMLSpace { return false }
        }
        return true
    }

    /// Makes each run of white space at the end of an array one space.
    ///
    /// - Parameters:
    ///   - bytes: An array that ends with a text.
    ///   - start: Where the text begins.
    static func fold(_ bytes: inout [UInt8], from start: Int) {
        var end = start
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte.isXMLSpace, end > start, bytes[end - 1] == 0x20 { continue }
            bytes[end] = byte.isXMLSpace ? 0x20 : byte
            end += 1
        }
        bytes.removeLast(bytes.count - end)
    }
}
