internal import DecantCore
internal import DecantJSON
internal import DecantText

/// A body whose values are hidden.
///
/// JSON, XML, property lists, event streams, forms, and multipart bodies keep their structure, images their format and
/// their size. Other text becomes letters with the same lines, and other bytes become zeros.
struct HiddenBody {
    /// The kinds of bodies that keep their structure.
    enum Format {
        case json, jsonStream, markup, propertyList, events, form, image, text, unknown
        case multipart(boundary: String)
    }

    /// The maximum number of multipart bodies around a part.
    private static let maxLevel = 4

    private(set) var bytes: [UInt8]

    /// Whether the body is text in UTF-8 regardless of the charset in the head.
    private(set) var isText: Bool

    /// The media type of an image that became a PNG.
    private(set) var convertedType: String?

    private let placeholders: Placeholders

    /// Hides all values of a body without content codings.
    init(_ body: ResponseBytes, isText: Bool, of context: ResponseContext, _ placeholders: Placeholders) {
        self.placeholders = placeholders
        (bytes, self.isText) = Self.text(of: body, isText: isText, context)
        let type = context.mediaType
        let isLossy = isText && type.map(HARContent.isBinary) == true
        if !isLossy, !isText || type?.type == "image", let image = HiddenImage(like: body.array) {
            bytes = image.bytes
            self.isText = false
            convertedType = image.isConverted ? type?.essence ?? image.format.rawValue : nil
            return
        }
        let format = isLossy ? .text : Self.format(of: type, bytes)
        hide(bytes.indices, format, 0)
    }

    /// Returns a body in UTF-8, and whether it is valid text.
    static func text(of body: ResponseBytes, isText: Bool, _ context: ResponseContext) -> ([UInt8], Bool) {
        let isList = body.starts(with: "bplist".utf8)
        if isText || isList { return (body.array, isText && !isList) }
        if !body.contains(0), String(validUTF8: body) != nil { return (body.array, true) }
        guard context.mediaType.map(HARContent.isBinary) != true else { return (Array(body), false) }
        var decoding = DecodingContext(context)
        let isPropertyList = context.mediaType?.subtype.contains("plist") ?? false
        let format = isPropertyList ? .xml : TextFormat(context.mediaType)
        let decoded = try? DecodedText.decode(body, in: &decoding, format: format)
        guard let decoded, decoded.charset != .utf8, String(validUTF8: decoded.body) != nil else {
            return (Array(body), false)
        }
        return (Array(decoded.body), true)
    }
}

// MARK: - Formats

extension HiddenBody {
    private static let lines: Set<String> = [
        "x-ndjson", "jsonl", "ndjson", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines", "stream+json", "json-seq",
    ]

    /// Returns the format for a media type, or for the first bytes.
    private static func format(of type: ResponseMediaType?, _ text: [UInt8]) -> Format {
        if text.starts(with: "bplist".utf8) { return .propertyList }
        guard let type else { return format(by: text) }
        let (subtype, suffix) = (type.subtype, type.suffix)
        switch type.essence {
        case "text/event-stream": return .events
        case "application/x-www-form-urlencoded": return .form
        default: break
        }
        if type.type == "multipart" { return .multipart(boundary: type["boundary"] ?? "") }
        if lines.contains(subtype) || suffix == "json-seq" { return .jsonStream }
        if subtype.contains("plist") { return .propertyList }
        let isMarked = subtype == "xml" || suffix == "xml"
        if isMarked || JSON.Options.mediaTypes.contains(where: { $0.matches(type) }) {
            // A page of HTML in place of JSON keeps its elements.
            let sniffed = format(by: text)
            if case .unknown = sniffed { return isMarked ? .markup : .json }
            return sniffed
        }
        return type.type == "text" ? .text : format(by: text)
    }

