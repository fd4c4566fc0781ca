import DecantText
import TestSupport
import Testing

/// The shared collection of texts in many charsets, with the digests of the decoded texts.
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

    /// The rows in charsets of the standard or in UTF-32.
    static let decodable = rows.filter { explained[$0.path] == nil && outside[$0.charset] == nil }

    static func bytes(of row: Row) throws -> [UInt8] {
        try #require(folder).bytes(of: row.path)
    }
}

extension TextCorpus {
    /// A text that matches the expected one after an exchange of characters, with the reason for the difference.
    struct Explanation: Sendable {
        let ours: Character
        let theirs: Character
        let reason: String
    }

    /// Charsets without a label in the WHATWG Encoding Standard, with the reason why they are not decoded.
    static let outside = [
        "IBM855": "Cyrillic of DOS before IBM866; the standard has IBM866 only, and no browser decodes IBM855",
        "EUC-TW": "CNS 11643 for Unix; the standard leaves it out, and decoders disagree about it",
    ]

    /// Files whose decoded text differs from the collection's.
    static let explained = [
        "chardet/Big5/marilynwu.blogspot.com.xml": Explanation(
            ours: "\u{FF5E}",
            theirs: "\u{223C}",
            reason: "0xA1E3 is the full-width tilde in the standard, as in Windows, and the tilde operator in CPython"
        ),
        "chardet/EUC-JP/azito.under.jp.xml": Explanation(
            ours: "\u{FF5E}",
            theirs: "\u{301C}",
            reason: "0xA1C1 is the full-width tilde in the standard, as in Windows, and the wave dash in CPython"
        ),
    ]

    /// Files whose byte-order mark contradicts the charset in the collection.
    static let contradictedByMark = [
        "chardet/UTF-16/bom-utf-16-be.srt": "it begins with FE FF, but was decoded as UTF-16LE"
    ]
}
