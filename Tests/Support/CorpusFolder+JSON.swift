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
