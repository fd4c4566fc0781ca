public import DecantCore
import DecantDocument

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
    public var extensions: [String: JSON]

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
        extensions: [String: JSON] = [:]
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
    package var errorSummary: String {
        let texts = ["title": title, "detail": detail].compactMapValues(\.self)
        let names = (Array(extensions.keys) + texts.keys).sorted()
        func member(_ path: [String]) -> JSON? {
            path.first.flatMap { extensions[$0] }?.descendant(path.dropFirst())
        }
        let summary = ServerMessage(
            names: { path in path.isEmpty ? names : member(path)?.messageNames ?? [] },
            text: { path in path.count == 1 ? texts[path[0]] ?? member(path)?.messageText : member(path)?.messageText }
        ).summary
        return summary.isEmpty && type != "about:blank" ? type : summary
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
    /// Only decoders of JSON from this library decode extensions; others ignore them.
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
            extensions[key.stringValue] = try? container.decode(JSON.self, forKey: key)
        }
    }
}

extension ResponseSerializer where Self == JSONResponseSerializer<ProblemDetails> {
    /// A serializer of standard problem details (RFC 9457), for `.failure(.problemDetails)`.
    public static var problemDetails: Self { JSONResponseSerializer(ProblemDetails.self) }
}
