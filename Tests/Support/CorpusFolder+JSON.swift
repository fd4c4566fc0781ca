import Foundation

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
