/// The bodies of the shared corpus of content codings.
public enum CodingCorpus {
    /// The folder, or nil if the corpora are missing.
    public static let folder = CorpusFolder("codings")

    /// All bodies.
    public static let rows = folder?.rows(of: "expected.tsv").compactMap(CodingRow.init) ?? []

    /// Returns a selection of short bodies from all parts of the corpus, including damaged bodies.
    ///
    /// - Parameters:
    ///   - count: The maximum number of bodies.
    ///   - size: The maximum number of bytes of each body.
    ///   - isFit: Whether a body is eligible.
    public static func chosen(_ count: Int, upTo size: Int, where isFit: (CodingRow) -> Bool) -> [CodingRow] {
        let short = rows.filter { $0.size <= size && isFit($0) }
        return stride(from: 0, to: short.count, by: max(1, short.count / max(1, count))).prefix(count).map { short[$0] }
    }

    /// Returns all cuts of a body into two chunks, or into three.
    public static func cuts(_ size: Int, pairs: Bool) -> [[Int]] {
        let ones = (0...size).map { [$0] }
        return pairs ? ones.flatMap { first in (first[0]...size).map { first + [$0] } } : ones
    }
}

/// A row of the table of the corpus.
public struct CodingRow: Sendable, CustomStringConvertible {
    /// The path of the body.
    public let path: String
    /// The names of the codings, in the order in which they were applied.
    public let codings: [String]
    /// The form of deflate data, such as `raw`, or nil if the outermost coding is not deflate.
    public let form: String?
    /// The number of bytes.
    public let size: Int

    private let expect: String
    private let count: String
    private let digest: String

    /// The path.
    public var description: String { path }

    init?(_ row: [String: String]) {
        guard let path = row["path"], let coding = row["coding"], let expect = row["expect"] else { return nil }
        (self.path, self.expect) = (path, expect)
        codings = coding.split(separator: ",").map { String($0.filter { $0 != " " }) }.filter { !$0.isEmpty }
        form = row["detail"]?.split(separator: " ").first { $0.hasPrefix("form=") }.map { String($0.dropFirst(5)) }
        size = row["bytes"].flatMap { Int($0) } ?? .max
        (count, digest) = (row["decoded_bytes"] ?? "-", row["decoded_sha256"] ?? "-")
    }

    /// The bytes of the body.
    public func bytes() throws -> [UInt8]? { try CodingCorpus.folder?.bytes(of: path) }

    /// Returns whether Decant must accept the body.
    ///
    /// - Parameter others: The path suffixes of further rejected bodies that decoders disagree about.
    public func isAcceptable(refusing others: [String] = []) -> Bool {
        switch expect {
        case "accept": true
        case "reject": false
        default: !path.hasPrefix("go-fuzz/") && !(Self.refused.map(\.suffix) + others).contains(where: path.hasSuffix)
        }
    }

    /// Returns whether some bytes equal the decoded body.
    public func isDecoded(as bytes: [UInt8]) -> Bool {
        String(bytes.count) == count && SHA256Digest(bytes).description == digest
    }

    /// Rejected data that decoders disagree about, each with the reason.
    ///
    /// Like zlib, Decant rejects these bodies. It accepts all others that decoders disagree about.
    private static let refused: [(suffix: String, reason: String)] = [
        ("dynamic-288-symbols.raw", "more than 286 literal/length codes"),
        ("dynamic-distance-31-codes.raw", "more than 30 distance codes"),
        ("dynamic-distance-32-codes.raw", "more than 30 distance codes"),
        ("dynamic-distance-incomplete.raw", "an incomplete code"),
        ("dynamic-incomplete-deep.raw", "an incomplete code"),
        ("dynamic-incomplete.raw", "an incomplete code"),
        ("dynamic-no-distance-used.raw", "a match without a distance code"),
        ("dynamic-one-distance-long.raw", "an incomplete code"),
        ("fixed-symbol-286.raw", "a reserved symbol"),
        ("flip/0003-80.gz", "reserved flags"),
        ("gzip-field/flag-20.gz", "reserved flags"),
        ("gzip-field/flag-e0.gz", "reserved flags"),
        ("gzip-members/second-flag.gz", "reserved flags of the second member"),
        ("11-complete-hclentree-complete-hlittree-empty-hdisttree-of-excessive-leng.raw", "31 distance codes"),
        ("05-bad-header-cinfo.zz", "a window of more than 32 KiB"),
    ]
}
