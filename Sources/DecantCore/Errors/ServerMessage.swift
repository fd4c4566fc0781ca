/// A search for the server's message in the body of a response with a bad status.
///
/// The search runs only when an error is printed. Each format supplies two closures over its values. A body that was
/// not decoded is scanned without a decoder, up to ``reach`` bytes and without recursion.
package struct ServerMessage {
    /// The maximum number of bytes to scan.
    package static let reach = 16_384

    /// The maximum number of names to read at a path.
    package static let maxNames = 256

    /// The members that hold a message, in order of preference, in lowercase without separators.
    ///
    /// Of the first ``joinedCount``, the first two that differ are joined.
    private static let members = [
        "title", "faultstring", "detail", "errordescription", "message", "reason", "error", "msg", "errormessage",
        "errormsg", "errmsg", "errorsummary", "statusmessage", "usermessage", "description", "info", "details",
        "errors", "errormessages", "messages", "nonfielderrors", "text", "value",
    ]

    private static let joinedCount = 7

    /// The paths of the objects that have these members, in order of preference.
    private static let objects = [
        [], ["error"], ["errors", "0"], ["0"], ["0", "error"], ["error", "message"], ["odataerror", "message"],
        ["detail", "0"], ["message"], ["body", "fault"], ["head"],
    ]

    /// The members whose members are fields of a form with messages.
    private static let forms = ["errors", "message", "error", "detail"]

    private let names: ([String]) -> [String]
    private let text: ([String]) -> String?

    /// Creates a search in a decoded value.
    ///
    /// - Parameters:
    ///   - names: A closure that returns up to ``maxNames`` names of the object at a path of names and indices.
    ///   - text: A closure that returns the string at a path.
    package init(names: @escaping ([String]) -> [String], text: @escaping ([String]) -> String?) {
        self.names = names
        self.text = text
    }

    /// The message, or an empty string.
    package var summary: String {
        if let text = string([]) { return text }
        let known = Self.objects.lazy.compactMap { existingPath($0) }.compactMap { message(in: $0) }
        if let message = known.first ?? Self.forms.lazy.compactMap({ fieldMessage($0) }).first { return message }
        let top = names([]).prefix(16)
        let nested = top.lazy.flatMap { [[$0], [$0, "error"], [$0, "errors", "0"]] }.compactMap { message(in: $0) }
        if let message = nested.first { return message }
        if let (name, text) = top.lazy.compactMap({ name in string([name, "0"]).map { (name, $0) } }).first,
            Self.isSentence(text)
        {
            return "\(name): \(text)"
        }
        let texts = top.compactMap { string([$0]) }
        return texts.first(where: Self.isSentence) ?? (top.count == 1 ? texts.first : nil) ?? string(["0"]) ?? ""
    }

    /// Returns the message in the members of an object.
    private func message(in path: [String]) -> String? {
        let named = Dictionary(names(path).map { (Self.normalized($0), $0) }) { first, _ in first }
        let texts = Self.members.lazy.compactMap { member in named[member].flatMap { listed(path + [$0]) } }
        guard let first = texts.first else { return nil }
        let joined = Self.members.prefix(Self.joinedCount).compactMap { member in
            named[member].flatMap { listed(path + [$0]) }
        }
        return joined.count > 1 && joined[1] != first ? "\(first): \(joined[1])" : first
    }

    /// Returns the first message about a field, with the name of the field.
    private func fieldMessage(_ form: String) -> String? {
        guard let path = existingPath([form]) else { return nil }
        let messages = names(path).lazy.compactMap { name in listed(path + [name]).map { "\(name): \($0)" } }
        return messages.first
    }

    /// Returns the string at a path, or the first string of a list.
    private func listed(_ path: [String]) -> String? { string(path) ?? string(path + ["0"]) }

    private func string(_ path: [String]) -> String? {
        text(path).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Returns a path with the names as they are written, or nil if a name does not exist.
    private func existingPath(_ path: [String]) -> [String]? {
        var result: [String] = []
        for name in path {
            guard let written = name == "0" ? name : names(result).first(where: { Self.normalized($0) == name }) else {
                return nil
            }
            result.append(written)
        }
        return result
    }

    private static func normalized(_ name: String) -> String {
        String(name.prefix(32).lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." })
    }

    /// Returns whether a text looks like words, and not like an identifier or a date.
    private static func isSentence(_ text: String) -> Bool {
        guard text.first?.isLetter == true, let space = text.firstIndex(of: " ") else { return false }
        return text[space...].dropFirst().first?.isLetter == true
    }
}

extension ServerMessage {
    /// Returns the message in a JSON body that was not decoded, if it looks like an error; otherwise, an empty string.
    static func fault(in body: ResponseBytes) -> String {
        var scanner = MemberScanner(Array(body.prefix(reach)))
        scanner.scan()
        let (names, strings) = (scanner.names, scanner.strings)
        let isFault =
            strings[["type"]] == "error" || strings[["status"]] == "error"
            || faultNames.contains { strings[[$0]] != nil || strings[[$0, "0"]] != nil || names[[$0]] != nil }
            || names[["errors", "0"]] != nil
        return isFault ? ServerMessage(names: { names[$0] ?? [] }, text: { strings[$0] }).summary : ""
    }

    /// The members that make an object an error.
    private static let faultNames = ["error", "errors", "message", "detail", "error_description", "errorMessage"]

    /// Returns the message in a body that was not decoded, the title of an HTML page, or the first line of plain text.
    package static func summary(of body: ResponseBytes, mediaType: ResponseMediaType?) -> String {
        let bytes = Array((body.hasUTF8Mark ? body.dropFirst(3) : body).prefix(reach))
        let start = bytes.drop(while: \.isBlank)
        guard let first = start.first, !bytes.contains(0) else { return "" }
        switch BodySignature(body) {
        case .binary, .compressed: return ""
        case .html: return title(of: bytes)
        default: break
        }
        let next = start.dropFirst().first ?? .space
        guard first != UInt8(ascii: "<") || !next.isMarkup else {
            let names = ["message", "faultstring", "text", "detail", "title", "error"]
            return names.lazy.map { content(of: $0, in: bytes) }.first { !$0.isEmpty } ?? ""
        }
        if [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first) {
            var scanner = MemberScanner(bytes)
            scanner.scan()
            let (names, strings) = (scanner.names, scanner.strings)
            let summary = ServerMessage(names: { names[$0] ?? [] }, text: { strings[$0] }).summary
            if !summary.isEmpty { return summary }
        }
        guard mediaType == nil || mediaType?.type == "text", mediaType?.subtype != "html" else { return "" }
        let line = start.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Returns the message in a decoded text.
    static func summary(of text: String) -> String {
        summary(of: ResponseBytes(Array(text.utf8.prefix(reach)).elementSpan), mediaType: nil)
    }

    /// Returns the title of an HTML page, or else its heading; often the best description, such as “502 Bad Gateway”.
    static func title(of body: some Collection<UInt8>) -> String {
        let bytes = Array(body.prefix(reach))
        let title = content(of: "title", in: bytes)
        return title.isEmpty ? content(of: "h1", in: bytes) : title
    }

    /// Returns the text of the first element with a name, ignoring case and a prefix, up to the next tag.
    private static func content(of element: String, in bytes: [UInt8]) -> String {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...].dropFirst()
            let tag = rest.prefix(64).prefix { !$0.isBlank && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            let local = tag.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? tag
            guard local.map({ $0 | .letterCase }).elementsEqual(element.utf8.map { $0 | .letterCase }) else { continue }
            guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return "" }
            rest = rest[close...].dropFirst()
            let content = String(decoding: rest.prefix { $0 != UInt8(ascii: "<") }, as: UTF8.self)
            let text = entities.reduce(content) { $0.replacing($1.key, with: $1.value) }
            let words = text.split(whereSeparator: \.isWhitespace)
            if !words.isEmpty { return words.joined(separator: " ") }
        }
        return ""
    }

    /// The entities that titles have, with the ampersand last.
    private static let entities: KeyValuePairs = [
        "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " ", "&ndash;": "–", "&mdash;": "—",
        "&middot;": "·", "&amp;": "&",
    ]
}

extension UInt8 {
    /// Whether the byte may follow the `<` of a tag, a comment, or a declaration.
    fileprivate var isMarkup: Bool {
        self == UInt8(ascii: "!") || self == UInt8(ascii: "?")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | .letterCase)
    }

    fileprivate var isBlank: Bool { self == .space || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(self) }
}

