import Decant

/// What the first kilobyte of a body gives away if it is markup: whether it declares to be XML, and the name of the root element.
struct MarkupBeginning {
    /// Whether it begins with an XML declaration.
    let isDeclared: Bool

    /// The name in the document type declaration or in the first tag, in small letters; empty if neither came in time.
    let root: String

    /// Looks at a body in UTF-8, or in UTF-16 with a byte-order mark; nil if the first character is no `<`.
    init?(of body: ResponseBody) {
        var text = Self.beginning(of: body)
        text.trimStart()
        guard text.first == "<" else { return nil }
        isDeclared = text.hasPrefix("<?xml")
        while let end = text.hasPrefix("<?") ? "?>" : text.hasPrefix("<!--") ? "-->" : nil {
            text.drop(through: end)
            text.trimStart()
        }
        var name = text.hasPrefix("<") ? text.dropFirst() : ""
        if name.prefix(8).lowercased() == "!doctype" {
            name = name.dropFirst(8)
            name.trimStart()
        }
        root = name.prefix { $0.isASCII && $0.isLetter }.lowercased()
    }

    private static func beginning(of body: ResponseBody) -> Substring {
        let bytes = body.prefix(1024).bytes
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else {
            return Substring(String(decoding: bytes.drop { [0xEF, 0xBB, 0xBF].contains($0) }, as: UTF8.self))
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Substring(String(decoding: units, as: UTF16.self))
    }
}

extension Substring {
    fileprivate mutating func trimStart() {
        self = drop { $0.isWhitespace }
    }

    /// Drops everything up to a text and the text itself; all of it if the text is not there.
    fileprivate mutating func drop(through text: String) {
        while !isEmpty, !hasPrefix(text) { removeFirst() }
        removeFirst(Swift.min(count, text.count))
    }
}
