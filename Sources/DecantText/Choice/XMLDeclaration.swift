import DecantCore

/// Reads the encoding out of an XML declaration (XML 1.0 §2.8, §4.3.3).
struct XMLDeclaration {
    /// A declaration is short; how much of a body is looked at for its end.
    private static let reach = 1024

    private let body: ResponseBody
    private let end: Int
    private var position: Int

    private init(_ body: ResponseBody, from position: Int) {
        self.body = body
        self.position = position
        end = min(body.count, Self.reach)
    }

    /// The label in `encoding="…"`, if the body begins with a declaration that has one.
    static func encoding(in body: ResponseBody) -> String? {
        let start = body.hasUTF8Mark ? 3 : 0
        guard body.dropFirst(start).hasPrefix(Array("<?xml".utf8)) else { return nil }
        var declaration = XMLDeclaration(body, from: start + 5)
        while let (name, value) = declaration.pseudoAttribute() {
            if name == "encoding" { return value }
        }
        return nil
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
