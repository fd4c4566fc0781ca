extension DecodedText {
    /// Whether the text is that of the body, and not made anew.
    package var isInPlace: Bool { charset == .utf8 && replacements == 0 }
}
