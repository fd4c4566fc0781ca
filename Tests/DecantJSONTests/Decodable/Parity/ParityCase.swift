import DecantCore
import DecantJSON
import Foundation
import Testing

/// One row of the table that both decoders are run on: a document, a type, and how they may differ.
struct ParityCase: Sendable, CustomTestStringConvertible {
    let name: String
    let json: String
    let oracle: @Sendable () -> Outcome
    let ours: @Sendable () -> Outcome
    /// The result of Decant where it is meant to differ; nil where both are to agree.
    let difference: Outcome?

    var testDescription: String { name }

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - type: The type that is decoded.
    ///   - options: The options.
    ///   - difference: The result of Decant instead.
    ///   - reason: The reason; for the reader.
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
                try JSON(parsing: ResponseBody(Array(json.utf8))).decode(type, options: JSON.Options(options))
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
