import Foundation

/// The folder of shared test files that `DECANT_CORPORA` names, or one below it.
public struct CorpusFolder: Sendable {
    private let path: String

    /// Opens a folder of the corpora; there is none if the variable is not set, and tests that need it are skipped.
    ///
    /// - Parameter name: A path below `DECANT_CORPORA`.
    public init?(_ name: String) {
        guard let root = ProcessInfo.processInfo.environment["DECANT_CORPORA"] else { return nil }
        path = "\(root)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
    }

    /// The path of a file.
    ///
    /// - Parameter name: Its path below the folder.
    /// - Returns: The path from the root.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// The bytes of a file.
    ///
    /// - Parameter name: Its path below the folder.
    /// - Returns: The bytes.
    /// - Throws: The error of Foundation if it cannot be read.
    public func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(of: name))))
    }

    /// The rows of a file of tab-separated values by the names in its first line.
    ///
    /// - Parameter name: Its path below the folder.
    /// - Returns: The rows in order; none if it cannot be read.
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
    /// The objects of a file that is a JSON array; headings between them are left out.
    ///
    /// - Parameter name: Its path below the folder.
    /// - Returns: The objects in order; none if it cannot be read.
    public func objects(of name: String) -> [[String: Any]] {
        guard let bytes = try? bytes(of: name) else { return [] }
        let array = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [Any]
        return array?.compactMap { $0 as? [String: Any] } ?? []
    }
}

extension CorpusFolder {
    /// The inputs of a file of fuzzers' findings: one object a line, whose member `base64` has the bytes.
    ///
    /// - Parameter name: Its path below the folder.
    /// - Returns: The inputs in order; none if it cannot be read.
    public func fuzzerInputs(of name: String) -> [[UInt8]] {
        guard let bytes = try? bytes(of: name) else { return [] }
        return bytes.split(separator: 0x0A).compactMap { line in
            let row = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            return (row?["base64"] as? String).flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
        }
    }
}
