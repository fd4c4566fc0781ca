/// A search for the server's message in the body of a response with a bad status, without a decoder.
///
/// The search runs only when an error is printed. It reads at most ``reach`` bytes and does not recurse.
package enum ServerMessage {
    /// The maximum number of bytes to read.
    private static let reach = 16_384

    /// Returns the message in the members that error bodies commonly have, or an empty string.
    ///
    /// The message consists of the first two of `title`, `detail`, `error_description`, `message`, and `error` that
    /// differ; without them, it is `error.message`, `errors[0].message`, or the body itself if it is a string.
    ///
    /// - Parameter text: A closure that returns the string at a path of names and indices.
    package static func summary(_ text: ([String]) -> String?) -> String {
        let told = ["title", "detail", "error_description", "message", "error"]
            .compactMap { text([$0]) }.filter { !$0.isEmpty }
        if let first = told.first { return told.count > 1 && told[1] != first ? "\(first): \(told[1])" : first }
        let nested = [["error", "message"], ["errors", "0", "message"], []].compactMap(text)
        return nested.first { !$0.isEmpty } ?? ""
    }

    /// Returns the message of a common JSON shape, or the first nonempty line of plain text.
    static func summary(of body: ResponseBytes, mediaType: ResponseMediaType?) -> String {
        let bytes = Array(body.prefix(reach))
        guard let first = bytes.first(where: { !$0.isBlank }), first != UInt8(ascii: "<"), !bytes.contains(0) else {
            return ""
        }
        if case .binary = BodySignature(body) { return "" }
        if case .compressed = BodySignature(body) { return "" }
        if [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first) {
            var scanner = MemberScanner(bytes)
            scanner.scan()
            let summary = summary { scanner.strings[$0] }
            if !summary.isEmpty { return summary }
        }
        // For a page, the hint shows its title instead.
        guard mediaType == nil || mediaType?.type == "text", mediaType?.subtype != "html" else { return "" }
        let start = bytes.drop(while: \.isBlank)
        let line = start.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == .space || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(self) }
}

/// A scanner that collects the strings near the root of a JSON text, which may be malformed or truncated.
private struct MemberScanner {
    /// The maximum depth of strings to keep, which reaches `errors[0].message`.
    private static let depth = 3

    /// The first string at each path of names and indices.
    private(set) var strings: [[String]: String] = [:]

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
                take(index..<end)
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

    private mutating func take(_ range: Range<Int>) {
        guard isObject.count <= Self.depth else {
            expectsName = false
            return
        }
        if expectsName {
            name(text(range))
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
public protocol ErrorSummarizing {
    /// The message of the server; it is shortened and made printable before it is shown.
    var errorSummary: String { get }
}
