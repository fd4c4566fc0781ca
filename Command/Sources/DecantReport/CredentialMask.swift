/// Hides the values of credentials in text that comes from a body.
///
/// Why: a capture has tokens and passwords in its bodies, and so have the lines of an error and the outline of a value.
/// A name such as `access_token` before a colon, an equals sign, or the end of a start tag marks its value:
///
///     "access_token": "eyJhbGciOi"   ->   "access_token": "••••••••••"
///
/// Each character is replaced by one dot, so a caret below the line keeps its column.
package struct CredentialMask: Sendable {
    /// The parts of a name that indicate a credential, in lowercase, by their first letter.
    private static let words: [[[UInt8]]] = {
        let words = [
            "token", "secret", "passw", "signature", "authorization", "cookie", "credential", "apikey", "api_key",
            "api-key", "access_key", "private_key",
        ].map { Array($0.utf8) }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).map { letter in words.filter { $0.first == letter } }
    }()

    private static let dot = Array("•".utf8)

    /// Whether values are hidden.
    package let isActive: Bool

    /// Creates a mask.
    ///
    /// - Parameter isActive: Whether values are hidden; otherwise texts are returned unchanged.
    package init(isActive: Bool) {
        self.isActive = isActive
    }

    /// Returns whether a name indicates a credential.
    package static func isCredential(_ name: String) -> Bool { isCredential(Array(name.utf8)[...]) }

    private static func isCredential(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.count >= 5 else { return false }
        for start in name.indices {
            let letter = lowercased(name[start])
            guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { continue }
            for word in words[Int(letter - UInt8(ascii: "a"))] where word.count <= name.endIndex - start {
                if word.indices.allSatisfy({ lowercased(name[start + $0]) == word[$0] }) { return true }
            }
        }
        return false
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// Returns a text with a dot for each character of a credential.
    package func callAsFunction(_ text: String) -> String {
        guard isActive else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index < bytes.count {
            guard Self.isSeparator(bytes[index]), let value = Self.value(in: bytes, after: index) else {
                index += 1
                continue
            }
            result += bytes[copied..<value.lowerBound]
            for byte in bytes[value] where byte & 0xC0 != 0x80 { result += Self.dot }
            (copied, index) = (value.upperBound, value.upperBound)
        }
        return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
    }

    /// Returns the bytes of a credential after a separator at an offset; nil if there is no credential.
    private static func value(in bytes: [UInt8], after index: Int) -> Range<Int>? {
        let isTag = bytes[index] == UInt8(ascii: ">")
        let name = self.name(in: bytes, before: index)
        let isElement = name.startIndex > 0 && bytes[name.startIndex - 1] == UInt8(ascii: "<")
        guard isCredential(name), !isTag || isElement else { return nil }
        var start = index + 1
        if isTag { return range(in: bytes, from: start) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\n") } }
        while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
        guard start < bytes.count else { return nil }
        let quote = bytes[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return quoted(in: bytes, from: start + 1, by: quote)
        }
        return bare(in: bytes, from: start)
    }

    /// Returns the name that ends before an offset, without quotation marks.
    private static func name(in bytes: [UInt8], before end: Int) -> ArraySlice<UInt8> {
        var end = end
        while end > 0, isQuoteOrSpace(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start < 100, isName(bytes[start - 1]) { start -= 1 }
        return bytes[start..<end]
    }

    private static func isQuoteOrSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Returns the text up to a closing quotation mark or the end of the line.
    private static func quoted(in bytes: [UInt8], from start: Int, by quote: UInt8) -> Range<Int>? {
        var end = start
        while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\n") {
            end += bytes[end] == UInt8(ascii: "\\") && end + 1 < bytes.count ? 2 : 1
        }
        return start < end ? start..<min(end, bytes.count) : nil
    }

    /// Returns a value without quotation marks, unless it is a number or the beginning of a container.
    private static func bare(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        let range = range(in: bytes, from: start) { Array("&;,<>\"'(){}[] \n".utf8).contains($0) }
        guard let range else { return nil }
        let isScalar = bytes[range].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == 0x2E }
        return isScalar || ["null", "true", "false"].contains { bytes[range].elementsEqual($0.utf8) } ? nil : range
    }

    /// Returns the bytes up to one with a property, or up to the end; nil if there are none.
    private static func range(in bytes: [UInt8], from start: Int, to isEnd: (UInt8) -> Bool) -> Range<Int>? {
        let end = bytes[start...].firstIndex(where: isEnd) ?? bytes.count
        return start < end ? start..<end : nil
    }
}
