extension PropertyList {
    /// What a value is.
    public enum Kind: String, Sendable, Hashable {
        /// Text.
        case string

        /// A whole number of up to 128 bits.
        case integer

        /// A floating-point number.
        case real

        /// A truth value.
        case boolean

        /// A point in time.
        case date

        /// Bytes.
        case data

        /// Values in order.
        case array

        /// Values without an order; only the binary format has them.
        case set

        /// Values by keys, which are strings.
        case dictionary

        /// The number of an object in a keyed archive; only the binary format has them.
        case uid
    }

    /// What the value is.
    public var kind: Kind { document.kind(of: index).listKind }
}

extension PropertyListNode.Kind {
    /// The kind that the public interface has for a node.
    var listKind: PropertyList.Kind {
        switch type {
        case .false, .true: .boolean
        case .integer: .integer
        case .real: .real
        case .date: .date
        case .uid: .uid
        case .data: .data
        case .array: .array
        case .set: .set
        case .dictionary: .dictionary
        default: .string
        }
    }
}
