import DecantCore
import DecantDocument
import DecantText

/// The reason that the scanner stopped, and its description.
///
/// Created only for invalid text.
struct JSONScanFailure {
    let expected: JSONExpectation
    let options: JSONScanOptions
    let partial: PartialJSONDocument

    /// The position at which the scanner stopped.
    let position: Int

    /// The line of the position, if the scanner has counted it.
    ///
    /// Text accepted by a quirk may have uncounted line ends.
    private let line: Int?

    init(
        _ expected: JSONExpectation,
        _ summary: JSONScanSummary,
        _ partial: FlatDocument,
        _ options: JSONScanOptions
    ) {
        self.expected = expected
        self.options = options
        let isCounted = expected != .nodes && summary.quirksNeeded.isEmpty
        line = isCounted ? summary.line : nil
        let isLimited = expected == .nodes
        position = isLimited ? partial[min(options.nodeLimit, partial.count - 1)].offset : summary.state.position
        self.partial = PartialJSONDocument(
            document: partial,
            parent: summary.state.parent == JSONScanState.noParent ? nil : summary.state.parent,
            members: summary.state.members
        )
    }

    var body: ResponseBytes { partial.document.body }

    /// The error to throw.
    var error: ResponseError {
        let fault = fault
        let offset = fault.position ?? position
        let site = partial.document.site(of: offset, line: line)
        var hint = fault.hint
        if fault.code == .invalidText, let reason = hint {
            hint = LikelyCharset.hint(reason, for: body, malformedAt: offset)
        }
        var error = ResponseError(fault.code, fault.message, at: site, path: path, limit: fault.limit, hint: hint)
        error.details.isCut = offset >= body.count
        return error
    }

    /// The last character before the error that is not whitespace; zero at the start of the text.
    var previous: UInt8 {
        var index = position - 1
        while index >= 0, body[index].isSpaceOrControl { index -= 1 }
        return index >= 0 ? body[index] : 0
    }

    /// The path to the value that was about to be read, or to the container that was about to continue.
    private var path: [CodingPathComponent] {
        switch expected {
        case .value, .string, .digit, .leadingZero, .numberLength, .depth: partial.path(toValue: true)
        case .member, .colon, .commaOrEnd, .name: partial.path(toValue: false)
        case .nodes: []
        }
    }
}

/// A description of an error in a text, with its position.
struct JSONFault {
    var code = ResponseError.Code.malformedBody
    var message: String
    var hint: Hint?
    var limit: Limits.Name?

    /// The position of the error, if it differs from the position where the scanner stopped.
    var position: Int?

    init(_ message: String, hint: Hint? = nil) {
        self.message = message
        self.hint = hint
    }

    init(exceeding limit: Limits.Name, _ message: String) {
        code = .limitExceeded
        self.message = message
        self.limit = limit
    }

    init(invalidText message: String) {
        code = .invalidText
        self.message = message
        hint = Hint(nil, .replacement)
    }
}

extension JSONScanFailure {
    /// The error, with the quirk that would accept the text.
    var fault: JSONFault {
        var fault = faultOfToken
        if fault.hint == nil, fault.code == .malformedBody { fault.hint = lexicalHint }
        return fault
    }

    /// The quirk that accepts the whitespace, the number, or the escape at the error.
    private var lexicalHint: Hint? {
        let before = position > 0 ? body[position - 1] : 0
        switch expected {
        case .value, .member, .colon, .commaOrEnd:
            if partial.document.bytes(upTo: body.count).foreignSpace(at: position) != nil {
                return Self.hint(for: "whitespace")
            }
            let isHexadecimal = before == UInt8(ascii: "0") && !isAtEnd && byte.lowercased == UInt8(ascii: "x")
            return isHexadecimal ? Self.hint(for: "numberForms") : nil
        case .digit where !isAtEnd && word == "Infinity": return Self.hint(for: "nonFiniteNumbers")
        case .digit where before == UInt8(ascii: ".") || (!isAtEnd && byte == UInt8(ascii: ".")):
            return Self.hint(for: "numberForms")
        case .name, .string:
            if !isAtEnd, byte < UInt8(ascii: " ") { return Self.hint(for: "controlCharacters") }
            guard position + 1 < body.count, byte == UInt8(ascii: "\\") else { return nil }
            // JSON5 accepts a backslash before any character but these.
            let next = body[position + 1]
            return next == UInt8(ascii: "u") || next &- UInt8(ascii: "1") < 9 ? nil : Self.hint(for: "escapes")
        default: return nil
        }
    }

