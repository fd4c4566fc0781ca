import DecantReport

/// Bytes as a person can read them.
package struct HexDump {
    private static let width = 16
    private static let lineLimit = 16

    private let bytes: [UInt8]
    private let count: Int

    /// Takes the beginning of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, or at least their beginning.
    ///   - count: The number of all bytes.
    package init(_ bytes: [UInt8], of count: Int) {
        self.bytes = Array(bytes.prefix(Self.width * Self.lineLimit))
        self.count = count
    }

    /// The lines: an offset, 16 bytes, and the characters of ASCII among them.
    package var lines: [String] {
        let lines = stride(from: 0, to: bytes.count, by: Self.width).map(line)
        return count > bytes.count ? lines + ["… \(count - bytes.count) more bytes"] : lines
    }

    private func line(from start: Int) -> String {
        let slice = bytes[start..<min(start + Self.width, bytes.count)]
        let digits = slice.map { String($0, radix: 16).leftPadded(to: 2, with: "0") }
        let halves = [digits.prefix(8), digits.dropFirst(8)].map { $0.joined(separator: " ") }.joined(separator: "  ")
        let text = slice.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
        let padding = String(repeating: " ", count: max(0, Self.width * 3 - halves.count))
        return String(start, radix: 16).leftPadded(to: 8, with: "0") + "  \(halves)\(padding)  |\(String(text))|"
    }
}
