extension JSONScanner {
    /// Skips white space (RFC 8259 §2): space, tab, line feed, carriage return.
    ///
    /// Most often there is none, or one space, or a line end with an indentation behind it.
    @inline(__always)
    mutating func skipWhiteSpace() {
        if !Grammar.isLenient, text[position] > 0x20 { return }
        skipRun()
        while Grammar.isLenient, skipComment() { skipRun() }
    }

    @inline(__always)
    private mutating func skipRun() {
        while true {
            switch text[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
            if text[position] > 0x20 { return }
            while text.word64(at: position) == 0x2020_2020_2020_2020 { position &+= 8 }
            if text.word32(at: position) == 0x2020_2020 { position &+= 4 }
            while text[position] == 0x20 { position &+= 1 }
            if text[position] > 0x20 { return }
        }
    }
}
