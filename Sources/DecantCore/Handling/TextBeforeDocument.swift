/// A format whose documents can be found in other text.
package enum DocumentFormat {
    case json
    case xml

    /// Selects the format by the media types of a serializer; nil for other formats.
    package init?(_ mediaTypes: [MediaTypePattern]) {
        guard let subtype = mediaTypes.first?.only?.subtype else { return nil }
        if subtype.contains("json") {
            self = .json
        } else if subtype.contains("xml") || subtype.contains("plist") {
            self = .xml
        } else {
            return nil
        }
    }
}

// Scripts print warnings, empty lines, or a greeting before their document. It is found by its first characters. A body
// that begins like a document has nothing before it, and neither has a page in HTML, whose parts would be mistaken for
// documents. Each function reads each byte at most a fixed number of times.

/// The text before the document in a body.
package struct TextBeforeDocument {
    /// The number of bytes before the document.
    package let count: Int

    /// The first characters of the text.
    let excerpt: String

    /// Finds the text; nil if the body begins with its document, or if no document is found.
    ///
    /// - Parameter isWhole: Whether the end of the body is known, and has to be that of the document.
    package init?(_ body: ResponseBytes, before format: DocumentFormat, isWhole: Bool = true) {
        switch (BodySignature(body), format) {
        case (.binary, _), (.compressed, _), (.json, .xml), (.xml, .json): return nil
        default: break
        }
        let finder = DocumentFinder(body, isWhole: isWhole)
        guard let start = format == .json ? finder.startOfJSON : finder.startOfXML, start > 0 else { return nil }
        count = start
        let text = String(decoding: body.prefix(min(start, 240)), as: UTF8.self)
        excerpt = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").excerpt(60)
    }

    /// Removes the text from a body, and reports a finding.
    package func removed(from body: ResponseBytes, in context: inout DecodingContext) -> ResponseBytes {
        let quoted = excerpt.isEmpty ? " of whitespace" : ""
        let text = excerpt.isEmpty ? "" : ": “\(excerpt)”"
        let message = "removed \(count.counted("byte"))\(quoted) before the document\(text)"
        context.report(Finding(.textBeforeDocument, .warning, message, offset: body.start))
        return body.dropFirst(count)
    }
}

/// A finder of the first character of a document.
private struct DocumentFinder {
    /// The maximum number of bytes before a document.
    private static var reach: Int { 1 << 20 }

    private let body: ResponseBytes
    private let isWhole: Bool
    /// The length of the byte-order mark.
    private let mark: Int
    /// The end of the bytes in which the document has to begin.
    private let end: Int
    /// The index of the first character that is not whitespace or a byte-order mark.
    private let first: Int
    /// The last character that is not whitespace.
    private let last: UInt8

    init(_ body: ResponseBytes, isWhole: Bool) {
        self.body = body
        self.isWhole = isWhole
        mark = body.hasUTF8Mark ? 3 : 0
        end = min(body.count, Self.reach)
        var first = mark
        while first < body.count, body[first].isWhitespace { first += 1 }
        var end = body.count
        while end > first, body[end - 1].isWhitespace { end -= 1 }
        self.first = first
        last = end > first ? body[end - 1] : 0
    }

    private func byte(at index: Int) -> UInt8 { index < body.count ? body[index] : 0 }

    private func skippingSpace(from index: Int) -> Int {
        var index = index
        while index < body.count, body[index].isWhitespace { index += 1 }
        return index
    }

    private func hasPrefix(_ text: StaticString, at index: Int) -> Bool {
        index + text.utf8CodeUnitCount <= body.count && body[index...].starts(with: "\(text)".utf8)
    }
}

// MARK: - JSON

