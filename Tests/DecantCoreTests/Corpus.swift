import Foundation

/// Where the shared test files are, if they are there.
enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["DECANT_CORPORA"].map { URL(fileURLWithPath: $0) }

    static func isPresent(_ path: String) -> Bool {
        folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(path).path) } ?? false
    }

    /// The objects of a JSON array; headings between them are left out.
    static func objects(_ path: String) throws -> [[String: Any]] {
        guard let folder else { return [] }
        let data = try Data(contentsOf: folder.appendingPathComponent(path))
        return (try JSONSerialization.jsonObject(with: data) as? [Any] ?? []).compactMap { $0 as? [String: Any] }
    }
}
