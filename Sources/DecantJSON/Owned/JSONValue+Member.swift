extension JSONValue {
    /// A member of an object.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String

        /// The value.
        public var value: JSONValue

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}
