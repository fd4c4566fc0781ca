extension PropertyListValue {
    /// A member of a dictionary.
    public struct Member: Sendable {
        /// The key.
        public var key: String

        /// The value.
        public var value: PropertyListValue

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - value: The value.
        public init(key: String, value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }
}

extension PropertyListValue.Member: Hashable {
    /// Whether two members have the same key, scalar by scalar, and the same value.
    public static func == (left: Self, right: Self) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }

    /// Feeds the member to a hasher.
    public func hash(into hasher: inout Hasher) {
        key.hashBytes(into: &hasher)
        value.hash(into: &hasher)
    }
}
