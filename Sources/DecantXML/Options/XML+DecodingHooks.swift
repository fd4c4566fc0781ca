public import DecantCore

extension XML {
    /// What the caller adds to the decoding of a `Decodable` type that cannot be stored or compared.
    public struct DecodingHooks: Sendable {
        /// Makes the coding key of an element or attribute from its path: the keys from the root element down, its own name last.
        ///
        /// When set, it takes the place of ``XML/DecodingOptions/keys``. It is called for every name in an element in which
        /// something is looked up, and again for those on the path of an error.
        public var key: (@Sendable (_ path: [any CodingKey]) -> any CodingKey)?

        /// Makes a value of a type that is made from a scalar, such as `Date`, in a way that no strategy knows.
        ///
        /// It is given the type and the text as a string; if it throws a mismatch that is not about the content, and the text is that
        /// of a number, it is asked again with the number. A result that is nil or of another type leaves the value to
        /// ``XML/DecodingOptions/scalars``.
        public var scalar: (@Sendable (any ScalarDecodable.Type, DecodedScalar) throws(ScalarMismatch) -> Any?)?

        /// What the `userInfo` of every decoder shows to the types that are decoded.
        public var userInfo: [CodingUserInfoKey: any Sendable]

        /// Creates hooks.
        ///
        /// - Parameters:
        ///   - key: Makes the coding key of an element or attribute from its path; nil leaves that to the options.
        ///   - userInfo: What the decoders show to the types that are decoded.
        public init(
            key: (@Sendable (_ path: [any CodingKey]) -> any CodingKey)? = nil,
            userInfo: [CodingUserInfoKey: any Sendable] = [:]
        ) {
            self.key = key
            self.userInfo = userInfo
        }
    }
}
