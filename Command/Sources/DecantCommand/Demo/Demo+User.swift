extension Demo {
    /// A type that a program might decode an answer to.
    struct User: Decodable, Sendable, CustomStringConvertible {
        let id: Int
        let name: String

        var description: String { "User(id: \(id), name: \"\(name)\")" }
    }
}
