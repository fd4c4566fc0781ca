import DecantText
import TestSupport
import Testing

/// The shared collection of texts in many charsets, with the digests of what they become.
enum TextCorpus {
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let expectation: String
        let charset: String
        let byteCount: Int?
        let digest: String

        var testDescription: String { path }
    }

    static let folder = CorpusFolder("text")

    static let rows: [Row] =
        folder?.rows(of: "expected.tsv").map { fields in
            Row(
                path: fields["path"] ?? "",
                expectation: fields["expect"] ?? "",
                charset: fields["charset"] ?? "",
                byteCount: fields["utf8_bytes"].flatMap(Int.init),
                digest: fields["utf8_sha256"] ?? ""
            )
        } ?? []

    /// The rows in the charsets of the standard, and those in UTF-32.
    static let decodable = rows.filter { explained[$0.path] == nil && outside[$0.charset] == nil }

    static func bytes(of row: Row) throws -> [UInt8] {
        try #require(folder).bytes(of: row.path)
    }
}
