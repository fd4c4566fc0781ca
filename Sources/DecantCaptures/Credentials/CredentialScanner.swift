/// A scanner that finds credentials in a text of any format, which may be malformed or begin anywhere.
///
/// A colon, an equals sign, or the end of a start tag marks a value. The name before it decides whether the value is a
/// credential; a value that is a container is a credential as a whole.
///
/// Bound: the scanner continues after what it has hidden, and looks back at most to the previous separator or quotation
/// mark. Each byte is read a constant number of times.
struct CredentialScanner {
    let text: [UInt8]

    /// Whether the text is a URL, in which only parameters have names.
    private let isURL: Bool

    /// The credentials, ascending, each with whether it is the user of a URL.
    private(set) var ranges: [(range: Range<Int>, isUser: Bool)] = []

    /// The name in the start tag that is open.
    private var tagName: Range<Int>?

    /// Whether the query or the fragment of a URL has begun.
    private var isInQuery = false

    /// The offset of the last end tag of each name, or nil before the first element with a credential.
    var lastEndTags: [ArraySlice<UInt8>: Int]?

    init(_ text: [UInt8], isURL: Bool) {
        self.text = text
        self.isURL = isURL
    }

    /// Scans the text.
    mutating func scan() {
        var index = 0
        while index < text.count { index = next(index) }
    }

    /// Scans one part, and returns the offset after it.
    private mutating func next(_ index: Int) -> Int {
        switch text[index] {
        case UInt8(ascii: "="): return member(at: index)
        case UInt8(ascii: ":") where !isURL: return member(at: index)
        case UInt8(ascii: "/"): return authority(at: index)
        case UInt8(ascii: "e"): return webToken(at: index)
        case UInt8(ascii: "<") where !isURL: return startTag(at: index)
        case UInt8(ascii: ">") where !isURL: return endTag(at: index)
        case UInt8(ascii: "?"), UInt8(ascii: "#"): isInQuery = true
        default: break
        }
        return index + 1
    }

    // MARK: - Hiding

    /// Hides a string.
    mutating func hide(string range: Range<Int>) {
        if !range.isEmpty { ranges.append((range, false)) }
    }

    /// Hides a bare value without the whitespace around it, unless it is a scalar that its name does not hide.
    mutating func hide(bare value: Range<Int>, _ scope: CredentialScope) {
        var (start, end) = (value.lowerBound, value.upperBound)
        while start < end, text[start].isWhitespace { start += 1 }
        while end > start, text[end - 1].isWhitespace { end -= 1 }
        if !isOrdinary(start..<end, scope) { hide(string: start..<end) }
    }

