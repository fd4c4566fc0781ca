// Unsafe only in that it relies on the bound of UnsafeXMLText: every loop ends at the zero behind the text at the latest.

/// The same searches byte by byte, for processors that the header of vector instructions does not know; tests compare.
extension UnsafeXMLText {
    func portableNameRun(at position: Int) -> XMLNameRun {
        var run = XMLNameRun(stop: 0, colon: 0)
        while run.stop < 16, XMLCharacters.isNameASCII(self[position + run.stop]) {
            if self[position + run.stop] == 0x3A { run.colon = run.colon == 0 && run.stop > 0 ? run.stop : -1 }
            run.stop += 1
        }
        return run
    }

    func portableTextEnd(from position: Int) -> Int {
        var end = position
        while true {
            switch self[end] {
            case 0x3C, 0x26, 0x5D, 0x0D, 0: return end
            default: end += 1
            }
        }
    }

    func portableValueEnd(from position: Int, quote: UInt8) -> Int {
        var end = position
        while self[end] != 0x3C, self[end] != 0x26, self[end] != quote, self[end] >= 0x20 { end += 1 }
        return end
    }

    func portableFind(_ byte: UInt8, from position: Int) -> Int {
        var end = position
        while self[end] != byte, self[end] != 0x0D, self[end] != 0 { end += 1 }
        return end
    }
}
