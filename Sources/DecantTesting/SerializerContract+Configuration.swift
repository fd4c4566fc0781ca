import DecantCore
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SerializerContract {
    /// The violations of the rules about configurations: a restored serializer has the stored configuration, and
    /// behaves the same.
    func configurationViolations() -> [String] {
        do {
            let stored = try serializer.storedConfiguration()
            guard try changed(serializer).storedConfiguration() != stored else {
                return ["the configuration does not have the options of the serializer"]
            }
            let restored = try changed(other ?? serializer).restoring(stored)
            guard try restored.storedConfiguration() == stored else {
                return ["a restored configuration is stored differently"]
            }
            return differences(of: restored)
        } catch {
            return ["the configuration cannot be stored and restored: \(error)"]
        }
    }

    private func changed(_ serializer: Serializer) -> Serializer {
        serializer.statuses([299]).accepting("x-contract/none").limits {
            $0.bodyBytes = 1
            $0.errorBodyBytes = 1
        }
    }

    private func differences(of restored: Serializer) -> [String] {
        [
            (sample, "the sample"), (sample.with { $0.head.status = .notFound }, "a bad status"),
            (sample.with { $0.head.status = .noContent }, "a 204"),
            (sample.with("x-contract/none", for: .contentType), "another media type"),
        ].compactMap { sample, subject in
            let (before, after) = (Outcome(of: sample, by: serializer), Outcome(of: sample, by: restored))
            return before.isSame(as: after) ? nil : "a restored serializer decodes \(subject) differently"
        }
    }
}

extension ResponseSerializer {
    /// Returns the configuration as JSON with sorted members.
    package func storedConfiguration() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Stored(serializer: self)), as: UTF8.self)
    }

    /// Returns a serializer with a configuration in JSON.
    package func restoring(_ stored: String) throws -> Self {
        let decoder = JSONDecoder()
        if let key = Stored<Self>.key { decoder.userInfo[key] = self }
        return try decoder.decode(Stored<Self>.self, from: Data(stored.utf8)).serializer
    }
}

/// A serializer that is stored as its configuration.
private struct Stored<Serializer: ResponseSerializer>: Codable {
    /// The key of the serializer that is configured.
    static var key: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "serializer") }

    var serializer: Serializer

    init(serializer: Serializer) { self.serializer = serializer }

    init(from decoder: any Decoder) throws {
        guard var serializer = Self.key.flatMap({ decoder.userInfo[$0] }) as? Serializer else {
            throw DecodingError.valueNotFound(Serializer.self, .init(codingPath: [], debugDescription: "no serializer"))
        }
        try serializer.restoreConfiguration(from: decoder)
        self.serializer = serializer
    }

    func encode(to encoder: any Encoder) throws { try serializer.encodeConfiguration(to: encoder) }
}

/// A value or an error, for comparison.
private struct Outcome<Value: Sendable> {
    private let decoded: DecodedResponse<Value>?
    private let error: ResponseError?

    init<Serializer: ResponseSerializer>(of sample: ResponseSample, by serializer: Serializer)
    where Serializer.Output == Value {
        do throws(ResponseError) {
            decoded = try sample.response(as: serializer)
            error = nil
        } catch {
            decoded = nil
            self.error = error
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