    /// The error, determined by the token that the scanner was about to read.
    private var faultOfToken: JSONFault {
        switch expected {
        case .depth:
            JSONFault(exceeding: .jsonDepth, "arrays and objects are nested more than \(options.depthLimit) deep")
        case .numberLength:
            JSONFault(exceeding: .jsonNumberBytes, "a number has more than \(options.numberLimit.counted("byte"))")
        case .nodes:
            JSONFault(exceeding: .jsonNodes, "the text has more than \(options.nodeLimit) values and names")
        case .name, .string: stringFault
        default: isAtEnd ? endFault : invalidTextFault ?? grammarFault
        }
    }

    private var isAtEnd: Bool { position == body.count }

    var byte: UInt8 { body[position] }

    private var grammarFault: JSONFault {
        switch expected {
        case .member: commentFault ?? memberFault
        case .colon: commentFault ?? JSONFault("expected a colon after the name, but found \(found)")
        case .commaOrEnd: commentFault ?? separatorFault
        case .digit: JSONFault("expected a digit \(digitPosition), but found \(found)")
        case .leadingZero: JSONFault("a number cannot begin with 0 if another digit follows")
        default: commentFault ?? valueFault
        }
    }

    /// The error for a text that ends too early.
    private var endFault: JSONFault {
        switch expected {
        case .digit: JSONFault("the text ends inside a number")
        case .member, .colon: JSONFault("the text ends inside an object")
        case .commaOrEnd: JSONFault("the text ends inside \(container ?? "a value")")
        default: JSONFault("the text ends \(container.map { "inside \($0)" } ?? "before there is a value")")
        }
    }

    private var container: String? {
        partial.parent.map { partial.document[$0].kind == .object ? "an object" : "an array" }
    }

    private var memberFault: JSONFault {
        guard previous == UInt8(ascii: ",") else {
            return JSONFault("expected a name in quotation marks, or “}”, but found \(found)", hint: nameHint)
        }
        guard byte == UInt8(ascii: "}") else {
            return JSONFault("expected a name in quotation marks after the comma, but found \(found)", hint: nameHint)
        }
        return JSONFault("expected a name after the comma, but found \(found)", hint: Self.hint(for: "trailingCommas"))
    }

    /// The quirk that accepts a name without quotation marks, or in apostrophes.
    private var nameHint: Hint? {
        switch byte {
        case UInt8(ascii: "'"): Self.hint(for: "singleQuotes")
        case _ where byte.isNameStart, UInt8(ascii: "$"): Self.hint(for: "unquotedNames")
        default: nil
        }
    }

    private var separatorFault: JSONFault {
        switch container {
        case "an array": JSONFault("expected a comma or “]” after an array element, but found \(found)")
        case "an object": JSONFault("expected a comma or “}” after a member of an object, but found \(found)")
        default: JSONFault("expected the end of the text after the value, but found \(found)", hint: secondTextHint)
        }
    }

    /// A hint for a second value after a complete one.
    private var secondTextHint: Hint? {
        guard beginsSecondText, let start = (0..<position).first(where: { !body[$0].isSpaceOrControl }) else {
            return nil
        }
        if body[start].opensContainer, isOnNextLine(after: start) {
            let text = "a stream with `.jsonLines(…)` reads one text from each line"
            return Hint("the body looks like JSON Lines", Remedy(.format, "jsonLines", text: text))
        }
        let text = "a stream with `.jsonValues(…)` reads one value after another"
        return Hint("the body looks like several JSON values", Remedy(.format, "jsonValues", text: text))
    }

