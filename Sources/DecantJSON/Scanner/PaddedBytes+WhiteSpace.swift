import DecantDocument

// Unsafe only in that it relies on the bound of PaddedBytes: white space ends at the zeros behind the text at the latest.

extension PaddedBytes {
    /// Skips white space (RFC 8259 §2): space, tab, line feed, carriage return.
    ///
    /// Most often there is none, or one space, or a line end with an indentation behind it.
    @inline(__always)
    func skipWhiteSpace(at start: Int, _ lines: some JSONLineCounting) -> Int {
        var position = start
        if self[position] > 0x20 { return position }
        while true {
            switch self[position] {
            case 0x20: break
            case 0x0A, 0x0D, 0x09: lines.pass(self[position])
            default: return position
            }
            position &+= 1
            if self[position] > 0x20 { return position }
            while word64(at: position) == 0x2020_2020_2020_2020 { position &+= 8 }
            if word32(at: position) == 0x2020_2020 { position &+= 4 }
            while self[position] == 0x20 { position &+= 1 }
            if self[position] > 0x20 { return position }
        }
    }
}
