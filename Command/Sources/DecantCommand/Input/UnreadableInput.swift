/// Why the bytes of an input could not be had at all.
struct UnreadableInput: Error {
    /// One sentence for a person.
    let message: String
}