    /// Whether a value begins at the error, separately from the value before it.
    private var beginsSecondText: Bool {
        if byte.opensContainer || byte == UInt8(ascii: "\"") { return true }
        let isSeparate = body[position - 1].isSpaceOrControl || "]}\"".utf8.contains(body[position - 1])
        guard isSeparate, byte.beginsNumber else { return isSeparate && ["true", "false", "null"].contains(word) }
        let rest = body[position..<min(position + 24, body.count)]
        let token = rest.prefix { !$0.isSpaceOrControl && !$0.opensContainer }
        return token.allSatisfy { $0.isDecimalDigit || "+-.eE".utf8.contains($0) }
    }

    /// Returns whether a line with an array or object begins at the error, after a value on the line before it.
    private func isOnNextLine(after start: Int) -> Bool {
        let isLineFeed = { (index: Int) in body[index] == UInt8(ascii: "\n") }
        var end = position
        while body[end - 1].isSpaceOrControl { end -= 1 }
        guard (end..<position).contains(where: isLineFeed), !(start..<end).contains(where: isLineFeed) else {
            return false
        }
        // The last line may be cut.
        guard var last = (position..<body.count).first(where: isLineFeed) else { return true }
        while body[last - 1].isSpaceOrControl { last -= 1 }
        return byte == UInt8(ascii: "{") && body[last - 1] == UInt8(ascii: "}")
            || byte == UInt8(ascii: "[") && body[last - 1] == UInt8(ascii: "]")
    }

    private var commentFault: JSONFault? {
        guard byte == UInt8(ascii: "/") else { return nil }
        return JSONFault("JSON has no comments", hint: Self.hint(for: "comments"))
    }

    private var digitPosition: String {
        switch body[position - 1] {
        case UInt8(ascii: "."): "after the decimal point"
        case UInt8(ascii: "-") where position - 1 == numberStart: "after the minus sign"
        default: "in the exponent"
        }
    }

    /// The start of the number; a minus right before the error belongs to its exponent if an “e” precedes it.
    private var numberStart: Int {
        position >= 2 && body[position - 2].isExponentMark ? position - 2 : position - 1
    }

    /// Returns a hint that names the quirk that would accept the text.
    static func hint(for quirk: String) -> Hint { Hint(nil, .quirk(quirk)) }
}

extension JSONScanFailure {
    /// The error for an unexpected character at the start of a value.
    var valueFault: JSONFault {
        switch body[position] {
        case UInt8(ascii: "'") where options.quirks.contains(.singleQuotes):
            JSONFault("the string is not closed, or has an invalid escape")
        case UInt8(ascii: "'"):
            JSONFault(
                "strings are enclosed in quotation marks, not in apostrophes",
                hint: Self.hint(for: "singleQuotes")
            )
        case UInt8(ascii: "+"), UInt8(ascii: "."):
            JSONFault("a number cannot begin with \(found)", hint: Self.hint(for: "numberForms"))
        case UInt8(ascii: "]") where previous == UInt8(ascii: ","): trailingCommaFault
        case let byte where byte.isNameStart: wordFault
        default: JSONFault("expected a value\(previous == UInt8(ascii: "[") ? " or “]”" : ""), but found \(found)")
        }
    }

    private var trailingCommaFault: JSONFault {
        JSONFault("expected a value after the comma, but found \(found)", hint: Self.hint(for: "trailingCommas"))
    }

    private var wordFault: JSONFault {
        let word = self.word
        let names = ["true", "false", "null"]
        if position + word.utf8.count == body.count, let name = names.first(where: { $0.hasPrefix(word) }) {
            return cutFault("the text ends inside “\(name)”")
        }
        let message = "“\(word)” is not a JSON value"
        switch body[position].lowercased {
        case UInt8(ascii: "t"): return JSONFault("\(message); expected true")
        case UInt8(ascii: "f"): return JSONFault("\(message); expected false")
        case _ where word == "NaN" || word == "Infinity":
            return JSONFault(message, hint: Self.hint(for: "nonFiniteNumbers"))
        case UInt8(ascii: "n"): return JSONFault("\(message); expected null")
        default: return JSONFault(message)
        }
    }

    /// The letters and digits at the error, shortened for the message.
    private var word: String {
        var word = ""
        for index in position..<min(position + 24, body.count) {
            let scalar = Unicode.Scalar(body[index])
            guard scalar.isASCII, body[index].isNameStart || body[index].isDecimalDigit else {
                return word
            }
            word.unicodeScalars.append(scalar)
        }
        return position + 24 < body.count ? word + "…" : word
    }

