/// A string as a key of a set or dictionary that equals the same scalars only, where strings also equal equivalent ones.
package struct UTF8Key: Hashable {
    /// The string.
    package let text: String

    /// Creates a key.
    package init(text: String) {
        self.text = text
    }

    package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes, eight at a time: the hash of a string would be the same for all that are equivalent to it.
    package func hash(into hasher: inout Hasher) {
        var word: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            word = word << 8 | UInt64(byte)
            count += 1
            if count % 8 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(count)
    }
}
