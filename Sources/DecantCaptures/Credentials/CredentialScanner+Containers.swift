extension CredentialScanner {
    /// Hides the values in an object, an array, or a list, and returns the offset after it.
    ///
    /// The names in it stay.
    mutating func hideContainer(from start: Int, _ scope: CredentialScope) -> Int {
        var depth = 0
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: "<"):
                index = hideData(from: index) ?? index + 1
                continue
            case UInt8(ascii: ","), UInt8(ascii: ";"): break
            case let byte where byte.isSeparator || byte.isWhitespace: break
            default:
                index = hideItem(from: index, scope)
                continue
            }
            index += 1
        }
        return index
    }

    /// Hides a string or a bare value unless it is a name, and returns the offset after it.
    private mutating func hideItem(from start: Int, _ scope: CredentialScope) -> Int {
        let isString = text[start].isQuotationMark
        var end = start
        if isString {
            end = stringEnd(from: start)
        } else {
            while end < text.count, !endsItem(text[end]) { end += 1 }
        }
        var next = isString ? min(end + 1, text.count) : end
        let following = next
        while next < text.count, text[next].isWhitespace { next += 1 }
        let isName = next < text.count && (text[next] == UInt8(ascii: ":") || text[next] == UInt8(ascii: "="))
        if isString, !isName {
            hide(string: min(start + 1, end)..<end)
        } else if !isName {
            hide(bare: start..<end, scope)
        }
        return max(following, start + 1)
    }

    private func endsItem(_ byte: UInt8) -> Bool { byte.isWhitespace || byte.isSeparator || byte.isValueEnd }

    /// Hides data between angle brackets, and returns the offset after it, or nil if there is none.
    mutating func hideData(from start: Int) -> Int? {
        let isData = text[start...].dropFirst().first.map { $0.hexDigitValue != nil || $0 == UInt8(ascii: "[") }
        guard isData == true else { return nil }
        let end = text[start...].firstIndex(of: UInt8(ascii: ">")) ?? text.count
        hide(string: start + 1..<end)
        return end
    }
}

// MARK: - Elements

extension CredentialScanner {
    /// Returns the name in the tag at an offset; empty if there is no tag.
    func name(ofTagAt index: Int) -> Range<Int> {
        var start = index + 1
        if start < text.count, text[start] == UInt8(ascii: "/") { start += 1 }
        var end = start
        guard start < text.count, text[start].isNameLetter || text[start] == UInt8(ascii: "_") else {
            return index..<index
        }
        while end < text.count, text[end].isNameCharacter || text[end] == UInt8(ascii: ":") { end += 1 }
        return start..<end
    }

    /// Hides the element after a key of a property list if the key indicates a credential.
    mutating func hideValue(ofKeyFrom start: Int) -> Int {
        let end = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
        guard let scope = CredentialName.scope(of: text[start..<end], in: .body) else { return end }
        var index = end
        // The end tag of the key, and the start tag of the value.
        for isEnd in [true, false] {
            while index < text.count, text[index].isWhitespace { index += 1 }
            let name = index < text.count ? name(ofTagAt: index) : index..<index
            guard !name.isEmpty, (text[name.lowerBound - 1] == UInt8(ascii: "/")) == isEnd else { return index }
            let tagEnd = text[name.upperBound...].firstIndex(of: UInt8(ascii: ">")) ?? text.count
            index = min(tagEnd + 1, text.count)
            guard !isEnd else { continue }
            return text[tagEnd - 1] == UInt8(ascii: "/") ? index : hideElement(name, from: index, scope)
        }
        return index
    }

    /// Hides the text and the attributes in an element, and returns the offset of its end tag.
    ///
    /// An element without an end tag ends with its parent, or at a quotation mark, which may end a string around it.
    mutating func hideElement(_ name: Range<Int>, from start: Int, _ scope: CredentialScope) -> Int {
        let isClosed = lastEndTag(of: text[name]) >= start
        var (depth, sameDepth) = (0, 0)
        var index = start
        while index < text.count {
            let tag = text[index] == UInt8(ascii: "<") ? self.name(ofTagAt: index) : index..<index
            guard !tag.isEmpty else {
                let end = textEnd(from: index, isClosed)
                hide(bare: contents(index..<end), scope)
                if end < text.count, text[end] != UInt8(ascii: "<") { return end }
                index = end
                continue
            }
            let isSame = text[tag].elementsEqual(text[name])
            if text[tag.lowerBound - 1] == UInt8(ascii: "/") {
                if isSame ? sameDepth == 0 : depth == 0 && !isClosed { return index }
                depth -= 1
                sameDepth -= isSame ? 1 : 0
            }
            index = hideAttributes(from: tag.upperBound)
            if text[tag.lowerBound - 1] != UInt8(ascii: "/"), text[index - 1] != UInt8(ascii: "/") {
                depth += 1
                sameDepth += isSame ? 1 : 0
            }
            if index < text.count, text[index] == UInt8(ascii: ">") { index += 1 }
        }
        return index
    }

    /// Returns the end of the text at an offset: the next tag, or a quotation mark in an element without an end tag.
    private func textEnd(from start: Int, _ isClosed: Bool) -> Int {
        if text[start...].starts(with: "<![CDATA[".utf8) {
            var end = start
            while end < text.count, !text[end...].starts(with: "]]>".utf8) { end += 1 }
            return min(end + 3, text.count)
        }
        let rest = text[start] == UInt8(ascii: "<") ? text[(start + 1)...] : text[start...]
        return rest.firstIndex { $0 == UInt8(ascii: "<") || !isClosed && $0 == UInt8(ascii: "\"") } ?? text.count
    }

    /// Returns a range without the marks of a CDATA section.
    private func contents(_ range: Range<Int>) -> Range<Int> {
        guard text[range].starts(with: "<![CDATA[".utf8) else { return range }
        let isClosed = text[range].suffix(3).elementsEqual("]]>".utf8)
        return range.lowerBound + 9..<max(range.lowerBound + 9, range.upperBound - (isClosed ? 3 : 0))
    }

    /// Hides the values of the attributes in a tag, and returns the offset of the end of the tag.
    private mutating func hideAttributes(from start: Int) -> Int {
        var index = start
        while index < text.count, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") {
            guard text[index].isQuotationMark else {
                index += 1
                continue
            }
            let end = stringEnd(from: index)
            hide(string: min(index + 1, end)..<end)
            index = min(end + 1, text.count)
        }
        return index
    }

    /// Returns the offset of the last end tag of a name; -1 if there is none.
    private mutating func lastEndTag(of name: ArraySlice<UInt8>) -> Int {
        let tags = lastEndTags ?? endTags()
        lastEndTags = tags
        return tags[name] ?? -1
    }

    private func endTags() -> [ArraySlice<UInt8>: Int] {
        var tags: [ArraySlice<UInt8>: Int] = [:]
        for index in text.indices where text[index...].starts(with: "</".utf8) {
            tags[text[name(ofTagAt: index)]] = index
        }
        return tags
    }
}
