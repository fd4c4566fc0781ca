import Decant

extension JSON: NestedValue {
    var parts: NestedParts<JSON>? {
        if let object {
            var members = object.makeIterator()
            return .members(AnyIterator { members.next().map { ($0.name, $0.value) } })
        }
        return array.map { .elements(AnyIterator($0.makeIterator())) }
    }

    func scalar(isTerminal: Bool) -> (TextStyle.Look, String) {
        if let string { return (.green, string.quoted) }
        if let number { return (.cyan, number.text) }
        return bool.map { (.magenta, $0 ? "true" : "false") } ?? (.dim, "null")
    }

    /// Adds `s:` with the UTF-8 of a string, `n:` with the binary64 of a number, or `t`, `f` and `z` for true, false and null.
    func addScalar(to digest: inout EventDigest) {
        if let string {
            digest.add("s:", hexadecimal: string.utf8)
        } else if let number {
            digest.add("n:", hexadecimal: number.double.bigEndianBytes)
        } else {
            digest.add(bool.map { $0 ? "t" : "f" } ?? "z")
        }
    }
}
