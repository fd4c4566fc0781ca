import DecantDocument

// The leniencies. The scanner itself knows nothing of them: it stops, and if what it stopped at is one that is allowed, it is
// taken here and the scanner goes on. So a text without any costs the same whether they are allowed or not.

extension JSONScanner {
    /// Continues after a fault if a quirk allows it, else returns nil; what the scanner was about to write still fits.
    mutating func recover(from step: JSONScanStep, into nodes: inout NodeWriter) -> JSONScanOutcome? {
        if let opening = skipComments() { return resume(step, behind: opening, into: &nodes) }
        guard skipTrailingComma(step) || scanNonFinite(step, into: &nodes) else { return nil }
        return runBehindValue(into: &nodes)
    }

    private mutating func resume(
        _ step: JSONScanStep,
        behind opening: UInt8,
        into nodes: inout NodeWriter
    ) -> JSONScanOutcome {
        switch step {
        case .value, .member:
            if text[cursor.position] == cursor.closer, opening == 0x5B || opening == 0x7B {
                // Nothing but comments is in the container.
                cursor.members = 0
                return runBehindValue(into: &nodes)
            }
            cursor.expectsName = step == .member
        case .colon:
            guard text[cursor.position] == 0x3A else { return .stopped(.colon) }
            // The name was found valid, but without its colon there was no node of it yet.
            nodes.append(text.name(endingAnywhereFrom: nameStart).node)
            cursor.position = text.skipWhiteSpace(at: cursor.position + 1, lines)
            cursor.expectsName = false
        default:
            return runBehindValue(into: &nodes)
        }
        return run(into: &nodes)
    }

    /// Goes back before a comma that nothing follows: only there does the scanner stop at what closes the container.
    private mutating func skipTrailingComma(_ step: JSONScanStep) -> Bool {
        guard quirks.contains(.trailingCommas), cursor.closer != 0, text[cursor.position] == cursor.closer else {
            return false
        }
        guard step == .member || (step == .value && cursor.closer == 0x5D) else { return false }
        cursor.members -= 1
        quirksNeeded.insert(.trailingCommas)
        return true
    }

    /// Skips complete comments and the white space around them, and returns the character before them; nil without
    /// comments.
    private mutating func skipComments() -> UInt8? {
        guard quirks.contains(.comments), endOfComment != nil else { return nil }
        var previous = cursor.position - 1
        while previous >= 0, text[previous] <= 0x20 { previous -= 1 }
        while let end = endOfComment { cursor.position = text.skipWhiteSpace(at: end, lines) }
        quirksNeeded.insert(.comments)
        return previous >= 0 ? text[previous] : 0
    }

    /// Where the comment ends that begins at the position, if one does.
    private var endOfComment: Int? {
        guard text[cursor.position] == 0x2F else { return nil }
        var end = cursor.position + 2
        switch text[cursor.position + 1] {
        case 0x2F:
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
            return end
        case 0x2A:
            while end < text.count, text[end] != 0x2A || text[end + 1] != 0x2F { end += 1 }
            return end < text.count ? end + 2 : nil
        default:
            return nil
        }
    }

    /// Reads `NaN`, `Infinity` or `-Infinity`, if they are allowed, as a number of that text.
    private mutating func scanNonFinite(_ step: JSONScanStep, into nodes: inout NodeWriter) -> Bool {
        guard quirks.contains(.nonFiniteNumbers), step == .value || step == .digit else { return false }
        let start = step == .digit ? cursor.position - 1 : cursor.position
        for word in ["NaN", "Infinity", "-Infinity"] where hasWord(word, at: start) {
            nodes.append(DocumentNode(.decimal, offset: start, payload: UInt64(word.utf8.count)))
            cursor.position = start + word.utf8.count
            quirksNeeded.insert(.nonFiniteNumbers)
            return true
        }
        return false
    }

    private func hasWord(_ word: String, at start: Int) -> Bool {
        guard word.utf8.count <= text.count - start else { return false }
        return word.utf8.enumerated().allSatisfy { text[start + $0.offset] == $0.element }
    }
}
