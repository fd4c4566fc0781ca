import DecantCore

/// What the frame header of a JPEG says (ITU T.81 §B.2.2), looked for from its beginning.
struct JPEGFrameFacts {
    /// The sampling factors of the first component.
    let across: Int
    let down: Int

    /// The number of components.
    let components: Int

    /// Whether there is more than one scan by its kind.
    let isProgressive: Bool

    /// Gives nil if there is no such header, or one that is cut off.
    init?(_ bytes: ImageBytes, _ range: Range<Int>) {
        var place = range.lowerBound
        // As many segments as any JPEG has in front of its pixels; each takes four bytes at least.
        for _ in 0..<1000 {
            guard range.upperBound - place >= 4, bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xD8 || marker == 0xFF {
                place += marker == 0xFF ? 1 : 2
                continue
            }
            let length = bytes.big16(at: place + 2)
            guard length >= 2, length <= range.upperBound - place - 2 else { return nil }
            if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
                guard length >= 11 else { return nil }
                components = Int(bytes[place + 9])
                across = Int(bytes[place + 11] >> 4)
                down = Int(bytes[place + 11] & 15)
                isProgressive = marker & 3 == 2
                return
            }
            place += 2 + length
        }
        return nil
    }
}
