/// A call of a function around JSON (JSONP), as a page loads it with a script element: `callback({"a": 1});`.
///
/// Comments before the call, tests that the function exists (`typeof f === 'function' && f(…)`), and a missing
/// semicolon are accepted. The argument is not parsed.
struct JSONPCall {
    /// The function as written, such as `jQuery.callbacks[0]`.
    let name: String

    /// The range of the argument in the body.
    let argument: Range<Int>

    /// Finds a call that the whole body consists of; nil in any other body.
    init?(_ body: ResponseBytes) {
        var reader = ScriptReader(body)
        guard let name = reader.parseCallee(), let end = reader.endOfArgument else { return nil }
        self.name = String(decoding: body[name], as: UTF8.self)
        argument = reader.position..<end
    }
}

/// A reader of the part of ECMAScript that encloses the argument of a call.
private struct ScriptReader {
    /// The maximum number of conditions before a call.
    private static let maxConditions = 4

    private let body: ResponseBytes
    private(set) var position: Int

    init(_ body: ResponseBytes) {
        self.body = body
        position = body.hasUTF8Mark ? 3 : 0
    }

    private var next: UInt8 { position < body.count ? body[position] : 0 }

    /// Consumes the name of a function and its opening parenthesis, and the conditions before it.
    mutating func parseCallee() -> Range<Int>? {
        skipTrivia()
        while next == UInt8(ascii: ";") {
            position += 1
            skipTrivia()
        }
        for _ in 0...Self.maxConditions {
            guard var name = parseName() else { return nil }
            if body[name].elementsEqual("typeof".utf8) {
                skipTrivia()
                guard let tested = parseName(), consume("==") else { return nil }
                name = tested
                if next == UInt8(ascii: "=") { position += 1 }
                guard parseString() else { return nil }
            }
            skipTrivia()
            if next == UInt8(ascii: "(") {
                position += 1
                return name
            }
            guard consume("&&") else { return nil }
            skipTrivia()
        }
        return nil
    }

    /// Consumes the name of a function: identifiers with points, and brackets with anything but parentheses.
    private mutating func parseName() -> Range<Int>? {
        let start = position
        guard Self.isNameStart(next) else { return nil }
        while Self.isNamePart(next) || next == UInt8(ascii: "[") {
            if next == UInt8(ascii: "[") {
                while position < body.count, next != UInt8(ascii: "]") {
                    guard next != UInt8(ascii: "("), next != UInt8(ascii: ")"), next != .lineFeed else { return nil }
                    position += 1
                }
            }
            guard position < body.count else { return nil }
            position += 1
        }
        return start..<position
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "_", "$": true
        default: !UTF8.isASCII(byte)
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || byte == UInt8(ascii: ".") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    /// Consumes a string in either kind of quotation marks, without escapes.
    private mutating func parseString() -> Bool {
        skipTrivia()
        let quote = next
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return false }
        position += 1
        while position < body.count, next != quote { position += 1 }
        position += 1
        return position <= body.count
    }

    /// Consumes an operator of two characters, and the whitespace before it.
    private mutating func consume(_ text: StaticString) -> Bool {
        skipTrivia()
        let characters = "\(text)".utf8
        guard body.dropFirst(position).starts(with: characters) else { return false }
        position += characters.count
        return true
    }

    /// Skips whitespace and comments.
    private mutating func skipTrivia() {
        while position < body.count {
            if next.isWhitespace {
                position += 1
            } else if next == UInt8(ascii: "/"), position + 1 < body.count, body[position + 1] == UInt8(ascii: "*") {
                position += 2
                while position + 1 < body.count, next != UInt8(ascii: "*") || body[position + 1] != UInt8(ascii: "/") {
                    position += 1
                }
                position = min(position + 2, body.count)
            } else {
                return
            }
        }
    }

    /// The index of the parenthesis that ends the body, except for semicolons and whitespace after it.
    var endOfArgument: Int? {
        var end = body.count
        while end > position, body[end - 1].isWhitespace || body[end - 1] == UInt8(ascii: ";") { end -= 1 }
        return end > position && body[end - 1] == UInt8(ascii: ")") ? end - 1 : nil
    }
}

/// The prefixes that servers add to JSON to make it an invalid script.
enum XSSIPrefix {
    /// The known prefixes; valid JSON begins with none of them.
    ///
    /// The whitespace and line ends after a prefix belong to it.
    private static let spellings: [[UInt8]] = [
        ")]}',", ")]}'", ")]}", "while(1);", "while (1);", "for(;;);", "for (;;);", "throw 1;", "{}&&", "{} &&",
        "&&&START&&&", "/*-secure-",
    ].map { Array($0.utf8) }

    /// Returns the length of the prefixes at the start of a body.
    ///
    /// - Parameter body: The bytes, after any byte-order mark.
    /// - Returns: The number of bytes of the prefixes and the whitespace after them; 0 without a prefix.
    static func length(in body: ResponseBytes) -> Int {
        var position = 0
        while let spelling = spellings.first(where: { body.dropFirst(position).hasPrefix($0) }) {
            position += spelling.count
            while position < body.count, body[position].isWhitespace { position += 1 }
        }
        return position
    }
}
