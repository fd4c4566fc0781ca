/// How often something stands in a piece of text.
package struct TextCounts: Equatable {
    /// Line feeds.
    package var feeds = 0

    /// Carriage returns.
    package var returns = 0

    /// Scalars; a byte that is not UTF-8 counts as one, unless it could continue one.
    package var scalars = 0

    /// Counts byte by byte.
    package init(portably text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            feeds += byte == 0x0A ? 1 : 0
            returns += byte == 0x0D ? 1 : 0
            scalars += byte & 0xC0 != 0x80 ? 1 : 0
        }
    }
}
