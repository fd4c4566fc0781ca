/// Hides the texts and the attributes of XML, of XML property lists, and of other markup.
///
/// The names of elements and attributes stay if they consist of words. References to entities, the version and the
/// encoding, and the names of well-known document types stay, and so do namespaces, with hidden parts of paths.
///
/// Bound: the scanner moves forward only; the end of a part is searched once.
struct HiddenMarkup {
    private let placeholders: Placeholders

    /// Whether the elements named `key` contain names.
    private let isPropertyList: Bool

    private let end: Int
    private var index: Int

    /// Whether the last tag was `<key>`.
    private var isInKey = false

    init(_ placeholders: Placeholders, _ range: Range<Int>, isPropertyList: Bool) {
        self.placeholders = placeholders
        self.isPropertyList = isPropertyList
        index = range.lowerBound
        end = range.upperBound
    }

    /// Hides everything in the range.
    mutating func hide(in text: inout [UInt8]) {
        while index < end {
            guard text[index] == UInt8(ascii: "<") else {
                hideText(in: &text)
                continue
            }
            if skip("<!--", in: text) {
                hide(upTo: "-->", in: &text, .plain)
            } else if skip("<![CDATA[", in: text) {
                hide(upTo: "]]>", in: &text, .plain)
            } else if skip("<!", in: text) {
                hideDeclaration(in: &text)
            } else if skip("<?", in: text) {
                hideInstruction(in: &text)
            } else {
                hideTag(in: &text)
            }
        }
    }

    private mutating func skip(_ mark: String, in text: [UInt8]) -> Bool {
        guard text[index..<min(end, index + mark.utf8.count)].elementsEqual(mark.utf8) else { return false }
        index += mark.utf8.count
        return true
    }

    /// Hides everything before a mark, and continues after it.
    private mutating func hide(upTo mark: String, in text: inout [UInt8], _ notation: EscapeNotation) {
        let start = index
        let mark = Array(mark.utf8)
        while index < end, text[index] != mark[0] || !text[index..<end].starts(with: mark) { index += 1 }
        hideTrimmed(start..<index, in: &text, notation)
        index = min(end, index + mark.count)
    }

    private mutating func hideText(in text: inout [UInt8]) {
        let start = index
        while index < end, text[index] != UInt8(ascii: "<") { index += 1 }
        if isInKey, OrdinaryName.matches(start..<index, in: text) { return }
        hideTrimmed(start..<index, in: &text, .references)
    }

    private func hideTrimmed(_ range: Range<Int>, in text: inout [UInt8], _ notation: EscapeNotation) {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, text[start].isWhitespace { start += 1 }
        while end > start, text[end - 1].isWhitespace { end -= 1 }
        placeholders.hide(start..<end, in: &text, notation)
    }

    // MARK: - Tags

    private mutating func hideTag(in text: inout [UInt8]) {
        index += 1
        let isEnd = skip("/", in: text)
        let name = hideName(in: &text)
        isInKey = isPropertyList && !isEnd && text[name].elementsEqual("key".utf8)
        hideAttributes(in: &text)
    }

    /// Hides the attributes up to the end of a tag or of the XML declaration.
    private mutating func hideAttributes(in text: inout [UInt8]) {
        while index < end {
            switch text[index] {
            case UInt8(ascii: ">"): return index += 1
            case UInt8(ascii: "<"): return
            case let byte where byte.isWhitespace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?"): index += 1
            default: hideAttribute(in: &text)
            }
        }
    }

    /// Hides a name unless it consists of words.
    private mutating func hideName(in text: inout [UInt8]) -> Range<Int> {
        let start = index
        while index < end, !endsName(text[index]) { index += 1 }
        if !OrdinaryName.matches(start..<index, in: text) { placeholders.hide(start..<index, in: &text) }
        return start..<index
    }

    private func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "?"): true
        default: byte.isWhitespace || byte.isQuotationMark
        }
    }

    /// The attributes of the XML declaration and of XML itself whose values stay.
    private static let keptAttributes = ["version", "encoding", "standalone", "xml:lang", "xml:space"]
        .map { Array($0.utf8) }

    private mutating func hideAttribute(in text: inout [UInt8]) {
        let start = index
        let name = hideName(in: &text)
        while index < end, text[index].isWhitespace || text[index] == UInt8(ascii: "=") { index += 1 }
        guard index < end, text[name.upperBound..<index].contains(UInt8(ascii: "=")) || name.isEmpty else {
            return index = max(index, start + 1)
        }
        let value: Range<Int>
        if text[index].isQuotationMark {
            let quote = text[index]
            let first = index + 1
            index = first
            while index < end, text[index] != quote, text[index] != UInt8(ascii: "<") { index += 1 }
            value = first..<index
            if index < end, text[index] == quote { index += 1 }
        } else {
            let first = index
            while index < end, !text[index].isWhitespace, text[index] != UInt8(ascii: ">") { index += 1 }
            value = first..<index
        }
        index = max(index, start + 1)
        if text[name].starts(with: "xmlns".utf8) {
            HiddenURL(placeholders, isNamespace: true).hide(value, in: &text)
        } else if !Self.keptAttributes.contains(where: text[name].elementsEqual)
            || !OrdinaryName.isLabel(value, in: text)
        {
            placeholders.hide(value, in: &text, .references)
        }
    }

    // MARK: - Declarations

    private mutating func hideInstruction(in text: inout [UInt8]) {
        let start = index
        while index < end, !text[index].isWhitespace, text[index] != UInt8(ascii: "?") { index += 1 }
        if text[start..<index].elementsEqual("xml".utf8) { return hideAttributes(in: &text) }
        hide(upTo: "?>", in: &text, .plain)
    }

    /// The beginnings of identifiers of public document types.
    private static let publicIdentifiers = ["-//W3C//", "-//Apple", "http://www.w3.org/", "http://www.apple.com/DTDs/"]
        .map { Array($0.utf8) }

    /// Hides the quoted parts of a document type, and names that do not consist of words, up to its end.
    private mutating func hideDeclaration(in text: inout [UInt8]) {
        var isInSubset = false
        while index < end {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return
            case UInt8(ascii: "<") where text[index..<end].starts(with: "!--".utf8):
                index += 3
                hide(upTo: "-->", in: &text, .plain)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let start = index
                while index < end, text[index] != byte { index += 1 }
                let isPublic = Self.publicIdentifiers.contains { text[start..<index].starts(with: $0) }
                if !isPublic || index - start > 100 { placeholders.hide(start..<index, in: &text, .references) }
                index = min(end, index + 1)
            case let byte where byte.isNameLetter:
                index -= 1
                _ = hideName(in: &text)
            default: break
            }
        }
    }
}
