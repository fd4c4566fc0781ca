import DecantCore

/// A parser for the encoding in an XML declaration (XML 1.0 §2.8, §4.3.3).
struct XMLDeclaration {
    /// The maximum number of label bytes to read.
    ///
    /// Every known label is shorter, so a longer one is unknown.
    private static let maxLabelLength = 128
    private let body: ResponseBytes
    private let end: Int
    private var position: Int

    private init(_ body: ResponseBytes, from position: Int) {
        self.body = body
        self.position = position
        end = min(body.count, TextStream.reach)
    }

    /// Returns the label in `encoding="…"`, or nil if the body does not begin with a declaration that has one.
    ///
    /// A label or a declaration that exceeds its limit returns a label that no charset has: its prefix and an ellipsis.
    static func encoding(in body: ResponseBytes) -> String? {
        let start = body.hasUTF8Mark ? 3 : 0
        guard body.dropFirst(start).hasPrefix(Array("<?xml".utf8)), body.count > start + 5,
            isSpace(body[start + 5])
        else { return nil }
        var declaration = XMLDeclaration(body, from: start + 5)
        while let (name, value) = declaration.pseudoAttribute() {
            if name == "encoding" { return value }
        }
        return declaration.position == TextStream.reach ? "…" : nil
    }

    /// Parses S Name Eq (’"’ … ’"’ | "’" … "’").
    private mutating func pseudoAttribute() -> (name: String, value: String)? {
        skipSpace()
        let name = consume(while: \.isASCIILetter)
        skipSpace()
        guard !name.isEmpty, consumeByte() == UInt8(ascii: "=") else { return nil }
        skipSpace()
        guard let quote = consumeByte(), quote.isQuotationMark else { return nil }
        let value = consume { $0 != quote && $0 != UInt8(ascii: ">") }
        if name == "encoding", value.utf8.count > Self.maxLabelLength {
            return (name, String(value.unicodeScalars.prefix(Self.maxLabelLength)) + "…")
        }
        return consumeByte() == quote ? (name, value) : nil
    }

    private mutating func skipSpace() { _ = consume(while: Self.isSpace) }

    /// Returns whether a byte is whitespace (XML 1.0 §2.3, `S`): ASCII whitespace without the form feed.
    private static func isSpace(_ byte: UInt8) -> Bool { byte.isASCIIWhitespace && byte != UInt8(ascii: "\u{0C}") }

