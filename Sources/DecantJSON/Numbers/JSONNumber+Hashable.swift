extension JSONNumber: Hashable {
    /// Whether two numbers have the same value.
    ///
    /// Words like `NaN` equal only the same word.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.text == right.text { return true }
        guard !left.isNonFinite, !right.isNonFinite else { return false }
        let leftBytes = Array(left.text.utf8)
        let rightBytes = Array(right.text.utf8)
        return LongDecimal(leftBytes.span).equals(
            LongDecimal(rightBytes.span),
            in: leftBytes.span,
            and: rightBytes.span
        )
    }

    /// Feeds the value to a hasher.
    public func hash(into hasher: inout Hasher) {
        guard !isNonFinite else { return hasher.combine(text) }
        let bytes = Array(text.utf8)
        LongDecimal(bytes.span).hash(into: &hasher, in: bytes.span)
    }
}