    /// The character at the error, in quotation marks; by its number if it is not printable.
    var found: String { found(at: position) }

    /// Returns the character at a position, in quotation marks; by its number if it is not printable.
    func found(at position: Int) -> String {
        guard let scalar = scalar(at: position) else { return "the byte \(Self.hexadecimal(body[position]))" }
        if scalar == " " || scalar.isHazardous {
            return "U+\(Self.digits(scalar.value))"
        }
        return "“\(scalar)”"
    }

    /// The error for a byte that begins no character, or nil at other bytes.
    var invalidTextFault: JSONFault? {
        guard !UTF8.isASCII(body[position]), scalar(at: position) == nil else { return nil }
        return JSONFault(invalidText: "invalid UTF-8 byte \(Self.hexadecimal(body[position]))")
    }

    private func scalar(at position: Int) -> Unicode.Scalar? {
        partial.document.bytes(upTo: body.count).scalar(at: position)
    }

    static func hexadecimal(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    static func digits(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension JSONScanFailure {
    /// The error for a character that is not allowed in a string.
    var stringFault: JSONFault {
        guard position < body.count else { return endOfStringFault }
        switch body[position] {
        case UInt8(ascii: "\\"): return escapeFault
        case ..<UInt8(ascii: " "):
            let character = "U+\(Self.digits(UInt32(body[position])))"
            return JSONFault("unescaped control character \(character) in a \(literal)")
        default:
            return cutCharacterFault ?? invalidTextFault ?? JSONFault("unexpected \(found) in a \(literal)")
        }
    }

    private var literal: String { expected == .name ? "name" : "string" }

    private var endOfStringFault: JSONFault { cutFault("the text ends inside a \(literal)") }

    /// The error for a character whose last bytes are missing at the end of the text.
    private var cutCharacterFault: JSONFault? {
        // The number of leading ones in the first byte is the number of bytes in the character.
        let length = (~byte).leadingZeroBitCount
        guard Self.leadingBytes.contains(byte), body.count - position < length,
            (position + 1..<body.count).allSatisfy({ UTF8.isContinuation(body[$0]) })
        else { return nil }
        var fault = cutFault("the text ends inside a character")
        fault.code = .invalidText
        return fault
    }

    /// The bytes that begin a character beyond ASCII (RFC 3629 §4).
    private static let leadingBytes: ClosedRange<UInt8> = 0xC2...0xF4

    /// Returns the error for a token that is cut by the end of the text.
    func cutFault(_ message: String) -> JSONFault {
        var fault = JSONFault(message)
        fault.position = body.count
        return fault
    }

    private var escapeFault: JSONFault {
        guard position + 1 < body.count else { return endOfStringFault }
        guard body[position + 1] == UInt8(ascii: "u") else {
            return JSONFault("invalid escape: a backslash before \(found(at: position + 1)) in a \(literal)")
        }
        let digits = (position + 2..<min(position + 6, body.count)).prefix { body[$0].hexadecimalValue != nil }
        guard digits.count == 4 else {
            guard digits.endIndex < body.count else { return endOfStringFault }
            return JSONFault("four hexadecimal digits must follow \\u")
        }
        if isCutPair { return endOfStringFault }
        let text = String(decoding: digits.map { body[$0] }, as: UTF8.self)
        return JSONFault("lone surrogate \\u\(text)", hint: Self.hint(for: "loneSurrogates"))
    }

    /// Whether the text ends inside the second half of a surrogate pair whose first half is at the error.
    private var isCutPair: Bool {
        let prefix = Array("\\u".utf8)
        let second = (position + 6..<min(position + 12, body.count)).map { body[$0] }
        // The first half begins with the digits D8 to DB.
        guard second.count < 6, position + 6 + second.count == body.count,
            body[position + 3].lowercased < UInt8(ascii: "c")
        else { return false }
        return zip(second, prefix).allSatisfy { $0 == $1 }
            && second.dropFirst(prefix.count).allSatisfy { $0.hexadecimalValue != nil }
    }
}