    private mutating func consumeByte() -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return body[position]
    }

    private mutating func consume(while accepts: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        while position < end, accepts(body[position]) {
            bytes.append(body[position])
            position += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A parser that finds the charset in a `meta` element (WHATWG HTML §13.2.3.2, “prescan a byte stream”).
struct HTMLPrescan {
    /// The number of bytes to search for a declaration.
    private static let reach = 1024
    private let body: ResponseBytes
    private let end: Int
    private var position = 0

    private init(_ body: ResponseBytes) {
        self.body = body
        end = min(body.count, Self.reach)
    }

    /// Returns the label in the first `meta` element that declares a charset, or nil if there is no such element.
    static func charset(in body: ResponseBytes) -> String? {
        var prescan = HTMLPrescan(body)
        while prescan.position < prescan.end {
            if let label = prescan.parseMarkup() { return label }
            prescan.position += 1
        }
        return nil
    }

    /// Skips the markup at the position, and stops at its last byte.
    ///
    /// Returns the label if the markup declares a charset.
    private mutating func parseMarkup() -> String? {
        guard body[position] == UInt8(ascii: "<") else { return nil }
        if begins(with: "<!--") {
            skipComment()
        } else if begins(with: "<meta"), let next = byte(at: 5), next == UInt8(ascii: "/") || next.isASCIIWhitespace {
            position += 5
            return parseMeta()
        } else if isTag {
            skip { !$0.isASCIIWhitespace && $0 != UInt8(ascii: ">") }
            while parseAttribute() != nil {}
        } else if let next = byte(at: 1), "!/?".utf8.contains(next) {
            skip { $0 != UInt8(ascii: ">") }
        }
        return nil
    }

    /// Whether the markup is `<` or `</`, followed by a letter.
    private var isTag: Bool {
        let letter = byte(at: 1) == UInt8(ascii: "/") ? byte(at: 2) : byte(at: 1)
        return letter?.isASCIILetter ?? false
    }

    /// Skips a comment.
    ///
    /// The two hyphens that end it may be the ones that begin it.
    private mutating func skipComment() {
        position += 4
        let hyphen = UInt8(ascii: "-")
        while let next = byte(at: 0) {
            if next == UInt8(ascii: ">"), body[position - 1] == hyphen, body[position - 2] == hyphen { return }
            position += 1
        }
    }

    private mutating func parseMeta() -> String? {
        var seen: Set<String> = []
        var isPragma = false
        var label: String?
        var needsPragma = false
        while let (name, value) = parseAttribute() {
            guard seen.insert(name).inserted else { continue }
            switch name {
            case "http-equiv": isPragma = value == "content-type"
            case "content" where label == nil:
                label = Self.charset(inContent: value)
                needsPragma = label != nil
            case "charset":
                label = value
                needsPragma = false
            default: break
            }
        }
        return needsPragma && !isPragma ? nil : label
    }

    private func byte(at distance: Int) -> UInt8? { position + distance < end ? body[position + distance] : nil }

    private func begins(with text: StaticString) -> Bool {
        let bytes = Array(text.description.utf8)
        return bytes.indices.allSatisfy { index in
            byte(at: index)?.asciiLowercased == bytes[index]
        }
    }

    /// Reads an attribute (“get an attribute”), with its name and value in lowercase.
    ///
    /// Returns nil at the end of the tag.
    private mutating func parseAttribute() -> (name: String, value: String)? {
        skip { $0.isASCIIWhitespace || $0 == UInt8(ascii: "/") }
        guard let first = byte(at: 0), first != UInt8(ascii: ">") else { return nil }
        // A leading equals sign is part of the name.
        position += 1
        let name = Self.text([first]) + consume { !"=/>".utf8.contains($0) && !$0.isASCIIWhitespace }
        skip(\.isASCIIWhitespace)
        guard byte(at: 0) == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        skip(\.isASCIIWhitespace)
        return (name, parseValue())
    }

    private mutating func parseValue() -> String {
        guard let quote = byte(at: 0), quote.isQuotationMark else {
            return consume { $0 != UInt8(ascii: ">") && !$0.isASCIIWhitespace }
        }
        position += 1
        let value = consume { $0 != quote }
        position += 1
        return value
    }

    private mutating func skip(_ accepts: (UInt8) -> Bool) {
        while let next = byte(at: 0), accepts(next) { position += 1 }
    }

    private mutating func consume(while accepts: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        while let next = byte(at: 0), accepts(next) {
            bytes.append(next)
            position += 1
        }
        return Self.text(bytes)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
    }

    /// Returns the label in lowercase content (WHATWG HTML §2.5.5, “extract a character encoding from a meta element”).
    private static func charset(inContent content: String) -> String? {
        var rest = Array(content.utf8)[...]
        let word = Array("charset".utf8)
        while !rest.isEmpty {
            guard rest.starts(with: word) else {
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(word.count).drop(while: \.isASCIIWhitespace)
            guard rest.first == UInt8(ascii: "=") else { continue }
            return label(rest.dropFirst().drop(while: \.isASCIIWhitespace))
        }
        return nil
    }

    private static func label(_ text: ArraySlice<UInt8>) -> String? {
        guard let quote = text.first, quote.isQuotationMark else {
            let label = text.prefix { $0 != UInt8(ascii: ";") && !$0.isASCIIWhitespace }
            return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
        }
        guard let end = text.dropFirst().firstIndex(of: quote) else { return nil }
        return String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte delimits the value of an attribute.
    fileprivate var isQuotationMark: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
