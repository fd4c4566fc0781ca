extension ProblemDetails: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    /// Decodes the details; a member of the wrong type is passed over, as the standard demands (§3.1).
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if this is no object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func member<Member: Decodable>(_ name: String) -> Member? {
            try? container.decode(Member.self, forKey: Key(stringValue: name))
        }
        self.init(
            type: member("type") ?? "about:blank",
            title: member("title"),
            status: member("status"),
            detail: member("detail"),
            instance: member("instance")
        )
        let standard: Set = ["type", "title", "status", "detail", "instance"]
        for key in container.allKeys where !standard.contains(key.stringValue) {
            extensions[key.stringValue] = try? container.decode(Value.self, forKey: key)
        }
    }
}
