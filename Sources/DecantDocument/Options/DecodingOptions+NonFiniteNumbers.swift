import DecantCore

extension DecodingOptions.NonFiniteNumbers {
    private enum CodingKeys: CodingKey {
        case positiveInfinity, negativeInfinity, nan

        /// The two cases in the form of version 0.1.0.
        case `throw`, convertFromString
    }

    /// Decodes the text `throw`, or an object with the three texts.
    ///
    /// - Throws: `DecodingError` if the value is neither.
    public init(from decoder: any Decoder) throws {
        if let text = try? String(from: decoder) {
            let texts = "an object with positiveInfinity, negativeInfinity, and nan"
            guard text == "throw" else {
                throw DecodingError.unknownValue(text, at: decoder.codingPath, ["throw", texts])
            }
            self = .throw
            return
        }
        var container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.throw) {
            self = .throw
            return
        }
        if container.contains(.convertFromString) {
            container = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .convertFromString)
        }
        self = .convertFromString(
            positiveInfinity: try container.decode(String.self, forKey: .positiveInfinity),
            negativeInfinity: try container.decode(String.self, forKey: .negativeInfinity),
            nan: try container.decode(String.self, forKey: .nan)
        )
    }

    /// Encodes the text `throw`, or an object with the three texts.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        guard case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = self else {
            return try "throw".encode(to: encoder)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(positiveInfinity, forKey: .positiveInfinity)
        try container.encode(negativeInfinity, forKey: .negativeInfinity)
        try container.encode(nan, forKey: .nan)
    }
}

extension DecodingOptions.NonFiniteNumbers {
    /// Returns the infinity or NaN that a text represents, or nil for any other text.
    package func value<Number: BinaryFloatingPoint>(of text: String) -> Number? {
        guard case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = self else { return nil }
        switch text {
        case positiveInfinity: return .infinity
        case negativeInfinity: return -.infinity
        case nan: return .nan
        default: return text == "+INF" && self == .xmlSchema ? .infinity : nil
        }
    }
}
