/// Which characters are written as references.
struct XMLEscaping {
    /// The reference in place of each byte of ASCII; nil for those that are written as they are.
    private let references: [[UInt8]?]

    private init(_ references: KeyValuePairs<UInt8, String>) {
        var table = [[UInt8]?](repeating: nil, count: 128)
        for (byte, reference) in references { table[Int(byte)] = Array(reference.utf8) }
        self.references = table
    }

    /// Text between tags, as Canonical XML has it (§2.3); `>` is escaped so that no `]]>` comes to be.
    static let text = XMLEscaping([0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x0D: "&#xD;"])

    /// The value of an attribute between quotation marks, as Canonical XML has it (§2.3).
    static let value = XMLEscaping([
        0x26: "&amp;", 0x3C: "&lt;", 0x22: "&quot;", 0x09: "&#x9;", 0x0A: "&#xA;", 0x0D: "&#xD;",
    ])

    /// Appends bytes, those that need it as references.
    func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        var start = 0
        for index in bytes.indices where bytes[index] < 0x40 {
            guard let reference = references[Int(bytes[index])] else { continue }
            output.append(copying: bytes.extracting(start..<index))
            output.append(contentsOf: reference)
            start = index + 1
        }
        output.append(copying: bytes.extracting(start..<bytes.count))
    }
}
