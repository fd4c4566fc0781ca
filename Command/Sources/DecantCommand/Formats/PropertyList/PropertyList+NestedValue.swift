import Decant

extension PropertyList: NestedValue {
    var parts: NestedParts<PropertyList>? {
        if let dictionary {
            var members = dictionary.makeIterator()
            return .members(AnyIterator { members.next().map { ($0.key, $0.value) } })
        }
        return (array ?? set).map { .elements(AnyIterator($0.makeIterator())) }
    }

    var bracketPrefix: String { kind == .set ? "set " : "" }

    static var digestsSortedNames: Bool { true }

    /// Writes the format, and then the values, each with what its type has that JSON does not.
    func show(on output: inout ValueOutput) -> [Finding] {
        output.put(.dim, "// \(format.name)")
        output.putLine()
        showParts(on: &output)
        return []
    }

    func scalar(isTerminal: Bool) -> (TextStyle.Look, String) {
        switch kind {
        case .string: (.green, (string ?? "").quoted)
        case .integer: (.cyan, (integer(as: Int128.self) ?? 0).description)
        case .real: (.cyan, (real ?? 0).description)
        case .boolean: (.magenta, bool == true ? "true" : "false")
        case .date: (.yellow, CivilTime(secondsSinceReferenceDate: secondsSinceReferenceDate ?? 0).text)
        case .uid: (.magenta, "uid \(uid ?? 0)")
        default: (.yellow, Self.text(of: data ?? [], isCut: isTerminal))
        }
    }

    /// Adds `s:` with the UTF-8 of a string, `d:` with bytes, `r:` with the binary64 of a number, and the others as text.
    func addScalar(to digest: inout EventDigest) {
        switch kind {
        case .string: digest.add("s:", hexadecimal: (string ?? "").utf8)
        case .integer: digest.add("i:\(integer(as: Int128.self) ?? 0)")
        case .real where real?.isNaN == true: digest.add("r:nan")
        case .real: digest.add("r:", hexadecimal: (real ?? 0).bigEndianBytes)
        case .boolean: digest.add(bool == true ? "b:1" : "b:0")
        case .date:
            digest.add("t:" + CivilTime(secondsSinceReferenceDate: secondsSinceReferenceDate ?? 0).textWithMicroseconds)
        case .uid: digest.add("u:\(uid ?? 0)")
        default: digest.add("d:", hexadecimal: data ?? [])
        }
    }

    var facts: ValueFacts? { ValueFacts(name: "propertyList", members: ["format": format.word]) }

    /// Bytes as hexadecimal digits between angle brackets, as the text format has them.
    private static func text(of bytes: [UInt8], isCut: Bool) -> String {
        guard isCut, bytes.count > 32 else { return "<\(bytes.hexadecimal)>" }
        return "<\(bytes.prefix(24).hexadecimal)… \(bytes.count.grouped) bytes>"
    }
}

extension PropertyList.Format {
    /// The format in words.
    fileprivate var name: String {
        switch self {
        case .binary: "binary property list"
        case .xml: "XML property list"
        case .openStep: "OpenStep property list"
        }
    }

    /// The word for it in options and reports.
    var word: String { rawValue.lowercased() }
}
