import DecantDocument

// The leniencies. The scanner itself knows nothing of them: it stops, and if what it stopped at is one that is allowed, it is
// taken here and the scanner goes on. So a text without any costs the same whether they are allowed or not.

extension JSONScanner {
    /// Goes on behind a fault, if a quirk allows it.
    ///
    /// - Parameters:
    ///   - step: What the scanner stopped at.
    ///   - nodes: The room for nodes; what the scanner was about to write still fits.
    ///   - pool: The content that is not in the text as it is.
    /// - Returns: How the rest of the run ended, or nil if the fault remains one.
    mutating func recover(
        from step: JSONScanStep,
        into nodes: inout NodeWriter,
        _ pool: inout [UInt8]
    ) -> JSONScanOutcome? {
        if step.isBetweenTokens, let opening = skipTrivia() { return resume(step, behind: opening, into: &nodes) }
        if let hasColon = scanName(step, into: &nodes, &pool) { return hasColon ? run(into: &nodes) : .stopped(.colon) }
        guard
            skipTrailingComma(step) || scanNonFinite(step, into: &nodes) || scanValue(step, into: &nodes, &pool)
        else {
            return nil
        }
        return runBehindValue(into: &nodes)
    }

    /// Goes on behind comments, and white space that JSON does not have.
    private mutating func resume(
        _ step: JSONScanStep,
        behind opening: UInt8,
        into nodes: inout NodeWriter
    ) -> JSONScanOutcome {
        switch step {
        case .value, .member:
            if text[place.position] == place.closer, opening == 0x5B || opening == 0x7B {
                // The container is empty.
                place.members = 0
                return runBehindValue(into: &nodes)
            }
            place.expectsName = step == .member
        case .colon:
            guard text[place.position] == 0x3A else { return .stopped(.colon) }
            // The name was found valid, but without its colon there was no node of it yet.
            nodes.append(text.name(endingAnywhereFrom: nameStart).node)
            place.position = text.skipWhiteSpace(at: place.position + 1, lines)
            place.expectsName = false
        default:
            return runBehindValue(into: &nodes)
        }
        return run(into: &nodes)
    }

    /// Goes back before a comma that nothing follows: only there does the scanner stop at what closes the container.
    private mutating func skipTrailingComma(_ step: JSONScanStep) -> Bool {
        guard quirks.contains(.trailingCommas), place.closer != 0, text[place.position] == place.closer else {
            return false
        }
        guard step == .member || (step == .value && place.closer == 0x5D) else { return false }
        place.members -= 1
        quirksNeeded.insert(.trailingCommas)
        return true
    }
}

extension JSONScanner {
    /// Skips comments, and white space that JSON does not have.
    ///
    /// A comment that does not end is not skipped.
    ///
    /// - Returns: The character before them, or nil if there are none.
    private mutating func skipTrivia() -> UInt8? {
        var previous = place.position - 1
        while previous >= 0, text[previous] <= 0x20 { previous -= 1 }
        var position = place.position
        skipTrivia(at: &position)
        guard position > place.position else { return nil }
        place.position = position
        return previous >= 0 ? text[previous] : 0
    }

    /// Skips comments and white space of any kind that a quirk allows.
    mutating func skipTrivia(at position: inout Int) {
        while true {
            position = text.skipWhiteSpace(at: position, lines)
            if quirks.contains(.comments), let end = endOfComment(at: position) {
                quirksNeeded.insert(.comments)
                position = end
            } else if quirks.contains(.whiteSpace), let length = text.foreignSpace(at: position) {
                quirksNeeded.insert(.whiteSpace)
                position += length
            } else {
                return
            }
        }
    }

    /// Where the comment ends that begins at a position, if one does.
    private func endOfComment(at position: Int) -> Int? {
        guard text[position] == 0x2F else { return nil }
        var end = position + 2
        switch text[position + 1] {
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
        guard let start = step == .digit ? startOfNumber : place.position else { return false }
        for word in ["NaN", "Infinity", "-Infinity"] where word.utf8.count <= numberLimit && hasWord(word, at: start) {
            nodes.append(DocumentNode(.decimal, offset: start, payload: UInt64(word.utf8.count)))
            place.position = start + word.utf8.count
            quirksNeeded.insert(.nonFiniteNumbers)
            return true
        }
        return false
    }

    func hasWord(_ word: String, at start: Int) -> Bool {
        guard word.utf8.count <= text.count - start else { return false }
        return word.utf8.enumerated().allSatisfy { text[start + $0.offset] == $0.element }
    }
}

extension JSONScanStep {
    /// Whether white space may be where the scanner has stopped.
    fileprivate var isBetweenTokens: Bool {
        switch self {
        case .value, .member, .colon, .commaOrEnd: true
        default: false
        }
    }
}

extension PaddedBytes {
    /// The length of white space that JSON5 has and JSON does not, at a position: tabulators, form feeds, no-break spaces, byte-order
    /// marks, line and paragraph separators, and the other separators of Unicode (json5.org §8).
    fileprivate func foreignSpace(at position: Int) -> Int? {
        let first = self[position]
        if first == 0x0B || first == 0x0C { return 1 }
        if first == 0xC2, self[position + 1] == 0xA0 { return 2 }
        switch word32(at: position) & 0xFF_FFFF {
        case 0xBF_BBEF, 0x80_9AE1, 0xA8_80E2, 0xA9_80E2, 0xAF_80E2, 0x9F_81E2, 0x80_80E3: return 3
        case 0x80_80E2...0x8A_80E2 where first == 0xE2 && self[position + 1] == 0x80: return 3
        default: return nil
        }
    }
}
