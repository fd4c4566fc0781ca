import DecantCore
import DecantXML
import Foundation
import TestSupport

extension CorpusFolder {
    /// Reads the document of a row, with or without namespaces, as the row says.
    func document(of row: [String: String], _ change: (inout XML.Options) -> Void = { _ in }) throws -> XML.Document {
        var options = XML.Options()
        options.processesNamespaces = row["namespaces"] != "no"
        change(&options)
        return try XML.Document(parsing: ResponseBody(bytes(of: row["path"] ?? "")), options: options)
    }

    /// The paths, or names, and the decoded bytes of a file that has a JSON object with `base64` on each line.
    func payloads(of name: String) throws -> [(path: String, data: Data)] {
        try bytes(of: name).split(separator: 0x0A).compactMap {
            let object = try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
            guard let base64 = object?["base64"] as? String, let data = Data(base64Encoded: base64) else { return nil }
            return ((object?["path"] ?? object?["name"]) as? String ?? "", data)
        }
    }
}
