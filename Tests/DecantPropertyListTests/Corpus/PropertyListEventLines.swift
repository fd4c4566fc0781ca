import DecantPropertyList
import TestSupport

/// The event lines of a list, as the corpus defines them: one for each bracket, key and scalar.
///
/// The members of a dictionary come by the bytes of their keys; of several with the same key only the last one does.
struct PropertyListEventLines {
    private var lines: [String] = []

    /// Lists the events of a value, without recursion.
    init(_ list: PropertyList) {
        var rest: [Step] = [.value(list)]
        while let step = rest.popLast() {
            switch step {
            case .line(let line): lines.append(line)
            case .value(let value): begin(value, rest: &rest)
            }
        }
    }

    /// The SHA-256 of the lines joined by line feeds.
    var digest: String { SHA256Digest(Array(lines.joined(separator: "\n").utf8)).description }

    /// The lines joined by line feeds.
    var text: String { lines.joined(separator: "\n") }

    private enum Step {
        case value(PropertyList)
        case line(String)
    }

    private mutating func begin(_ value: PropertyList, rest: inout [Step]) {
        switch value.kind {
        case .array, .set:
            lines.append("[")
            rest.append(.line("]"))
            let elements = (value.array ?? value.set).map(Array.init) ?? []
            rest += elements.reversed().map { .value($0) }
        case .dictionary:
            lines.append("{")
            rest.append(.line("}"))
            for member in members(of: value).reversed() {
                rest.append(.value(member.value))
                rest.append(.line("k:" + hexadecimal(member.key.utf8)))
            }
        default: lines.append(scalar(value))
        }
    }

    private func members(of dictionary: PropertyList) -> [(key: String, value: PropertyList)] {
        var values: [[UInt8]: PropertyList] = [:]
        for member in dictionary.dictionary.map(Array.init) ?? [] { values[Array(member.key.utf8)] = member.value }
        let keys = values.keys.sorted { $0.lexicographicallyPrecedes($1) }
        return keys.compactMap { key in values[key].map { (String(decoding: key, as: UTF8.self), $0) } }
    }

    private func scalar(_ value: PropertyList) -> String {
        switch value.kind {
        case .boolean: value.bool == true ? "b:1" : "b:0"
        case .integer: "i:\(value.integer(as: Int128.self) ?? 0)"
        case .real: "r:" + real(value.real ?? 0)
        case .date: "t:" + EventDate(secondsSince2001: value.secondsSinceReferenceDate ?? 0).text
        case .data: "d:" + hexadecimal(value.data ?? [])
        case .uid: "u:\(value.uid ?? 0)"
        default: "s:" + hexadecimal((value.string ?? "").utf8)
        }
    }

    private func real(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        return hexadecimal((0..<8).reversed().map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) })
    }

    private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
