/// A name that equals another one only if their scalars are the same: RFC 8259 section 8.3 compares code units, while
/// Swift's strings are equal if they look the same.
struct JSONExactName: Hashable {
    let text: String

    static func == (left: JSONExactName, right: JSONExactName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        UnsafeJSONName.with(text) { $0.hash(into: &hasher) }
    }
}
