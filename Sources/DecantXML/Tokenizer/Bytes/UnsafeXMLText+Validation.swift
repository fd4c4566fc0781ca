// Unsafe only in that it relies on the bound of UnsafeXMLText: it reads up to an end that is not behind that of the text, and
// at most three bytes more.

extension UnsafeXMLText {
    /// Finds the first character that is malformed or that XML forbids (production 2).
    ///
    /// - Parameters:
    ///   - start: Where to begin, at the first byte of a character.
    ///   - end: Where to stop; a character that begins before it is looked at whole.
    /// - Returns: Where that character begins, or the position behind the last character if all are good.
    func firstInvalid(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            position = validGroupsEnd(from: position, to: end)
            // Behind characters that the groups leave out there are often more of them.
            let pause = min(end, position &+ 32)
            position = portableFirstInvalid(from: position, to: pause)
            if position < pause { return position }
        }
        return position
    }

    /// The same, one character after the other.
    func portableFirstInvalid(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            let byte = self[position]
            if byte < 0x80 {
                guard XMLCharacters.isPlainASCII(byte) else { return position }
                position &+= 1
            } else {
                guard let next = scalar(at: position), next.value & 0xFFFE != 0xFFFE || next.value > 0xFFFF else {
                    return position
                }
                position &+= next.length
            }
        }
        return position
    }
}
