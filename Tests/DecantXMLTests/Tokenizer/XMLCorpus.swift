import TestSupport

/// The corpus of XML documents with verdicts and digests.
enum XMLCorpus {
    /// The folder, if there is one.
    static let folder = CorpusFolder("xml")

    /// The rows of `expected.tsv`.
    static let rows = folder?.rows(of: "expected.tsv") ?? []
}
