/// Hides the parts of URLs and forms.
///
/// A URL keeps its scheme, its host, the segments of its path that are common words, and the names of its items. The
/// other parts are replaced.
struct HiddenURL {
    private let placeholders: Placeholders

    /// Whether all words in a path stay, because the URL is the name of a namespace.
    private let isNamespace: Bool

    init(_ placeholders: Placeholders, isNamespace: Bool = false) {
        self.placeholders = placeholders
        self.isNamespace = isNamespace
    }

    /// Returns a URL with its parts hidden.
    func hidden(_ url: some StringProtocol) -> String {
        var bytes = Array(url.utf8)
        hide(bytes.indices, in: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hides the parts of a URL, which may be relative (RFC 3986 §4.1).
    func hide(_ range: Range<Int>, in text: inout [UInt8]) {
        var index = range.lowerBound
        let end = range.upperBound
        var head = index
        while head < end, text[head].isNameLetter || "+-.".utf8.contains(text[head]) { head += 1 }
        if head > index, head < end, text[head] == UInt8(ascii: ":"), head - index < 12 {
            index = head + 1
            guard text[index..<end].starts(with: "//".utf8) else {
                return placeholders.hide(index..<end, in: &text, .percent)
            }
        }
        if text[index..<end].starts(with: "//".utf8) {
            let start = index + 2
            index = start
            while index < end, !"/?#".utf8.contains(text[index]) { index += 1 }
            hideAuthority(start..<index, in: &text)
        }
        let path = index
        while index < end, text[index] != UInt8(ascii: "?"), text[index] != UInt8(ascii: "#") { index += 1 }
        hidePath(path..<index, in: &text)
        guard index < end, text[index] == UInt8(ascii: "?") else { return hideItems(index..<end, in: &text) }
        let query = index + 1
        while index < end, text[index] != UInt8(ascii: "#") { index += 1 }
        hideItems(query..<index, in: &text)
        hideItems(min(end, index + 1)..<end, in: &text)
    }

    /// Hides the user, and the labels of the host that look like a token.
    func hideAuthority(_ range: Range<Int>, in text: inout [UInt8]) {
        var start = range.lowerBound
        if let at = text[range].lastIndex(of: UInt8(ascii: "@")) {
            placeholders.hide(start..<at, in: &text, .percent)
            start = at + 1
        }
        guard start < range.upperBound, text[start] != UInt8(ascii: "[") else {
            return placeholders.hideDigits(start..<range.upperBound, in: &text)
        }
        forEachPart(start..<range.upperBound, in: &text, separators: ".:") { label, text in
            let isNumber = text[label].allSatisfy(\.isDigit)
            if label.count > 5 || !isNumber, !OrdinaryName.matches(label, in: text) {
                placeholders.hide(label, in: &text)
            }
        }
    }

    private func hidePath(_ range: Range<Int>, in text: inout [UInt8]) {
        forEachPart(range, in: &text, separators: "/;,") { segment, text in
            var stem = segment
            let isNumber = segment.count <= 4 && text[segment].allSatisfy(\.isDigit)
            if isNamespace, isNumber || OrdinaryName.matches(segment, in: text) { return }
            if let dot = text[segment].lastIndex(of: UInt8(ascii: ".")),
                CommonWords.suffixes.contains(String(decoding: text[(dot + 1)..<segment.upperBound], as: UTF8.self))
            {
                stem = segment.lowerBound..<dot
            }
            if text[stem].contains(UInt8(ascii: "=")) { return hideItems(stem, in: &text) }
            if !isCommon(stem, in: text) { placeholders.hide(stem, in: &text, .percent) }
        }
    }

    private func isCommon(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        guard range.count < 24 else { return false }
        if range.count < 4, text[range].first.map({ $0 | 0x20 }) == UInt8(ascii: "v"),
            text[range].dropFirst().allSatisfy(\.isDigit)
        {
            return true
        }
        return CommonWords.words.contains(String(decoding: text[range], as: UTF8.self).lowercased())
    }

    /// Hides the values of a query, a fragment, or a form (WHATWG URL §5.1).
    ///
    /// The names stay if they consist of words. An item without a value is a value.
    func hideItems(_ range: Range<Int>, in text: inout [UInt8]) {
        forEachPart(range, in: &text, separators: "&;?#") { item, text in
            // Base64 ends with equals signs.
            let hasValue = text[item].last != UInt8(ascii: "=")
            let equals = hasValue ? text[item].firstIndex(of: UInt8(ascii: "=")) : nil
            let name = item.lowerBound..<(equals ?? item.lowerBound)
            if !OrdinaryName.matches(name, in: text) { placeholders.hide(name, in: &text, .percent) }
            placeholders.hide((equals.map { $0 + 1 } ?? item.lowerBound)..<item.upperBound, in: &text, .percent)
        }
    }

    private func forEachPart(
        _ range: Range<Int>,
        in text: inout [UInt8],
        separators: String,
        _ body: (Range<Int>, inout [UInt8]) -> Void
    ) {
        let separators = Array(separators.utf8)
        var start = range.lowerBound
        for index in range where separators.contains(text[index]) {
            if start < index { body(start..<index, &text) }
            start = index + 1
        }
        if start < range.upperBound { body(start..<range.upperBound, &text) }
    }
}
