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
    /// Decodes the value, whatever it is.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the format has a value of another kind.
    public init(from decoder: any Decoder) throws {
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
