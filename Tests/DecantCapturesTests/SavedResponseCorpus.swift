import Foundation

/// The saved responses of the shared corpus, with what CPython and curl made of them.
enum SavedResponseCorpus {
    struct Row: CustomStringConvertible, Sendable {
        let path: String
        let expectation: String
        let isRaw: Bool
        let method: String
        let status: Int?
        let fieldCount: Int?
        let contentType: String?
        let bodyCount: Int?
        let digest: String?

        var description: String { path }
    }

    static let folder = ProcessInfo.processInfo.environment["DECANT_CORPORA"].map { "\($0)/http" }

    static let rows: [Row] = {
        guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/expected.tsv") else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map(row)
    }()

    static func bytes(of row: Row) -> [UInt8] {
        folder.flatMap { FileManager.default.contents(atPath: "\($0)/\(row.path)") }.map(Array.init) ?? []
    }

    private static func row(_ line: Substring) -> Row {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return Row(
            path: cells[0],
            expectation: cells[1],
            isRaw: cells[3] == "raw",
            method: cells[4],
            status: Int(cells[5]),
            fieldCount: Int(cells[6]),
            contentType: cells[7] == "-" ? nil : cells[7],
            bodyCount: Int(cells[8]),
            digest: cells[9] == "-" ? nil : cells[9]
        )
    }
}
