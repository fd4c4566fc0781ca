/// What a line of a report says about a value of some format, in a member of its own.
struct ValueFacts {
    /// The name of the member.
    let name: String

    /// What is in it.
    let members: [String: any Encodable]
}
