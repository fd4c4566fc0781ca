import DecantCore

/// A dictionary key or set element that compares strings scalar by scalar, not by canonical equivalence.
package struct UTF8Key: Hashable {
    package let text: String

    package init(text: String) {
        self.text = text
    }

    package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        left.text.withUTF8Bytes { left in right.text.withUTF8Bytes { left.isEqual(to: $0) } }
    }

    /// Hashes the bytes, eight at a time.
    ///
    /// The hash of a `String` would be the same for all canonically equivalent strings.
    package func hash(into hasher: inout Hasher) {
        text.withUTF8Bytes { bytes in
            var word: UInt64 = 0
            for index in 0..<bytes.count {
                word = word << 8 | UInt64(bytes[index])
                if index & 7 == 7 { hasher.combine(word) }
            }
            hasher.combine(word)
            hasher.combine(bytes.count)
        }
    }
}

extension Array {
    /// Returns the value of the first member with a key, compared scalar by scalar.
    package func value<Value>(ofKey key: String) -> Value? where Element == (key: String, value: Value) {
        first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}
