extension ProblemDetails {
    /// The value of an extension member.
    public indirect enum Value: Sendable, Hashable {
        /// Nothing.
        case null

        /// A truth value.
        case boolean(Bool)

        /// A number.
        case number(Double)

        /// Text.
        case string(String)

        /// A list.
        case array([Value])

        /// Named members.
        case object([String: Value])
    }
}

extension ProblemDetails.Value: Decodable {
    /// How deep an extension may be nested: decoding and releasing take a stack frame a level, whatever the limits are.
    private static let depthLimit = 64

    /// Decodes the value, whatever it is.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the format has a value of another kind, or one nested more than 64 deep.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.depthLimit else {
            let description = "an extension is nested more than \(Self.depthLimit) deep"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([ProblemDetails.Value].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: ProblemDetails.Value].self))
        }
    }
}
