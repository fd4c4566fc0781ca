import DecantDocument
import DecantJSON
import Testing

/// Lookups that resume after the previous match.
@Suite struct MemberCursorTests {
    private static let names: [StaticString] = ["a", "b", "bb", "list", "number", "identifier", "missing", ""]

    /// Each pair of names is repeated several times.
    ///
    /// The cursor is before, at, and after the second name.
    private static let orders: [[Int]] = names.indices.flatMap { first in
        names.indices.map { [first, $0, $0, first, 7 - first, $0] }
    }

    @Test(arguments: [
        #"{"a":1,"b":2,"bb":3,"list":[4,5],"number":6,"identifier":7,"":8}"#,
        #"{"identifier":1,"number":2,"list":[[3],4],"bb":5,"b":6,"a":7}"#,
        #"{"b":1,"a":2,"b":3,"a":4,"bb":5,"bb":6,"number":7,"list":[8],"list":[9],"identifier":10,"number":11}"#,
        #"{"\u0061":1,"a":2,"b\u0062":3,"num\u0062er":4,"b":5,"identifier":6,"identifier":7}"#,
        #"{"a":{"number":1},"b":{"b":2,"list":[{"bb":3}]},"bb":4}"#,
        #"{}"#,
    ])
    func theFirstMemberIsFoundInAnyOrder(text: String) throws {
        let document = try JSON(parsing: text.utf8).flat
        let members = document.names(of: 0, upTo: .max)
        for order in Self.orders {
            var cursor = MemberCursor(0, end: document[0].end)
            for index in order {
                let name = Self.names[index]
                let found = cursor.find(MemberName(name), in: 0, of: document)
                let first = members.first { document.string(at: $0) == name.description }
                #expect(found == first.map { $0 + 1 } ?? -1, "\(name) in \(order)")
            }
        }
    }
}
