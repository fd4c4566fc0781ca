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
            if isNamespace, OrdinaryName.matches(segment, in: text) { return }
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
            let equals = text[item].firstIndex(of: UInt8(ascii: "="))
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

/// Words that are common in paths and say nothing about a person.
private enum CommonWords {
    static let suffixes: Set<String> = [
        "json", "xml", "plist", "html", "htm", "js", "mjs", "css", "map", "txt", "csv", "svg", "png", "jpg", "jpeg", "gif",
        "webp", "avif", "heic", "ico", "bmp", "tiff", "woff", "woff2", "ttf", "pdf", "zip", "gz", "mp4", "m3u8", "ts",
        "php", "aspx", "asp", "jsp", "do", "cgi", "wasm", "har", "rss", "atom",
    ]

    static let words: Set<String> = Set(
        """
        about accounts account actions activity ads all api apis app apps articles assets attachments auth authorize avatar
        avatars batch billing blog bundle bundles callback cart categories category cdn channels charts chat check checkout
        client clients collect collections comments common companies company components config configuration contacts
        content contents count counts css current customer customers dashboard data default delete details devices dist
        docs documents download downloads edit en errors event events export favicon feed feeds files filter followers
        fonts graphql groups health healthz help history home icons id ids image images img import inbox index info
        initialize internal invoices item items jobs js labels lang latest lib libs list lists locales locations log login
        logout logs logo main manifest media members menu message messages meta metadata metrics mobile modules new news
        node_modules notes notifications oauth oauth2 offers open options order orders organizations orgs page pages
        payments people permissions photos ping places policy posts preferences products profile profiles projects public
        query queries rates recent recommendations redirect refresh register release releases reports repos resources rest
        results reviews robots roles rpc rss rules scripts search secure security services session sessions settings shared
        sitemap sites sources src state static stats status stories store stream streams styles subscriptions suggest
        summary support svc sync system tags tasks teams templates test themes threads thumbnails ticket tickets token
        tokens topics tracking transactions translations types update updates upload uploads user userinfo users vendor
        version versions video videos views web webhooks widgets wiki www xhr
        """
        .split(whereSeparator: \.isWhitespace).map(String.init)
    )
}
