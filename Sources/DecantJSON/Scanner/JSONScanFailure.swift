import DecantCore
import DecantDocument

/// The reason that the scanner stopped, and its description.
///
/// Made only once something is wrong.
struct JSONScanFailure {
    let step: JSONScanStep
    let options: JSONScanOptions
    let partial: PartialJSONDocument

    /// The position at which the scanner stopped.
    let position: Int

    /// The line of this position, if the scanner has it: text that quirks allow has line ends, too.
    private let line: Int?

    init(
        _ step: JSONScanStep,
        _ end: JSONScanEnd,
        _ partial: FlatDocument,
        _ options: JSONScanOptions
    ) {
        self.step = step
        self.options = options
        let isCounted = step != .nodes && end.quirksNeeded.isEmpty
        line = isCounted ? end.line : nil
        position = step == .nodes ? partial[min(options.nodeLimit, partial.count - 1)].offset : end.place.position
        self.partial = PartialJSONDocument(
            document: partial,
            parent: end.place.parent == JSONScanPlace.noParent ? nil : end.place.parent,
            members: end.place.members
        )
    }

    var body: ResponseBytes { partial.document.body }

    /// The error.
    var error: ResponseError {
        let fault = fault
        let offset = fault.position ?? position
        let site = partial.document.site(of: offset, line: line)
        var error = ResponseError(fault.code, fault.message, at: site, path: path, limit: fault.limit, hint: fault.hint)
        error.details.isCut = offset >= body.count
        return error
    }

    /// The character before the fault that is not white space, or zero.
    var previous: UInt8 {
        var index = position - 1
        while index >= 0, body[index] <= 0x20 { index -= 1 }
        return index >= 0 ? body[index] : 0
    }

    /// The path to the value that was to be read, or else to the container that was to continue.
    private var path: [CodingPathComponent] {
        switch step {
        case .value, .string, .digit, .leadingZero, .numberLength, .depth: partial.path(toValue: true)
        case .member, .colon, .commaOrEnd, .name: partial.path(toValue: false)
        case .nodes: []
        }
    }
}

/// A fault of a text in words, with its position.
struct JSONFault {
    var code = ResponseError.Code.malformedBody
    var message: String
    var hint: String?
    var limit: Limits.Name?

    /// The position of the fault, if it is not the one at which the scanner stopped.
    var position: Int?

    init(_ message: String, hint: String? = nil) {
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
    }
}

