/// What of a name is compared with a key.
enum XMLNameForm: UInt8, BitwiseCopyable {
    /// The part behind the prefix.
    case local

    /// The name as it is written.
    case written

    /// The namespace, and the part behind the prefix.
    case expanded
}
