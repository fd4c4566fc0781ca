import TestSupport

extension CorpusFolder {
    /// The JSON files of the corpora, if they are there.
    static let json = CorpusFolder("json")

    /// The rows of a file of theirs; none if they are not there.
    static func jsonRows(of name: String) -> [[String: String]] { json?.rows(of: name) ?? [] }
}