/// A scanner that collects the strings near the root of a JSON text, which may be malformed or truncated.
private struct MemberScanner {
    /// The maximum depth of strings to keep, which reaches `errors[0].message`.
    private static let depth = 3

    /// The first string at each path of names and indices.
    private(set) var strings: [[String]: String] = [:]

    /// The names of each object, by its path.
    private(set) var names: [[String]: [String]] = [:]

    private var nameCount = 0

    private let bytes: [UInt8]
    private var index = 0
    /// Whether each open container is an object, outermost first.
    private var isObject: [Bool] = []
    /// The names and indices of the open containers, down to the maximum depth.
    private var path: [String] = []
    private var expectsName = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan() {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "{"): open(object: true)
            case UInt8(ascii: "["): open(object: false)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard isObject.popLast() != nil, !isObject.isEmpty else { return }
                if isObject.count < Self.depth { path.removeLast() }
                expectsName = false
            case UInt8(ascii: ","):
                guard let isObject = isObject.last else { return }
                expectsName = isObject
                if !isObject { name("") }
            case UInt8(ascii: "\""):
                guard let end = endOfString() else { return }
                recordString(index..<end)
                index = end + 1
            default: break
            }
        }
    }

    private mutating func open(object: Bool) {
        isObject.append(object)
        if isObject.count <= Self.depth { path.append(object ? "" : "0") }
        expectsName = object
    }

    private mutating func name(_ name: String) {
        if isObject.count <= Self.depth, !path.isEmpty { path[path.count - 1] = name }
    }

    private mutating func recordString(_ range: Range<Int>) {
        guard isObject.count <= Self.depth else {
            expectsName = false
            return
        }
        if expectsName {
            let text = text(range)
            nameCount += 1
            if nameCount <= ServerMessage.maxNames { names[Array(path.dropLast()), default: []].append(text) }
            name(text)
            expectsName = false
        } else if strings.count < 256, strings[path] == nil {
            strings[path] = text(range)
        }
    }

    /// Returns the index of the quotation mark that ends the string.
    private func endOfString() -> Int? {
        var end = index
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return end < bytes.count ? end : nil
    }

    /// Returns the unescaped content of a string.
    private func text(_ range: Range<Int>) -> String {
        var rest = bytes[range].prefix(1024)
        guard rest.contains(UInt8(ascii: "\\")) else { return String(decoding: rest, as: UTF8.self) }
        var units: [UInt16] = []
        while let slash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units += String(decoding: rest[..<slash], as: UTF8.self).utf16
            rest = rest[slash...].dropFirst()
            guard let escape = rest.popFirst() else { break }
            switch escape {
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
                units.append(UInt16(UInt8.space))
            case UInt8(ascii: "u"):
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            default: units.append(UInt16(escape))
            }
        }
        units += String(decoding: rest, as: UTF8.self).utf16
        return String(decoding: units, as: UTF16.self)
    }
}

/// A decoded error body with a one-line summary.
package protocol ErrorSummarizing {
    /// The message of the server; it is shortened and made printable before it is shown.
    var errorSummary: String { get }
}
