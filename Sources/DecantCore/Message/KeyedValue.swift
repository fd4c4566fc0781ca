/// A member of an object or a dictionary, with a key and a value that it owns.
public struct KeyedValue<Value> {
    /// The key.
    public var key: String

    /// The value.
    public var value: Value

    /// Creates a member with a key and a value.
    @inlinable
    public init(key: String, value: Value) {
        self.key = key
        self.value = value
    }
}

extension KeyedValue: Sendable where Value: Sendable {}

extension KeyedValue: Equatable where Value: Equatable {
    /// Returns whether two members have the same key, scalar by scalar, and the same value.
    public static func == (left: Self, right: Self) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }
}

extension KeyedValue: Hashable where Value: Hashable {
    /// Hashes the key and the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(UTF8Key(text: key))
        hasher.combine(value)
    }
}

extension Array {
    /// Returns the value of the first member with a key, compared scalar by scalar.
    package func value<Value>(ofKey key: String) -> Value? where Element == KeyedValue<Value> {
        first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

/// A dictionary key or set element that compares strings scalar by scalar, not by canonical equivalence.
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

    /// Hashes the bytes, eight at a time.
    ///
    /// The hash of a `String` would be the same for all canonically equivalent strings.
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