    private func isOrdinary(_ range: Range<Int>, _ scope: CredentialScope) -> Bool {
        guard range.count < 10 else { return false }
        if ["null", "true", "false", "nil"].contains(where: { text[range].elementsEqual($0.utf8) }) { return true }
        return scope == .text && text[range].allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    // MARK: - URLs and tokens

    /// Hides the user of a URL, whose authority begins after two slashes, or after a colon and a slash.
    private mutating func authority(at index: Int) -> Int {
        let follows = index > 0 ? text[index - 1] : 0
        guard follows != UInt8(ascii: "/") else { return index + 1 }
        var start = index
        while start < text.count, text[start] == UInt8(ascii: "/") { start += 1 }
        guard start - index >= 2 || follows == UInt8(ascii: ":") else { return start }
        var end = start
        var at: Int?
        while end < text.count, !text[end].isAuthorityEnd {
            if text[end] == UInt8(ascii: "@") { at = end }
            end += 1
        }
        guard let at else { return start }
        if start < at { ranges.append((start..<at, true)) }
        return at + 1
    }

    /// Hides a JSON Web Token: a part that begins as an object in Base64url does, and further parts after periods.
    private mutating func webToken(at index: Int) -> Int {
        guard text[index...].starts(with: "eyJ".utf8), index == 0 || !text[index - 1].isBase64URL else {
            return index + 1
        }
        var end = index
        var period: Int?
        while end < text.count, text[end].isBase64URL || text[end] == UInt8(ascii: ".") {
            if text[end] == UInt8(ascii: "."), period == nil { period = end }
            end += 1
        }
        if let period, period > index + 3, period + 1 < end { ranges.append((index..<end, false)) }
        return end
    }

    // MARK: - Members

    /// Hides the value after a colon or an equals sign if the name before it indicates a credential.
    private mutating func member(at separator: Int) -> Int {
        guard !isEscaped(before: separator) else { return separator + 1 }
        let name = name(before: separator)
        if let end = hidePart(namedAt: separator, name) { return end }
        let isParameter = isURL || text[separator] == UInt8(ascii: "=") && isParameter(name)
        guard let scope = CredentialName.scope(of: name, in: isParameter ? .parameter : .body) else {
            return separator + 1
        }
        var start = separator + 1
        if isURL || isParameter && text[start...].first?.isQuotationMark == false { return parameter(from: start) }
        // “=>” and “:=” separate, too. “token://” is the beginning of a URL.
        while start < text.count, text[start].isSeparator { start += 1 }
        guard !text[start...].starts(with: "//".utf8) else { return separator + 1 }
        while start < text.count, text[start].isWhitespace { start += 1 }
        guard start < text.count else { return start }
        switch text[start] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let end = stringEnd(from: start)
            hide(string: min(start + 1, end)..<end)
            return end
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): return hideContainer(from: start, scope)
        case UInt8(ascii: "<"): return hideData(from: start) ?? start
        default: return bare(from: start, scope, isField: CredentialName.isField(name))
        }
    }

    /// Returns whether a character before a name begins a parameter of a URL or a form.
    private func isParameter(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.startIndex > 0 else { return false }
        return switch text[name.startIndex - 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Returns whether an escaped quotation mark precedes an offset.
    ///
    /// The member belongs to a text in a string, which is found after decoding one more level of escapes.
    private func isEscaped(before separator: Int) -> Bool {
        var end = separator
        while end > 0, text[end - 1].isWhitespace { end -= 1 }
        return end > 1 && text[end - 1].isQuotationMark && text[end - 2] == UInt8(ascii: "\\")
    }

    /// Returns the name that ends before an offset, without quotation marks.
    func name(before separator: Int) -> ArraySlice<UInt8> {
        var end = separator
        while end > 0, text[end - 1].isWhitespace { end -= 1 }
        var start = end
        if end > 0, text[end - 1].isQuotationMark {
            let quote = text[end - 1]
            end -= 1
            start = end
            while start > 0, text[start - 1] != quote, !text[start - 1].isSeparator { start -= 1 }
        } else {
            while start > 0, text[start - 1].isNameCharacter { start -= 1 }
        }
        return text[start..<end]
    }

    /// Hides the value of a parameter of a URL or a form.
    private mutating func parameter(from start: Int) -> Int {
        var end = start
        while end < text.count, !isParameterEnd(text[end]) { end += 1 }
        hide(string: start..<end)
        return end
    }

    private func isParameterEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"): true
        case UInt8(ascii: "/"), UInt8(ascii: "?"): isURL && !isInQuery
        case UInt8(ascii: "<"), UInt8(ascii: ">"): true
        default: !isURL && (byte.isQuotationMark || byte.isWhitespace)
        }
    }

    /// Hides a value without quotation marks: up to the end of the line after the name of a field, otherwise up to
    /// punctuation.
    private mutating func bare(from start: Int, _ scope: CredentialScope, isField: Bool) -> Int {
        var end = start
        while end < text.count, !text[end].isLineEnd {
            if isField ? endsField(at: end) : text[end].isValueEnd { break }
            end += 1
        }
        hide(bare: start..<end, scope)
        return end
    }

    /// Returns whether a quotation mark ends the string that contains a field.
    private func endsField(at index: Int) -> Bool {
        guard text[index].isQuotationMark else { return false }
        guard index + 1 < text.count else { return true }
        let next = text[index + 1]
        return next.isWhitespace || next != UInt8(ascii: ";") && next.isValueEnd
    }

    /// Returns the offset of the mark that ends a string, or the end of the text.
    func stringEnd(from start: Int) -> Int {
        var end = start + 1
        while end < text.count, text[end] != text[start] { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end, text.count)
    }

    // MARK: - Tags

    /// Records the name of a start tag.
    private mutating func startTag(at index: Int) -> Int {
        tagName = nil
        let name = name(ofTagAt: index)
        if text[index...].dropFirst().first != UInt8(ascii: "/"), !name.isEmpty {
            tagName = name
            hideFieldValue(inTagFrom: name.upperBound)
        }
        return max(index + 1, name.upperBound)
    }

    /// Hides the contents of an element at the end of its start tag.
    private mutating func endTag(at index: Int) -> Int {
        guard let name = tagName else { return index + 1 }
        tagName = nil
        guard text[index - 1] != UInt8(ascii: "/") else { return index + 1 }
        let local = text[name].split(separator: UInt8(ascii: ":")).last ?? []
        if local.elementsEqual("key".utf8) { return hideValue(ofKeyFrom: index + 1) }
        guard let scope = CredentialName.scope(of: local, in: .body) else { return index + 1 }
        return hideElement(name, from: index + 1, scope)
    }
}

extension UInt8 {
    /// Whether the byte is a space, a tab, or a line end.
    var isWhitespace: Bool { isOptionalWhitespace || isLineEnd }

    /// Whether the byte is a quotation mark or an apostrophe.
    var isQuotationMark: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

    /// Whether the byte may occur in a name without quotation marks, which may be escaped.
    var isNameCharacter: Bool {
        switch self {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "%"), UInt8(ascii: "$"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"):
            true
        default: isNameLetter
        }
    }

    /// Whether the byte separates a name from its value.
    var isSeparator: Bool {
        self == UInt8(ascii: ":") || self == UInt8(ascii: "=") || self == UInt8(ascii: ">")
    }

    /// Whether the byte ends a value without quotation marks.
    var isValueEnd: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            true
        default: isQuotationMark
        }
    }

    /// Whether the byte ends the authority of a URL (RFC 3986 §3.2), or the URL in a text.
    fileprivate var isAuthorityEnd: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "<"),
            UInt8(ascii: ">"):
            true
        default: isQuotationMark || isWhitespace
        }
    }

    /// Whether the byte belongs to the alphabet of Base64url (RFC 4648 §5).
    fileprivate var isBase64URL: Bool {
        self < 0x80 && isNameLetter || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