extension DocumentFinder {
    /// The index of the bracket that begins an array or object, at the start of a line if possible.
    var startOfJSON: Int? {
        guard !beginsOtherwise else { return nil }
        var candidate: Int?
        for index in first..<max(first, end) {
            let byte = body[index]
            if byte == UInt8(ascii: "<"), case .page = tag(at: index) { break }
            guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["), beginsJSON(at: index) else { continue }
            // In ASCII, each closing bracket is two after its opening one.
            let isComplete = last == byte &+ 2
            if isAtLineStart(index), isComplete || !isWhole { return index }
            if isComplete, isWhole, candidate == nil { candidate = index }
        }
        return candidate
    }

    /// Whether the body begins with a JSON value, a comment, or a field of an event stream.
    private var beginsOtherwise: Bool {
        switch Unicode.Scalar(byte(at: first)) {
        case "\0"..." ", "{", "[", "\"", "'", "/", "+", "-", ".", "0"..."9": return true
        default: break
        }
        let words: [StaticString] = ["true", "false", "null", "NaN", "Infinity", "data:", "event:"]
        return words.contains { hasPrefix($0, at: first) }
    }

    /// Returns whether a bracket is followed by a string, another value, or the closing bracket.
    private func beginsJSON(at index: Int) -> Bool {
        let next = byte(at: skippingSpace(from: index + 1))
        if body[index] == UInt8(ascii: "{") { return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}") }
        return "\"-0123456789[{]tfn".utf8.contains(next)
    }

    /// Returns whether only whitespace is between an index and the end of a line, or of a tag, before it.
    private func isAtLineStart(_ index: Int) -> Bool {
        var index = index
        while index > first, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(body[index - 1]) { index -= 1 }
        guard index > first else { return true }
        return [.lineFeed, .carriageReturn, UInt8(ascii: ">")].contains(body[index - 1])
    }
}

// MARK: - XML

extension DocumentFinder {
    private enum Tag {
        /// An element of HTML in running text.
        case inline
        /// An element that only a page in HTML has.
        case page
        /// Any other element.
        case root
        /// No start tag.
        case none
    }

    /// The index of the XML declaration, the document type, or the root element.
    var startOfXML: Int? {
        if isElementOfHTML { return nil }
        // Comments and processing instructions before the root element belong to the document.
        var isProlog = true
        var index = first
        while index < end {
            guard body[index] == UInt8(ascii: "<") else {
                if !body[index].isWhitespace { isProlog = false }
                index += 1
                continue
            }
            if hasPrefix("<?xml", at: index), byte(at: index + 5).isWhitespace { return index == mark ? nil : index }
            if hasPrefix("<!--", at: index) {
                guard let next = end(of: "-->", from: index) else { return nil }
                index = next
                continue
            }
            if hasPrefix("<?", at: index) {
                guard let next = end(of: "?>", from: index) else { return nil }
                index = next
                continue
            }
            switch tag(at: index) {
            case .page: return nil
            case .root: return isProlog || isWhole && last != UInt8(ascii: ">") ? nil : index
            case .inline, .none: isProlog = false
            }
            index += 1
        }
        return nil
    }

    /// Whether the body is one element with a name of HTML, and not text with elements in it.
    private var isElementOfHTML: Bool {
        guard case .inline = tag(at: first) else { return false }
        let name = name(at: first + 1)
        var end = body.count
        while end > first, body[end - 1].isWhitespace { end -= 1 }
        let start = end - name.utf8.count - 3
        return start > first && body[start..<end].elementsEqual("</\(name)>".utf8)
    }

    private func end(of text: StaticString, from index: Int) -> Int? {
        body[index...].firstRange(of: "\(text)".utf8)?.upperBound
    }

    /// Classifies the start tag or document type at an index.
    private func tag(at index: Int) -> Tag {
        guard byte(at: index) == UInt8(ascii: "<") else { return .none }
        if byte(at: index + 1) == UInt8(ascii: "!") {
            let type = String(decoding: body[index..<min(index + 10, body.count)], as: UTF8.self)
            guard type.uppercased() == "<!DOCTYPE " else { return .none }
            return name(at: skippingSpace(from: index + 10)).lowercased() == "html" ? .page : .root
        }
        let name = name(at: index + 1)
        let next = byte(at: index + 1 + name.utf8.count)
        guard !name.isEmpty, next.isWhitespace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else {
            return .none
        }
        let lowercased = name.lowercased()
        if Self.pageElements.contains(lowercased) { return .page }
        return Self.inlineElements.contains(lowercased) ? .inline : .root
    }

    /// The length of the longest name that is compared.
    private static var maxName: Int { 64 }

    /// Returns the name at an index, up to a length that no element of HTML has; empty if there is none.
    private func name(at index: Int) -> String {
        var end = index
        while end < min(body.count, index + Self.maxName), Self.isName(body[end], isFirst: end == index) { end += 1 }
        return String(decoding: body[min(index, end)..<end], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9", "-", ".", ":": !isFirst
        default: false
        }
    }

    private static let pageElements: Set = ["html", "head", "body", "title", "meta", "script", "style", "link", "base"]

    private static let inlineElements: Set = [
        "a", "abbr", "article", "aside", "b", "big", "blockquote", "br", "button", "center", "code", "dd", "div", "dl",
        "dt", "em", "fieldset", "font", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i",
        "iframe", "img", "input", "label", "li", "main", "nav", "ol", "p", "pre", "s", "section", "select", "small",
        "span", "strong", "sub", "sup", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "tt", "u",
        "ul",
    ]
}
