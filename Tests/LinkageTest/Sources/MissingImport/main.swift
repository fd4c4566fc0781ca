// Decodes Foundation types without importing their conformances. No test can do this, because all tests form one
// program that links the conformances. Scripts/check runs it.

import DecantCore
import DecantJSON
import DecantXML

let texts = [#"[{"date": 5}]"#, #"[{"amount": 1.5}]"#, #"[{"link": "a"}]"#, #"[{"bytes": "QQ=="}]"#]
for text in texts {
    do throws(ResponseError) {
        _ = try JSONResponseSerializer([Entry].self).value(
            of: text.utf8,
            for: ResponseContext(mediaType: ResponseMediaType("application/json"))
        )
        preconditionFailure("a type of Foundation was decoded without its conformance")
    } catch {
        precondition(error.code == .missingImport, "the code says so")
        precondition(error.path.count == 2 && error.position != nil, "the error has its location")
        precondition(error.description.contains("import DecantFoundation"), "the error names the import")
        precondition(error.remedies.map(\.name) == ["DecantFoundation"], "the import is a remedy")
    }
}
let empty = try JSONResponseSerializer([Entry].self).value(
    of: "[{}]".utf8,
    for: ResponseContext(mediaType: ResponseMediaType("application/json"))
)
precondition(empty.count == 1, "what is not there needs no conformance")

let elements = ["date", "amount", "link", "bytes"]
for element in elements {
    do throws(ResponseError) {
        let text = "<r><entry><\(element)>5</\(element)></entry></r>"
        _ = try XMLResponseSerializer([Entry].self).value(
            of: text.utf8,
            for: ResponseContext(mediaType: ResponseMediaType("application/xml"))
        )
        preconditionFailure("a type of Foundation was decoded without its conformance")
    } catch {
        precondition(error.code == .missingImport, "the code says so")
        precondition(error.path == [.index(0), .key(element)] && error.position != nil, "the error has its location")
        precondition(error.description.contains("import DecantFoundation"), "the error names the import")
        precondition(error.remedies.map(\.name) == ["DecantFoundation"], "the import is a remedy")
    }
}
