extension JSON {
    /// What a value is (RFC 8259 §3).
    public enum Kind: String, Sendable, Hashable {
        /// The literal `null`.
        case null

        /// The literals `true` and `false`.
        case boolean

        /// A number of any size.
        case number

        /// A string.
        case string

        /// An array.
        case array

        /// An object.
        case object
    }

    /// What the value is.
    public var kind: Kind {
        switch document.kind(of: index) {
        case .null: .null
        case .true, .false: .boolean
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        default: .number
        }
    }
}
