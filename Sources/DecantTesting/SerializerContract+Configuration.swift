import DecantCore
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SerializerContract {
    /// The violations of the rules about configurations: a restored configuration equals the stored one, and the
    /// serializer behaves the same.
    func configurationViolations() -> [String] {
        do {
            let stored = try Self.stored(serializer.configuration)
            guard try Self.stored(changed(serializer).configuration) != stored else {
                return ["the configuration does not have the options of the serializer"]
            }
            let other = changed(other ?? serializer)
            let restored = try JSONDecoder().decode(Restored.self, from: stored, configuration: other).serializer
            return [
                restored.configuration == serializer.configuration ? nil : "a restored configuration is not equal",
                try Self.stored(restored.configuration) == stored
                    ? nil : "a restored configuration is stored differently",
            ].compactMap(\.self) + differences(of: restored)
        } catch {
            return ["the configuration cannot be stored and restored: \(error)"]
        }
    }

    /// A serializer with a configuration restored from a file.
    private struct Restored: DecodableWithConfiguration {
        var serializer: Serializer

        init(from decoder: any Decoder, configuration: Serializer) throws {
            serializer = configuration
            try serializer.restoreConfiguration(from: decoder)
        }
    }

    private static func stored(_ configuration: Serializer.Configuration) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(configuration)
    }

    private func changed(_ serializer: Serializer) -> Serializer {
        serializer.statuses([299]).accepting("x-contract/none").limits {
            $0.bodyBytes = 1
            $0.errorBodyBytes = 1
        }
    }

    private func differences(of restored: Serializer) -> [String] {
        var bad = sample
        bad.head.status = .notFound
        var empty = sample
        empty.head.status = .noContent
        return [
            (sample, "the sample"), (bad, "a bad status"), (empty, "a 204"),
            (sample.with("x-contract/none", for: .contentType), "another media type"),
        ].compactMap { sample, subject in
            let (before, after) = (Outcome(of: sample, by: serializer), Outcome(of: sample, by: restored))
            return before.isSame(as: after) ? nil : "a restored serializer decodes \(subject) differently"
        }
    }
}

/// A value or an error, for comparison.
private struct Outcome<Value: Sendable> {
    private let decoded: DecodedResponse<Value>?
    private let error: ResponseError?

    init<Serializer: ResponseSerializer>(of sample: ResponseSample, by serializer: Serializer)
    where Serializer.Output == Value {
        do throws(ResponseError) {
            (decoded, error) = (try sample.response(as: serializer), nil)
        } catch {
            (decoded, self.error) = (nil, error)
        }
    }

    /// Returns whether two errors have the same description, or two values are equal.
    ///
    /// Values that are not `Equatable` are considered equal.
    func isSame(as other: Outcome) -> Bool {
        guard let decoded, let second = other.decoded else { return error?.description == other.error?.description }
        guard decoded.isEmpty == second.isEmpty, decoded.findings == second.findings else { return false }
        guard let value = decoded.value as? any Equatable else { return true }
        return Self.isEqual(value, second.value)
    }

    private static func isEqual<Left: Equatable>(_ left: Left, _ right: Value) -> Bool { left == right as? Left }
}
