import DecantCore
import DecantJSON
import Foundation
import TestSupport
import Testing

/// Compares the lookup of converted keys with Foundation's `JSONDecoder`, with random types and texts.
@Suite struct KeyParityTests {
    /// A strategy of both decoders.
    enum Strategy: String, CaseIterable {
        case asWritten, snake, kebab, capitalized, custom, customOfDepth, customOfIndex

        /// The function that both decoders call, or `JSONDecoder` in place of a strategy that it lacks.
        var function: CustomStrategies.Key {
            { path in AnyKey(stringValue: text(of: path)) }
        }

        private func text(of path: [any CodingKey]) -> String {
            let name = path.last?.stringValue ?? ""
            switch self {
            case .asWritten, .snake: return name
            case .kebab: return DecodingOptions.Keys.convertFromKebabCase.key(for: name)
            case .capitalized: return DecodingOptions.Keys.convertFromCapitalized.key(for: name)
            case .custom: return name.filter { $0 != "_" && $0 != "-" }
            case .customOfDepth: return path.count.isMultiple(of: 2) ? name : name.lowercased()
            case .customOfIndex: return path.first?.intValue == 1 ? name : name.lowercased()
            }
        }

        var foundation: JSONDecoder.KeyDecodingStrategy {
            switch self {
            case .asWritten: .useDefaultKeys
            case .snake: .convertFromSnakeCase
            default: .custom(function)
            }
        }

        func change(_ options: inout JSON.Options) {
            switch self {
            case .asWritten: options.decoding.keys = .useDefaultKeys
            case .snake: options.decoding.keys = .convertFromSnakeCase
            case .kebab: options.decoding.keys = .convertFromKebabCase
            case .capitalized: options.decoding.keys = .convertFromCapitalized
            default: options.decoding.strategies.key = function
            }
        }
    }

    /// A value whose members are looked up by keys that the decoder knows, in their order.
    private struct Probe: Decodable {
        static let keys = CodingUserInfoKey(rawValue: "keys")

        let lines: [String]

        init(from decoder: any Decoder) throws {
            let keys = Self.keys.flatMap { decoder.userInfo[$0] } as? [String] ?? []
            let container = try decoder.container(keyedBy: AnyKey.self)
            var lines: [String] = []
            for key in keys.map(AnyKey.init(stringValue:)) {
                let name = key.stringValue
                lines.append("\(name) \(container.contains(key))")
                lines.append("\(name) \(Outcome.of { try container.decodeIfPresent(Int.self, forKey: key) as Any })")
                lines.append("\(name) \(Outcome.of { try container.decode(Int.self, forKey: key) })")
                let inner = try? container.decodeIfPresent(Probe.self, forKey: key)
                inner.map { lines.append("\(name) [\($0.lines.joined(separator: ", "))]") }
                let numbers = try? container.decodeIfPresent([String: Int].self, forKey: key)
                numbers.map { lines.append("\(name) \(Outcome.rendered($0))") }
            }
            lines.append(container.allKeys.map(\.stringValue).sorted().joined(separator: " "))
            self.lines = lines
        }
    }

    private struct Generator {
        var numbers: PseudorandomNumbers

        mutating func number(below limit: Int) -> Int { numbers.number(below: limit) }

        mutating func pick(_ texts: [String]) -> String { texts[number(below: texts.count)] }

        mutating func name() -> String {
            let words = (0...number(below: 2)).map { _ in pick(["a", "id", "URL", "One", "b2c", "\u{E9}t", "x'y"]) }
            let separator = pick(["_", "_", "-", "", "__"])
            return pick(["", "", "", "_", "-"]) + words.joined(separator: separator) + pick(["", "", "", "_", "-"])
        }

        mutating func object(_ depth: Int) -> String {
            let members = (0..<number(below: 9)).map { _ in
                let name = number(below: 6) == 0 ? "\\u0061" + name() : name()
                return "\"\(name)\":" + value(depth)
            }
            return "{\(members.joined(separator: ","))}"
        }

        mutating func value(_ depth: Int) -> String {
            switch number(below: depth > 0 ? 6 : 4) {
            case 0: "null"
            case 1: "\"x\""
            case 2, 3: "\(number(below: 100))"
            default: object(depth - 1)
            }
        }
    }

    private func ours(_ text: String, _ strategy: Strategy, _ keys: [String]) -> Outcome {
        var options = JSON.Options()
        strategy.change(&options)
        if let key = Probe.keys { options.decoding.strategies.userInfo[key] = keys }
        return Outcome.of {
            try JSON(parsing: ResponseBytes(Array(text.utf8))).decode(
                [Probe].self,
                options: options
            ).map(\.lines)
        }
    }

    private func oracle(_ text: String, _ strategy: Strategy, _ keys: [String]) -> Outcome {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy.foundation
        if let key = Probe.keys { decoder.userInfo[key] = keys }
        return Outcome.of { try decoder.decode([Probe].self, from: Data(text.utf8)).map(\.lines) }
    }

    @Test(arguments: Strategy.allCases)
    func findsTheMembersThatJSONDecoderFinds(_ strategy: Strategy) {
        var generator = Generator(numbers: PseudorandomNumbers(seed: 63))
        var faults: [String] = []
        for _ in 0..<120 {
            let text = "[" + (0..<3).map { _ in generator.object(2) }.joined(separator: ",") + "]"
            let names = (0..<8).map { _ in generator.name() }
            let converted = names.map { DecodingOptions.Keys.convertFromSnakeCase.key(for: $0) }
            let keys = converted + names.map { $0.lowercased() }
            let (ours, oracle) = (ours(text, strategy, keys), oracle(text, strategy, keys))
            if ours != oracle { faults.append("\(text) with \(keys): \(ours) instead of \(oracle)") }
        }
        #expect(faults.isEmpty, "\(faults.count): \(faults.first ?? "")")
    }
}
