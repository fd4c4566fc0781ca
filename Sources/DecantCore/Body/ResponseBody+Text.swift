extension ResponseBody {
    /// Whether the bytes are nothing but a byte-order mark and white space, in UTF-8, UTF-16 or UTF-32.
    package var isWhiteSpace: Bool {
        for (mark, width, significant) in Self.markedUnits where hasPrefix(mark) {
            return dropFirst(mark.count).isWhiteSpace(width: width, significant: significant)
        }
        return Self.markedUnits.contains { isWhiteSpace(width: $0.width, significant: $0.significant) }
    }

    /// The marks of the Unicode encodings, the size of a unit in bytes, and which byte of a unit tells ASCII characters apart.
    private static let markedUnits: [(mark: [UInt8], width: Int, significant: Int)] = [
        ([0xEF, 0xBB, 0xBF], 1, 0), ([0xFF, 0xFE, 0, 0], 4, 0), ([0, 0, 0xFE, 0xFF], 4, 3), ([0xFF, 0xFE], 2, 0),
        ([0xFE, 0xFF], 2, 1),
    ]

    private func isWhiteSpace(width: Int, significant: Int) -> Bool {
        guard count.isMultiple(of: width) else { return false }
        return span.indices.allSatisfy { index in
            switch self[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index % width == significant
            case 0: index % width != significant
            default: false
            }
        }
    }

    /// Whether the body begins with the UTF-8 byte-order mark.
    package var hasUTF8Mark: Bool { hasPrefix([0xEF, 0xBB, 0xBF]) }

    /// Whether the body begins with some bytes.
    package func hasPrefix(_ bytes: [UInt8]) -> Bool {
        count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }
}
