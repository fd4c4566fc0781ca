import DecantCore
import DecantJSON

/// The members found for names that are written into a type, some of them more than once.
struct DirectLookup: JSON.DirectDecodable {
    /// The names; a reader takes those that it knows when it is compiled.
    static let names: [StaticString] = [
        "name", "id", "a", "missing", "", "b", "name", "é", "f", "e\u{301}", "c", "age", "d", "a", "first_name", "",
        "e",
        "parent", "g", "b", "tags", "id",
    ]

    /// The value found for each; nil if there is none, or null.
    let found: [Tree?]

    init(from value: borrowing JSON.Reader) throws(ResponseError) {
        var object = try value.object()
        var found: [Tree?] = []
        for name in Self.names { found.append(try object.decodeIfPresent(name)) }
        self.found = found
    }
}
