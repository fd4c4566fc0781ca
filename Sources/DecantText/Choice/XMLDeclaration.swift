import DecantCore

/// Reads the encoding out of an XML declaration (XML 1.0 §2.8, §4.3.3).
struct XMLDeclaration {
    /// The number of bytes of a label that are read.
    ///
    /// No label of a charset is as long, so that a longer one is unknown.
    private static let longestLabel = 128

    private let body: ResponseBody
    private let end: Int
    private var position: Int

    private init(_ body: ResponseBody, from position: Int) {
        self.body = body
        self.position = position
        end = min(body.count, TextStream.reach)
    }

    /// The label in `encoding="…"`, if the body begins with a declaration that has one.
    ///
    /// A label that is too long to be one, and a declaration that is too long to be looked through, give a label that no
    /// charset has: its beginning and an ellipsis.
    static func encoding(in body: ResponseBody) -> String? {
        let start = body.hasUTF8Mark ? 3 : 0
        guard body.dropFirst(start).hasPrefix(Array("<?xml".utf8)) else { return nil }
        var declaration = XMLDeclaration(body, from: start + 5)
        while let (name, value) = declaration.pseudoAttribute() {
            if name == "encoding" { return value }
        }
        return declaration.position == TextStream.reach ? "…" : nil
    }

    /// S Name Eq (’"’ … ’"’ | "’" … "’").
    private mutating func pseudoAttribute() -> (name: String, value: String)? {
        skipSpace()
        let name = take { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        skipSpace()
        guard !name.isEmpty, takeByte() == 0x3D else { return nil }
        skipSpace()
        guard let quote = takeByte(), quote == 0x22 || quote == 0x27 else { return nil }
        let value = take { $0 != quote && $0 != 0x3E }
        if name == "encoding", value.utf8.count > Self.longestLabel {
            return (name, String(value.unicodeScalars.prefix(Self.longestLabel)) + "…")
        }
        return takeByte() == quote ? (name, value) : nil
    }

    private mutating func skipSpace() {
        _ = take { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    private mutating func takeByte() -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return body[position]
    }

    private mutating func take(while accepts: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        while position < end, accepts(body[position]) {
            bytes.append(body[position])
            position += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
