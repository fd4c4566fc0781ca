import DecantCore

/// The result of a decoder for a document, in a form that two decoders can be compared by.
enum Outcome: Hashable, Sendable, CustomStringConvertible {
    case value(String)
    case failure(_ kind: String, path: String)

    var description: String {
        switch self {
        case .value(let text): text
        case .failure(let kind, let path): "\(kind) at “\(path)”"
        }
    }

    static func of(_ body: () throws -> Any) -> Outcome {
        do {
            return .value(rendered(try body()))
        } catch let error as DecodingError {
            return .failure(kind(of: error), path: text(of: error.context.codingPath))
        } catch let error as ResponseError {
            return .failure(error.code.description, path: CodingPathComponent.text(of: error.path))
        } catch {
            return .failure("\(type(of: error))", path: "")
        }
    }

    static func text(of path: [any CodingKey]) -> String {
        CodingPathComponent.text(of: path.map { CodingPathComponent($0) })
    }

    private static func kind(of error: DecodingError) -> String {
        switch error {
        case .typeMismatch: "typeMismatch"
        case .valueNotFound: "valueNotFound"
        case .keyNotFound: "keyNotFound"
        case .dataCorrupted: "dataCorrupted"
        @unknown default: "unknown"
        }
    }

    /// Writes a value out with the entries of dictionaries and sets in a fixed order.
    static func rendered(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .dictionary, .set:
            return "[" + mirror.children.map { rendered($0.value) }.sorted().joined(separator: ", ") + "]"
        case .optional where mirror.children.isEmpty: return "nil"
        case nil: return String(reflecting: value)
        default: return "\(type(of: value))(" + parts(of: mirror).joined(separator: ", ") + ")"
        }
    }

    private static func parts(of mirror: Mirror) -> [String] {
        let own = mirror.children.map { "\($0.label ?? ""): \(rendered($0.value))" }
        return (mirror.superclassMirror.map(parts) ?? []) + own
    }
}

extension DecodingError {
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context): context
        case .keyNotFound(_, let context), .dataCorrupted(let context): context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }

    /// The type that was asked for, or the key.
    var subject: String {
        switch self {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): "\(type)"
        case .keyNotFound(let key, _): key.stringValue
        default: ""
        }
    }
}
