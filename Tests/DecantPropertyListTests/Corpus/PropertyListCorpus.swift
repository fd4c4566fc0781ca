import DecantPropertyList
import TestSupport
import Testing

/// The property lists of the corpora, with what is expected of each.
enum PropertyListCorpus {
    /// One file.
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let kind: String
        let isAccepted: Bool
        let digest: String?

        var testDescription: String { path }

        /// The options that are needed for the file to be read at all.
        var options: PropertyList.Options {
            var options = PropertyList.Options()
            if kind == "openstep" { options.formats = Set(PropertyList.Format.allCases) }
            if path.hasSuffix("gnustep.plist") { options.quirks = .gnustepValues }
            return options
        }
    }

    /// All rows; none if the corpora are not there.
    static let rows: [Row] = (CorpusFolder("plist")?.rows(of: "expected.tsv") ?? []).compactMap { row in
        guard let path = row["path"], let kind = row["kind"], let expected = row["expect"] else { return nil }
        let isAccepted = expected == "either" ? choice(for: path) == true : expected == "accept"
        let digest = row["digest"] == "-" ? nil : row["digest"]
        return Row(path: path, kind: kind, isAccepted: isAccepted, digest: isAccepted ? digest : nil)
    }
}
