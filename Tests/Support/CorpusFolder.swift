import Foundation

/// A folder of shared test files, at or below the path in `DECANT_CORPORA`.
public struct CorpusFolder: Sendable {
    private let path: String

    /// Opens a folder of the corpora, or returns nil if the variable is not set; tests that need the folder are
    /// skipped.
    ///
    /// - Parameter name: A path below `DECANT_CORPORA`.
    public init?(_ name: String) {
        guard let root = ProcessInfo.processInfo.environment["DECANT_CORPORA"] else { return nil }
        path = "\(root)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
    }

    /// Returns the absolute path of a file.
    ///
    /// - Parameter name: The file's path below the folder.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// Returns the bytes of a file.
    ///
    /// - Parameter name: The file's path below the folder.
    /// - Throws: The Foundation error if the file cannot be read.
    public func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(of: name))))
    }

    /// Returns the rows of a file of tab-separated values, keyed by the names in its first line.
    ///
    /// - Parameter name: The file's path below the folder.
    /// - Returns: The rows in order; empty if the file cannot be read.
    public func rows(of name: String) -> [[String: String]] {
        guard let bytes = try? bytes(of: name) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(zip(names, $0)) { first, _ in first } }
    }
}

extension CorpusFolder {
    /// Returns the objects of a file with a JSON array, without the headings between them.
    ///
    /// - Parameter name: The file's path below the folder.
    /// - Returns: The objects in order; empty if the file cannot be read.
    public func objects(of name: String) -> [[String: Any]] {
        guard let bytes = try? bytes(of: name) else { return [] }
        let array = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [Any]
        return array?.compactMap { $0 as? [String: Any] } ?? []
    }
}

extension CorpusFolder {
    /// Returns the inputs in a file of fuzzing results, which has one object with a `base64` member per line.
    ///
    /// - Parameter name: The file's path below the folder.
    /// - Returns: The inputs in order; empty if the file cannot be read.
    public func fuzzerInputs(of name: String) -> [[UInt8]] {
        guard let bytes = try? bytes(of: name) else { return [] }
        return bytes.split(separator: 0x0A).compactMap { line in
            let row = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            return (row?["base64"] as? String).flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
        }
    }
}
