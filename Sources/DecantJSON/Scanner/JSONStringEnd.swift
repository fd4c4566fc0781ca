import DecantDocument

/// Where a string ends, and what it turned out to be.
struct JSONStringEnd {
    /// The closing quotation mark, or the fault.
    var position: Int

    /// A kind of string.
    var kind: DocumentNode.Kind

    /// Whether there is no fault.
    var isValid = true
}

extension JSONStringEnd {
    /// Goes on in a string, from a position where a plain run ends or may go on.
    @inline(never)
    init(in text: PaddedBytes, from start: Int) {
        self.init(position: start, kind: .string)
        while true {
            let stop = text.stringStop(at: position)
            if stop == 16 {
                // A predicted step, where adding what was found would have to wait for it.
                position &+= 16
                continue
            }
            position &+= stop
            let byte = text[position]
            if byte == 0x22 { return }
            let isValid = byte >= 0x80 ? skipNonASCII(in: text) : byte == 0x5C && skipEscape(in: text)
            guard _fastPath(isValid) else {
                self.isValid = false
                return
            }
        }
    }

    /// Skips characters beyond ASCII, as many as follow each other, by the table of well-formed UTF-8 (RFC 3629 §4).
    ///
    /// A word of four bytes is compared at once: which bits must be set, and that the others make no overlong form, no
    /// surrogate and nothing above U+10FFFF. Three bytes come first, the length of most scripts of Asia.
    @inline(__always)
    private mutating func skipNonASCII(in text: PaddedBytes) -> Bool {
        while true {
            let word = text.word32(at: position)
            if word & 0x00C0_C0F0 == 0x0080_80E0 {
                let bits = word & 0x0000_200F
                if bits == 0 || bits == 0x200D { return false }
                position &+= 3
            } else if word & 0x0000_C0E0 == 0x0000_80C0 {
                if word & 0x0000_001E == 0 { return false }
                position &+= 2
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                let bits = word & 0x0000_3007
                if bits == 0 || (bits & 0x04 != 0 && bits & 0x3003 != 0) { return false }
                position &+= 4
            } else {
                return word & 0x80 == 0
            }
        }
    }

    /// Skips one escape, with its second half if it is the first one of a surrogate pair.
    @inline(__always)
    mutating func skipEscape(in text: PaddedBytes) -> Bool {
        kind = .escapedString
        switch text[position &+ 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            position &+= 2
            return true
        case 0x75:
            let unit = JSONEscape.unit(in: text.word32(at: position &+ 2))
            guard unit & 0xF800 == 0xD800 else {
                guard unit != JSONEscape.invalidUnit else { return false }
                position &+= 6
                return true
            }
            let isPair = unit < 0xDC00 && text[position &+ 6] == 0x5C && text[position &+ 7] == 0x75
            let second = isPair ? JSONEscape.unit(in: text.word32(at: position &+ 8)) : 0
            guard second & 0xFFFF_FC00 == 0xDC00 else { return false }
            position &+= 12
            return true
        default:
            return false
        }
    }
}