extension JSONScanFailure {
    /// The fault, by the token that the scanner was about to read.
    var fault: JSONFault {
        switch step {
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
        switch step {
        case .member: commentFault ?? memberFault
        case .colon: commentFault ?? JSONFault("expected a colon after the name, but found \(found)")
        case .commaOrEnd: commentFault ?? separatorFault
        case .digit: JSONFault("expected a digit \(digitPlace), but found \(found)")
        case .leadingZero: JSONFault("a number cannot begin with 0 if another digit follows")
        default: commentFault ?? valueFault
        }
    }

    /// A text that ends too early.
    private var endFault: JSONFault {
        switch step {
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
        guard previous == 0x2C else {
            return JSONFault("expected a name in quotation marks, or “}”, but found \(found)", hint: nameHint)
        }
        guard byte == 0x7D else {
            return JSONFault("expected a name in quotation marks after the comma, but found \(found)", hint: nameHint)
        }
        return JSONFault("expected a name after the comma, but found \(found)", hint: Self.hint(for: "trailingCommas"))
    }

    /// The quirk that accepts a name without quotation marks, or in apostrophes.
    private var nameHint: String? {
        if byte == 0x27 { return Self.hint(for: "singleQuotes") }
        return (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x24 ? Self.hint(for: "unquotedNames") : nil
    }

    private var separatorFault: JSONFault {
        switch container {
        case "an array": JSONFault("expected a comma or “]” after an array element, but found \(found)")
        case "an object": JSONFault("expected a comma or “}” after a member of an object, but found \(found)")
        default: JSONFault("expected the end of the text after the value, but found \(found)", hint: secondTextHint)
        }
    }

    /// A hint for an array or object that begins on the line after a complete one.
    private var secondTextHint: String? {
        guard byte == 0x7B || byte == 0x5B, let start = (0..<position).first(where: { body[$0] > 0x20 }),
            body[start] == 0x7B || body[start] == 0x5B
        else { return nil }
        var end = position
        while body[end - 1] <= 0x20 { end -= 1 }
        let isLineFeed = { (index: Int) in body[index] == 0x0A }
        guard (end..<position).contains(where: isLineFeed), !(start..<end).contains(where: isLineFeed) else {
            return nil
        }
        return "the body looks like JSON Lines; a stream with `.jsonLines(…)` reads one text from each line"
    }

    private var commentFault: JSONFault? {
        guard byte == 0x2F else { return nil }
        return JSONFault("JSON has no comments", hint: Self.hint(for: "comments"))
    }

    private var digitPlace: String {
        switch body[position - 1] {
        case 0x2E: "after the decimal point"
        case 0x2D where position - 1 == numberStart: "after the minus sign"
        default: "in the exponent"
        }
    }

    /// A minus right before the fault is that of the number, unless an e precedes it.
    private var numberStart: Int {
        position >= 2 && body[position - 2] | 0x20 == 0x65 ? position - 2 : position - 1
    }

    /// Names the quirk that would accept the text.
    static func hint(for quirk: String) -> String { "the quirk “\(quirk)” accepts it" }
}

extension JSONScanFailure {
    /// The fault of an unexpected character at the beginning of a value.
    var valueFault: JSONFault {
        switch body[position] {
        case 0x27 where options.quirks.contains(.singleQuotes):
            JSONFault("the string is not closed, or has an invalid escape")
        case 0x27:
            JSONFault(
                "strings are enclosed in quotation marks, not in apostrophes",
                hint: Self.hint(for: "singleQuotes")
            )
        case 0x2B, 0x2E: JSONFault("a number cannot begin with \(found)", hint: Self.hint(for: "numberForms"))
        case 0x5D where previous == 0x2C: trailingCommaFault
        case 0x41...0x5A, 0x5F, 0x61...0x7A: wordFault
        default: JSONFault("expected a value\(previous == 0x5B ? " or “]”" : ""), but found \(found)")
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
        switch body[position] | 0x20 {
        case 0x74: return JSONFault("\(message); expected true")
        case 0x66: return JSONFault("\(message); expected false")
        case _ where word == "NaN" || word == "Infinity":
            return JSONFault(message, hint: Self.hint(for: "nonFiniteNumbers"))
        case 0x6E: return JSONFault("\(message); expected null")
        default: return JSONFault(message)
        }
    }

    /// The letters and digits at the fault, as many as are worth showing.
    private var word: String {
        var word = ""
        for index in position..<min(position + 24, body.count) {
            let scalar = Unicode.Scalar(body[index])
            guard body[index] < 0x80, scalar.properties.isAlphabetic || body[index] &- 0x30 < 10 || scalar == "_" else {
                return word
            }
            word.unicodeScalars.append(scalar)
        }
        return position + 24 < body.count ? word + "…" : word
    }

    /// The character at the fault, in quotation marks; by its number if it cannot be shown.
    var found: String { found(at: position) }

    /// The character at a place, in quotation marks; by its number if it cannot be shown.
    func found(at position: Int) -> String {
        guard let scalar = scalar(at: position) else { return "the byte \(Self.hexadecimal(body[position]))" }
        if scalar.value <= 0x20 || scalar.value == 0x7F || scalar.isHazardous {
            return "U+\(Self.digits(scalar.value))"
        }
        return "“\(scalar)”"
    }

    /// The byte at the fault, if it begins no character.
    var invalidTextFault: JSONFault? {
        guard body[position] >= 0x80, scalar(at: position) == nil else { return nil }
        return JSONFault(invalidText: "invalid UTF-8 byte \(Self.hexadecimal(body[position]))")
    }

    private func scalar(at position: Int) -> Unicode.Scalar? {
        var decoder = UTF8()
        var bytes = (position..<min(position + 4, body.count)).map { body[$0] }.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return scalar
    }

    static func hexadecimal(_ byte: UInt8) -> String {
        "0x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    static func digits(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension JSONScanFailure {
    /// The fault of a character that is not allowed in a string.
    var stringFault: JSONFault {
        guard position < body.count else { return endOfStringFault }
        switch body[position] {
        case 0x5C: return escapeFault
        case ..<0x20:
            let character = "U+\(Self.digits(UInt32(body[position])))"
            return JSONFault("unescaped control character \(character) in a \(place)")
        default:
            return cutCharacterFault ?? invalidTextFault ?? JSONFault("unexpected \(found) in a \(place)")
        }
    }

    private var place: String { step == .name ? "name" : "string" }

    private var endOfStringFault: JSONFault { cutFault("the text ends inside a \(place)") }

    /// The fault of a character whose last bytes are missing at the end of the text.
    private var cutCharacterFault: JSONFault? {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        guard 0xC2...0xF4 ~= byte, body.count - position < length,
            (position + 1..<body.count).allSatisfy({ body[$0] & 0xC0 == 0x80 })
        else { return nil }
        var fault = cutFault("the text ends inside a character")
        fault.code = .invalidText
        return fault
    }

    /// The fault of a token that the end of the text cuts.
    func cutFault(_ message: String) -> JSONFault {
        var fault = JSONFault(message)
        fault.position = body.count
        return fault
    }

    private var escapeFault: JSONFault {
        guard position + 1 < body.count else { return endOfStringFault }
        guard body[position + 1] == 0x75 else {
            return JSONFault("invalid escape: a backslash before \(found(at: position + 1)) in a \(place)")
        }
        let digits = (position + 2..<min(position + 6, body.count)).prefix { Self.isHexadecimal(body[$0]) }
        guard digits.count == 4 else {
            guard digits.endIndex < body.count else { return endOfStringFault }
            return JSONFault("four hexadecimal digits must follow \\u")
        }
        if isCutPair { return endOfStringFault }
        let text = String(decoding: digits.map { body[$0] }, as: UTF8.self)
        return JSONFault("lone surrogate \\u\(text)")
    }

    /// Whether the text ends inside the second half of a surrogate pair, whose first half is at the fault.
    private var isCutPair: Bool {
        let second = [0x5C, 0x75] as [UInt8]
        let rest = position + 6..<min(position + 12, body.count)
        guard rest.endIndex == body.count, body[position + 3] | 0x20 < 0x63 else { return false }
        return rest.allSatisfy { index in
            let place = index - rest.startIndex
            return place < 2 ? body[index] == second[place] : Self.isHexadecimal(body[index])
        } && rest.count < 6
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }
}
