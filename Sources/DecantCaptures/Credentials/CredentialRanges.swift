/// The ranges of the credentials in a text, including those that escapes hide.
///
/// Why: `%74oken`, `tok\u0065n`, `&quot;token&quot;`, and a URL in the query of another one are read by whoever uses
/// them. Therefore, the text is scanned as it is, and then again with one level of escapes decoded, up to
/// ``maxLevel`` times. What is found in one level is hidden from the next, so an escape in a value changes nothing.
///
/// Bound: a level has at most as many bytes as the one before, so the time is proportional to the length.
struct CredentialRanges {
    /// The maximum number of levels of escapes that are decoded.
    private static let maxLevel = 4

    /// All ranges, ascending and without overlaps.
    private(set) var all: [Range<Int>] = []

    /// The ranges of users of URLs.
    private(set) var users: [Range<Int>] = []

    init(in text: [UInt8], isURL: Bool) {
        // Most URLs have nothing to look for.
        let marks = Array("=@%J".utf8)
        guard !isURL || text.contains(where: marks.contains) else { return }
        var level = DecodedText(text)
        var isHidden: [Bool] = []
        for _ in 0...Self.maxLevel {
            var scanner = CredentialScanner(level.bytes, isURL: isURL)
            scanner.scan()
            for (found, isUser) in scanner.ranges {
                if isHidden.isEmpty { isHidden = [Bool](repeating: false, count: text.count) }
                // The at sign after a user is a part of the escaped URL, too.
                let end = isUser && isURL ? found.upperBound + 1 : found.upperBound
                let range = level.origins[found.lowerBound]..<level.origins[end]
                for index in range { isHidden[index] = true }
                if isUser { users.append(range) }
                level.hide(found)
            }
            guard level.decode() else { break }
        }
        all = Self.ranges(isHidden)
    }

    private static func ranges(_ isHidden: [Bool]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        for index in isHidden.indices {
            if isHidden[index], start == nil { start = index }
            if !isHidden[index], let first = start {
                ranges.append(first..<index)
                start = nil
            }
        }
        if let start { ranges.append(start..<isHidden.count) }
        return ranges
    }
}

/// A text after some levels of escapes, with the offset of each byte in the original.
private struct DecodedText {
    private(set) var bytes: [UInt8]

    /// The offsets of the bytes, and the end of the text.
    private(set) var origins: [Int]

    init(_ text: [UInt8]) {
        bytes = text
        origins = Array(0...text.count)
    }

    /// Replaces the bytes of a credential by letters.
    mutating func hide(_ range: Range<Int>) {
        for index in range { bytes[index] = UInt8(ascii: "x") }
    }

    /// Decodes one level of escapes, and returns whether there was one.
    mutating func decode() -> Bool {
        guard bytes.contains(where: { [UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "\\")].contains($0) }) else {
            return false
        }
        var decoded: [UInt8] = []
        var offsets: [Int] = []
        var index = 0
        while index < bytes.count {
            offsets.append(origins[index])
            let escape = escape(at: index)
            decoded.append(escape?.byte ?? bytes[index])
            index += escape?.length ?? 1
        }
        offsets.append(origins[bytes.count])
        defer { (bytes, origins) = (decoded, offsets) }
        return decoded.count < bytes.count
    }

    /// Returns the byte that an escape stands for, and the length of the escape.
    private func escape(at index: Int) -> (byte: UInt8, length: Int)? {
        switch bytes[index] {
        case UInt8(ascii: "%"): hexadecimal(from: index + 1, count: 2).map { ($0, 3) }
        case UInt8(ascii: "\\"): backslash(at: index)
        case UInt8(ascii: "&"): reference(at: index)
        default: nil
        }
    }

    /// Decodes an escape of JSON (RFC 8259 §7).
    private func backslash(at index: Int) -> (byte: UInt8, length: Int)? {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            return hexadecimal(from: index + 2, count: 4).map { ($0, 6) }
        case UInt8(ascii: "n"), UInt8(ascii: "r"): return (UInt8(ascii: "\n"), 2)
        case UInt8(ascii: "t"): return (UInt8(ascii: "\t"), 2)
        default: return bytes[index + 1] < 0x80 ? (bytes[index + 1], 2) : nil
        }
    }

    /// Decodes a reference to a character in ASCII (XML 1.0 §4.1).
    private func reference(at index: Int) -> (byte: UInt8, length: Int)? {
        let content = bytes[(index + 1)...].prefix(8)
        guard let end = content.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let length = end + 1 - index
        let name = String(decoding: content[..<end], as: UTF8.self)
        let named = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"] as [String: Unicode.Scalar]
        if let scalar = named[name] { return (UInt8(ascii: scalar), length) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let code = digits.hasPrefix("x") ? UInt8(digits.dropFirst(), radix: 16) : UInt8(digits)
        return code.flatMap { $0 < 0x80 ? ($0, length) : nil }
    }

    /// Returns the number of some hexadecimal digits, or nil if it is not a byte.
    private func hexadecimal(from start: Int, count: Int) -> UInt8? {
        guard start + count <= bytes.count else { return nil }
        var number = 0
        for index in start..<start + count {
            guard let digit = bytes[index].hexDigitValue else { return nil }
            number = number << 4 | Int(digit)
        }
        return UInt8(exactly: number)
    }
}
