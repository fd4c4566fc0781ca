// The leniencies, each of which only runs in a scanner that was asked for it.

extension JSONScanner {
    /// Skips a comment, if comments are allowed and one begins at the position.
    ///
    /// One that does not end is not skipped.
    @inline(never)
    mutating func skipComment() -> Bool {
        guard quirks.contains(.comments), text[position] == 0x2F else { return false }
        var end = position + 2
        switch text[position + 1] {
        case 0x2F:
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
        case 0x2A:
            while end < text.count, text[end] != 0x2A || text[end + 1] != 0x2F { end += 1 }
            guard end < text.count else { return false }
            end += 2
        default:
            return false
        }
        position = end
        return true
    }

    /// Reads `NaN`, `Infinity` or `-Infinity`, if they are allowed, as a number of that text.
    @inline(never)
    mutating func scanNonFinite(into nodes: UnsafeJSONNodes) -> Bool {
        guard quirks.contains(.nonFiniteNumbers) else { return false }
        for word in ["NaN", "Infinity", "-Infinity"] where hasWord(word) {
            nodes[count] = JSONNode(.number, offset: position, payload: UInt64(word.utf8.count))
            count += 1
            position += word.utf8.count
            return true
        }
        return false
    }

    private func hasWord(_ word: String) -> Bool {
        guard word.utf8.count <= text.count - position else { return false }
        return word.utf8.enumerated().allSatisfy { text[position + $0.offset] == $0.element }
    }
}
