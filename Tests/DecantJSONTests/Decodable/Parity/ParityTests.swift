import DecantCore
import DecantJSON
import Foundation
import Testing

/// Runs Foundation's `JSONDecoder` and Decant's decoder on one table of cases.
@Suite struct ParityTests {
    static let table =
        ParityCases.numbers + ParityCases.containers + ParityCases.keys + ParityCases.scalars
        + ParityCases.probes

    @Test(arguments: table)
    func decodesAsJSONDecoderDoes(_ row: ParityCase) {
        #expect(row.ours() == row.difference ?? row.oracle())
    }

    /// An obsolete entry in the list of differences would hide a change in either decoder.
    @Test(arguments: table.filter { $0.difference != nil })
    func listsNoObsoleteDifference(_ row: ParityCase) {
        #expect(row.difference != row.oracle())
    }
}

/// One row of the table for both decoders: a document, a type, and the permitted difference.
struct ParityCase: Sendable, CustomTestStringConvertible {
    let name: String
    let json: String
    let oracle: @Sendable () -> Outcome
    let ours: @Sendable () -> Outcome
    /// Decant's result if it intentionally differs, or nil if both decoders agree.
    let difference: Outcome?

    var testDescription: String { name }

    /// Creates a row.
    ///
    /// - Parameter difference: Decant's result, if it differs.
    init<Value: Decodable & SendableMetatype>(
        _ json: String,
        as type: Value.Type,
        options: DecodingOptions = DecodingOptions(),
        differs difference: Outcome? = nil,
        because reason: String = ""
    ) {
        name = "\(json.prefix(60)) as \(type)" + (reason.isEmpty ? "" : " (\(reason))")
        self.json = json
        self.difference = difference
        oracle = { Outcome.of { try JSONDecoder(options).decode(type, from: Data(json.utf8)) } }
        ours = {
            Outcome.of {
                try JSON(parsing: ResponseBytes(Array(json.utf8))).decode(type, options: JSON.Options(options))
            }
        }
    }
}

extension JSONDecoder {
    convenience init(_ options: DecodingOptions) {
        self.init()
        if options.keys == .convertFromSnakeCase { keyDecodingStrategy = .convertFromSnakeCase }
        if case .convertFromString(let positive, let negative, let nan) = options.nonFiniteNumbers {
            nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: positive,
                negativeInfinity: negative,
                nan: nan
            )
        }
    }
}

/// The result of a decoder for a document, in a form that can be compared.
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

    /// Describes a value, with the entries of dictionaries and sets in a fixed order.
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

    /// The requested type, or the key.
    var subject: String {
        switch self {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): "\(type)"
        case .keyNotFound(let key, _): key.stringValue
        default: ""
        }
    }
}
