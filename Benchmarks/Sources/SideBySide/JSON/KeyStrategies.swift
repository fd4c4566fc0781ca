import BenchmarkInputs
import DecantCore
import DecantFoundation
import DecantJSON
import Foundation
import HTTPTypes

// Types whose keys differ from the names in the text, decoded with the same strategy by both decoders.

/// The type in README.md.
private struct User: Decodable, Sendable {
    var name: String
    var createdAt: Date
}

/// A record of ten properties.
private struct SnakeCaseRow: Decodable {
    var id: Int
    var userName: String
    var createdAt: String
    var updatedAt: String
    var isActive: Bool
    var scoreValue: Double
    var viewCount: Int
    var displayName: String
    var lastLoginIp: String?
    var preferredLanguage: String
}

/// A key with any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

/// A function of the caller's own, which looks at the name only.
@Sendable private func convert(_ path: [any CodingKey]) -> any CodingKey {
    let words = (path.last?.stringValue ?? "").split(separator: "_")
    let others = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return AnyKey(stringValue: words.prefix(1).joined() + others.joined())
}

extension JSONSuite {
    /// Returns the competitors for a file whose names need a key strategy; no others run on such a file.
    func keyCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)]? {
        let body = ResponseBytes(file.bytes)
        let data = Data(file.bytes)
        switch file.name {
        case "account": return readme(body, data)
        case "snake1k": return rows(body, data)
        default: return nil
        }
    }

    /// Returns the competitors that decode the response of the program in README.md.
    private func readme(_ body: ResponseBytes, _ data: Data) -> [(name: Competitor, work: Work)] {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json; charset=utf-8"])
        let serializer = JSONResponseSerializer(User.self).keys(.convertFromSnakeCase).dates(.iso8601)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return [
            (.decantSnakeCase, Work(making: { try serializer.value(of: body, for: head) })),
            (.jsonDecoderSnakeCase, Work(making: { try decoder.decode(User.self, from: data) })),
        ]
    }

    private func rows(_ body: ResponseBytes, _ data: Data) -> [(name: Competitor, work: Work)] {
        let snakeCase = JSON.Decoder().keys(.convertFromSnakeCase)
        let function = JSON.Decoder().keys(convert)
        let snakeCaseRival = JSONDecoder()
        snakeCaseRival.keyDecodingStrategy = .convertFromSnakeCase
        let functionRival = JSONDecoder()
        functionRival.keyDecodingStrategy = .custom(convert)
        let type = [SnakeCaseRow].self
        return [
            (.decantSnakeCase, Work(making: { try snakeCase.decode(type, from: body) })),
            (.decantKeyFunction, Work(making: { try function.decode(type, from: body) })),
            (.jsonDecoderSnakeCase, Work(making: { try snakeCaseRival.decode(type, from: data) })),
            (.jsonDecoderKeyFunction, Work(making: { try functionRival.decode(type, from: data) })),
        ]
    }

    func keyFigures(_ comparison: Comparison) -> [Figure] {
        comparison.figure(
            "1,000 objects, .convertFromSnakeCase / JSONDecoder",
            .decantSnakeCase,
            .jsonDecoderSnakeCase,
            on: "snake1k",
            5
        )
            + comparison.figure(
                "the program in README.md / JSONDecoder",
                .decantSnakeCase,
                .jsonDecoderSnakeCase,
                on: "account",
                5
            )
            + comparison.figure(
                "1,000 objects, .keys { } / JSONDecoder",
                .decantKeyFunction,
                .jsonDecoderKeyFunction,
                on: "snake1k",
                4
            )
    }
}

extension Competitor {
    fileprivate static let decantSnakeCase = Competitor(rawValue: "Decant, Decodable in snake case")
    fileprivate static let decantKeyFunction = Competitor(rawValue: "Decant, Decodable with a key function")
    fileprivate static let jsonDecoderSnakeCase = Competitor(rawValue: "JSONDecoder in snake case")
    fileprivate static let jsonDecoderKeyFunction = Competitor(rawValue: "JSONDecoder with a key function")
}
