/// Writes a value for people, in one line: `{"a": [1, 2.5, true], "b": <00ff>}`.
struct PropertyListPrinter {
    private(set) var text = ""
    private var needsComma = false
    private var followsKey = false

    /// Writes the beginning of a container.
    mutating func begin(_ kind: PropertyList.Kind) {
        separate()
        text += kind == .dictionary ? "{" : kind == .set ? "set [" : "["
        needsComma = false
    }

    /// Writes the end of a container.
    mutating func end(_ kind: PropertyList.Kind) {
        text += kind == .dictionary ? "}" : "]"
        needsComma = true
    }

    /// Writes a key, which its value is to follow.
    mutating func key(_ key: String) {
        separate()
        text += key.debugDescription + ": "
        followsKey = true
    }

    /// Writes a value without parts.
    mutating func scalar(_ scalar: String) {
        separate()
        text += scalar
    }

    private mutating func separate() {
        if needsComma, !followsKey { text += ", " }
        needsComma = true
        followsKey = false
    }

    /// Data as OpenStep's text has it.
    static func data(_ bytes: [UInt8]) -> String {
        "<" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
    }
}
