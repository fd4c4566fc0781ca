/// The details of a failure in the standard form (RFC 9457, `application/problem+json`).
///
/// Add `.failure(.problemDetails)` to a serializer, and read the details from the error:
/// `error.errorBody(as: ProblemDetails.self)`.
public struct ProblemDetails: Sendable, Hashable {
    /// A URI reference that identifies the kind of problem; `about:blank` if the body has no type (§3.1.1).
    public var type: String

    /// A short summary of the kind of problem, for people (§3.1.3).
    public var title: String?

    /// The status code set by the server that created the problem (§3.1.2).
    public var status: Int?

    /// An explanation of this occurrence, for people (§3.1.4).
    public var detail: String?

    /// A URI reference that identifies this occurrence (§3.1.5).
    public var instance: String?

    /// All other members (§3.2).
    public var extensions: [String: Value]

    /// Creates details.
    ///
    /// - Parameters:
    ///   - type: A URI reference that identifies the kind of problem.
    ///   - title: A short summary of the kind of problem.
    ///   - status: The status code.
    ///   - detail: An explanation of this occurrence.
    ///   - instance: A URI reference that identifies this occurrence.
    ///   - extensions: All other members.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: [String: Value] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }
}

extension ProblemDetails: ErrorSummarizing {
    /// The title and the detail, or the message in members that are common in other error bodies.
    ///
    /// Without any of them, the summary is the type, unless it is `about:blank`.
    public var errorSummary: String {
        let summary = ServerMessage(
            names: { path in
                guard case .object(let members)? = value(at: path) else { return [] }
                return members.keys.sorted()
            },
            text: { path in if case .string(let text)? = value(at: path) { text } else { nil } }
        ).summary
        return summary.isEmpty && type != "about:blank" ? type : summary
    }

    private func value(at path: [String]) -> Value? {
        var members = extensions
        members["title"] = title.map { .string($0) }
        members["detail"] = detail.map { .string($0) }
        var value = Value.object(members)
        for name in path {
            switch value {
            case .object(let members):
                guard let member = members[name] else { return nil }
                value = member
            case .array(let elements):
                guard name == "0", let first = elements.first else { return nil }
                value = first
            default: return nil
            }
        }
        return value
    }
}

extension ProblemDetails {
    /// The value of an extension member.
    public indirect enum Value: Sendable, Hashable {
        /// The null value.
        case null

        /// A Boolean value.
        case boolean(Bool)

        /// A number.
        case number(Double)

        /// Text.
        case string(String)

        /// An array.
        case array([Value])

        /// An object with named members.
        case object([String: Value])
    }
}

extension ProblemDetails.Value: Decodable {
    /// The maximum nesting of an extension.
    ///
    /// Decoding and deallocation take a stack frame per level, regardless of the ``Limits``.
    private static let depthLimit = 64

    /// Decodes a value of any of these kinds.
    ///
    /// - Throws: `DecodingError` if the value is of another kind, or is nested more than 64 levels deep.
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

extension ProblemDetails: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    /// Decodes the details; a member of the wrong type is ignored, as the standard requires (§3.1).
    ///
    /// - Throws: `DecodingError` if the value is not an object.
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