    private static func format(by text: [UInt8]) -> Format {
        let first = text.first { !$0.isWhitespace && ![0xEF, 0xBB, 0xBF].contains($0) }
        return switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): .json
        case UInt8(ascii: "<"): .markup
        default: .unknown
        }
    }

    /// Hides a part of the body.
    private mutating func hide(_ range: Range<Int>, _ format: Format, _ level: Int) {
        switch format {
        case .json:
            let isValid = (try? JSON(parsing: bytes[range])) != nil
            HiddenTokens(placeholders, keepsNames: isValid).hide(range, in: &bytes)
        case .jsonStream: HiddenTokens(placeholders).hide(range, in: &bytes)
        case .markup: hideMarkup(range, isPropertyList: false)
        case .propertyList: hidePropertyList(range)
        case .events: hideEvents(range)
        case .form: HiddenURL(placeholders).hideItems(range, in: &bytes)
        case .multipart(let boundary) where level < Self.maxLevel && !boundary.isEmpty:
            hideParts(range, boundary, level)
        case .text: fill(range, isText: true)
        case .image, .multipart, .unknown: fill(range)
        }
    }

    private mutating func hideMarkup(_ range: Range<Int>, isPropertyList: Bool) {
        var markup = HiddenMarkup(placeholders, range, isPropertyList: isPropertyList)
        markup.hide(in: &bytes)
    }

    private mutating func hidePropertyList(_ range: Range<Int>) {
        if bytes[range].starts(with: "bplist".utf8) {
            guard let list = HiddenPropertyList(placeholders, range, in: bytes) else {
                for index in range.dropFirst(8) { bytes[index] = 0 }
                return
            }
            return list.hide(in: &bytes)
        }
        if case .markup = Self.format(by: Array(bytes[range].prefix(100))), !isOpenStepData(range) {
            return hideMarkup(range, isPropertyList: true)
        }
        HiddenTokens(placeholders, isOpenStep: true).hide(range, in: &bytes)
    }

    private func isOpenStepData(_ range: Range<Int>) -> Bool {
        let next = bytes[range].drop { $0 != UInt8(ascii: "<") }.dropFirst().first
        return next.map { $0.isHexDigit || $0 == UInt8(ascii: "*") } ?? false
    }

    /// Fills a part with letters, or with zeros if it is not text; line ends and the spaces before lines stay.
    ///
    /// - Parameter isText: Whether a part that is not valid is malformed text.
    private mutating func fill(_ range: Range<Int>, isText isLabeled: Bool = false) {
        guard isText || isLabeled || String(validUTF8: ResponseBytes(bytes[range])) != nil else {
            for index in range { bytes[index] = 0 }
            return
        }
        var isIndented = true
        var index = range.lowerBound
        var text = bytes.mutableElementSpan
        while index < range.upperBound {
            let byte = text[index]
            let length = byte < 0x80 ? 1 : ScalarText.length(at: index, before: range.upperBound, in: text.span)
            let isReplacement = byte == 0xEF && length == 3 && text[index + 1] == 0xBF && text[index + 2] == 0xBD
            if byte.isLineEnd {
                isIndented = true
            } else if length == 0 {
                text[index] = 0xFF
            } else if !isReplacement, !isIndented || !byte.isOptionalWhitespace {
                isIndented = false
                for next in index..<index + length { text[next] = UInt8(ascii: "x") }
            }
            index += max(1, length)
        }
    }

    // MARK: - Streams

    /// Hides the values of the fields of events (WHATWG HTML §9.2.6); the types of events stay if they are words.
    private mutating func hideEvents(_ range: Range<Int>) {
        forEachLine(range) { line, body in
            let colon = body.bytes[line].firstIndex(of: UInt8(ascii: ":")) ?? line.upperBound
            var start = min(colon + 1, line.upperBound)
            if start < line.upperBound, body.bytes[start] == UInt8(ascii: " ") { start += 1 }
            let value = start..<line.upperBound
            switch String(decoding: body.bytes[line.lowerBound..<colon], as: UTF8.self) {
            case "event" where OrdinaryName.matches(value, in: body.bytes), "retry": break
            case "data" where !value.isEmpty && ValueClass.isKeyword(value, in: body.bytes): break
            case "data": HiddenTokens(body.placeholders).hide(value, in: &body.bytes)
            case "id", "event": body.placeholders.hide(value, in: &body.bytes)
            default: HiddenTokens(body.placeholders, keepsNames: false).hide(line, in: &body.bytes)
            }
        }
    }

    private mutating func forEachLine(_ range: Range<Int>, _ receive: (Range<Int>, inout HiddenBody) -> Void) {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, !bytes[end].isLineEnd { end += 1 }
            receive(start..<end, &self)
            start = end + 1
        }
    }

    // MARK: - Multipart

    /// Hides the parts of a multipart body (RFC 2046 §5.1).
    private mutating func hideParts(_ range: Range<Int>, _ boundary: String, _ level: Int) {
        let delimiter = Array("--\(boundary)".utf8)
        var (start, isPart) = (range.lowerBound, false)
        var parts: [Range<Int>] = []
        forEachLine(range) { line, body in
            guard body.bytes[line].starts(with: delimiter) else { return }
            if isPart { parts.append(start..<line.lowerBound) } else { body.fill(start..<line.lowerBound) }
            isPart = !body.bytes[line].dropFirst(delimiter.count).starts(with: "--".utf8)
            start = line.lowerBound + delimiter.count
            body.fill(min(start + 2, line.upperBound)..<line.upperBound)
            start = line.upperBound
        }
        if isPart { parts.append(start..<range.upperBound) } else { fill(start..<range.upperBound) }
        for part in parts { hideMessage(part, level) }
    }

    /// Hides the fields and the body of a part.
    private mutating func hideMessage(_ range: Range<Int>, _ level: Int) {
        var start = range.lowerBound
        var type: ResponseMediaType?
        var isFirst = true
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            let line = start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
            start = min(end + 1, range.upperBound)
            if line.isEmpty, !isFirst { break }
            defer { isFirst = false }
            guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")), !bytes[line].starts(with: "HTTP/".utf8)
            else {
                continue
            }
            let name = String(decoding: bytes[line.lowerBound..<colon], as: UTF8.self)
            let value = String(decoding: bytes[(colon + 1)..<line.upperBound], as: UTF8.self)
            if name.lowercased() == "content-type" { type = ResponseMediaType(parsing: value) }
            let hidden = Array(HiddenFields(placeholders).hidden(value, of: name).utf8)
            if hidden.count == line.upperBound - colon - 1 {
                bytes.replaceSubrange((colon + 1)..<line.upperBound, with: hidden)
            } else {
                fill((colon + 1)..<line.upperBound)
            }
        }
        guard start < range.upperBound else { return }
        if type?.essence == "application/http" { return hideMessage(start..<range.upperBound, Self.maxLevel) }
        let content = start..<range.upperBound
        hide(content, type.map { Self.format(of: $0, Array(bytes[content].prefix(100))) } ?? .text, level + 1)
    }
}
