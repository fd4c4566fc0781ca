// The grammar. There is no official description; this is the grammar of CoreFoundation's reader without its lenient
// extensions:
//
//   list        = value | members            the latter is the form of strings files
//   value       = string | data | "(" [value *("," value) [","]] ")" | "{" members "}"
//   members     = *(string ["=" value] ";")  without "=" the key is its own value
//   string      = 1*(letter | digit | "_" | "$" | "/" | ":" | "." | "-") | '"' … '"' | "'" … "'"
//   data        = "<" *(hexadecimal digits in pairs) ">"
//
// Whitespace and comments may occur between any two of these, and between the digits of data.

import DecantCore
import DecantDocument
import DecantText

/// A scanner of the OpenStep text format that does not recurse.
struct OpenStepScanner {
    var text: OpenStepText
    var writer: PropertyListWriter
    let quirks: PropertyList.Quirks

    init(_ body: ResponseBytes, _ quirks: PropertyList.Quirks, _ limits: Limits) {
        text = OpenStepText(body)
        writer = PropertyListWriter(body, limits)
        self.quirks = quirks
    }

    /// Reads the whole text.
    mutating func run() throws(PropertyListTextFault) {
        try text.skip()
        let isStringsFile = try beginsMember()
        if isStringsFile { try writer.open(.object, at: text.position) } else { try value() }
        while writer.depth > 0 {
            try text.skip()
            if isStringsFile, writer.depth == 1, text.isAtEnd {
                writer.close()
            } else if writer.kind == .object {
                try member(canEnd: !isStringsFile || writer.depth > 1)
            } else {
                try element()
            }
        }
        try text.skip()
        guard text.isAtEnd else { throw fault("expected the end of the text") }
    }

    /// Returns whether the text is a strings file: empty, or starting with a key followed by `=` or `;`.
    private func beginsMember() throws(PropertyListTextFault) -> Bool {
        if text.isAtEnd { return true }
        guard text.byte.isOpenStepQuote || text.byte.isOpenStepLetter else { return false }
        var ahead = text
        try ahead.skipString()
        try ahead.skip()
        return ahead.byte == UInt8(ascii: "=") || ahead.byte == UInt8(ascii: ";")
    }

    /// Reads a member, or the end of the dictionary.
    private mutating func member(canEnd: Bool) throws(PropertyListTextFault) {
        if canEnd, text.consume("}") { return try end() }
        let key = text.position
        writer.count()
        try string(expected: "a key or “}”")
        try text.skip()
        if text.consume("=") {
            try text.skip()
            let depth = writer.depth
            try value()
            // If the value is a container, the member ends after the container does.
            if writer.depth == depth { try endOfMember() }
        } else {
            let position = text.position
            text.position = key
            try string(expected: "a key")
            text.position = position
            try endOfMember()
        }
    }

    private mutating func endOfMember() throws(PropertyListTextFault) {
        try text.skip()
        guard text.consume(";") else { throw fault("expected “;” after the value of a key") }
    }

    /// Reads an element, or the end of the array.
    private mutating func element() throws(PropertyListTextFault) {
        if text.consume(")") { return try end() }
        writer.count()
        let depth = writer.depth
        try value()
        if writer.depth == depth { try endOfElement() }
    }

    private mutating func endOfElement() throws(PropertyListTextFault) {
        try text.skip()
        guard text.consume(",") || text.byte == UInt8(ascii: ")") else {
            throw fault("expected “,” or “)” after an element")
        }
    }

    /// Ends a container, which completes an element or a value of the enclosing container.
    private mutating func end() throws(PropertyListTextFault) {
        writer.close()
        switch writer.kind {
        case .object?: try endOfMember()
        case .array?: try endOfElement()
        default: break
        }
    }

    /// Reads a value, or the beginning of a container.
    private mutating func value() throws(PropertyListTextFault) {
        let position = text.position
        switch Unicode.Scalar(text.byte) {
        case "(":
            text.position += 1
            try writer.open(.array, at: position)
        case "{":
            text.position += 1
            try writer.open(.object, at: position)
        case "<": try angleBrackets()
        default: try string(expected: "a value")
        }
    }

    /// Returns an error at the current position.
    func fault(_ message: String) -> PropertyListTextFault {
        let found = text.isAtEnd ? "the end of the text" : "“\(text.character)”"
        return PropertyListTextFault("\(message), but found \(found)", at: text.position)
    }
}

extension OpenStepText {
    /// The current character in printable form.
    fileprivate var character: String {
        let bytes = bytes(position..<min(position + 4, count))
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map { String($0).printable } ?? ""
    }
}

extension UInt8 {
    /// Whether the character can occur in an unquoted string.
    var isOpenStepLetter: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-": true
        default: false
        }
    }

    /// Whether the byte is a quotation mark around a string.
    var isOpenStepQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}

/// The bytes of a text, followed by a zero, with the current position.
struct OpenStepText {
    private let body: ResponseBytes

    /// The offset of the current byte.
    var position = 0

    init(_ body: ResponseBytes) {
        self.body = body
    }

    /// The number of bytes.
    @inline(__always)
    var count: Int { body.count }

    /// The byte at a position; zero at the end.
    @inline(__always)
    subscript(position: Int) -> UInt8 { body.storage[body.start + position] }

    /// The current byte; zero at the end.
    @inline(__always)
    var byte: UInt8 { body.storage[body.start + position] }

    /// Whether the position is at the end of the text.
    @inline(__always)
    var isAtEnd: Bool { position >= count }

    /// Returns the bytes in a range.
    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        ArraySlice(body[range])
    }

    /// Consumes a byte if it is the current one.
    @inline(__always)
    mutating func consume(_ byte: UInt8) -> Bool {
        guard self.byte == byte, !isAtEnd else { return false }
        position += 1
        return true
    }

    /// Consumes an ASCII character if it is the current one.
    @inline(__always)
    mutating func consume(_ character: Unicode.Scalar) -> Bool { consume(UInt8(ascii: character)) }

    /// Skips whitespace and comments.
    mutating func skip() throws(PropertyListTextFault) {
        while true {
            switch Unicode.Scalar(byte) {
            case "\t"..."\r", " ": position += 1
            case "/" where self[position + 1] == UInt8(ascii: "/"): skipLine()
            case "/" where self[position + 1] == UInt8(ascii: "*"): try skipComment()
            case let first where !first.isASCII && isSeparator: position += 3
            default: return
            }
        }
    }

    /// Whether the current character is U+2028 or U+2029, the line or paragraph separator of Unicode.
    private var isSeparator: Bool {
        let bytes = bytes(position..<min(position + 3, count))
        return bytes.elementsEqual("\u{2028}".utf8) || bytes.elementsEqual("\u{2029}".utf8)
    }

    private mutating func skipLine() {
        while !isAtEnd, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { position += 1 }
    }

    private mutating func skipComment() throws(PropertyListTextFault) {
        let beginning = position
        position += 2
        while !isAtEnd {
            if byte == UInt8(ascii: "*"), self[position + 1] == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
        throw PropertyListTextFault("the comment is not closed", at: beginning)
    }
}

/// An error in the text of a property list, with its offset.
struct PropertyListTextFault: Error {
    let message: String

    /// The offset in the text in bytes.
    let offset: Int

    /// The limit that was exceeded, or nil for any other error.
    let limit: Limits.Name?

    /// The change that would most likely help.
    var remedy: Remedy?

    init(_ message: String, at offset: Int, limit: Limits.Name? = nil) {
        self.message = message
        self.offset = offset
        self.limit = limit
    }

    /// Returns the response error for this error at a site in the text.
    func error(at site: ErrorSite) -> ResponseError {
        let code = limit == nil ? ResponseError.Code.malformedBody : .limitExceeded
        return ResponseError(code, message, at: site, limit: limit, hint: Hint(nil, remedy))
    }
}

extension OpenStepScanner {
    /// Reads the content between `<` and `>`: data or, if a quirk enables it, a typed value.
    mutating func angleBrackets() throws(PropertyListTextFault) {
        let position = text.position
        text.position += 1
        if quirks.contains(.gnustepValues) {
            if text.consume("*") { return try typedValue(from: position) }
            if text.consume("[") { return try base64(from: position) }
        }
        try data(from: position)
    }

    private mutating func data(from position: Int) throws(PropertyListTextFault) {
        let start = writer.pool.count
        while true {
            try text.skip()
            if text.consume(">") { return try writer.pooled(.pooledData, at: position, from: start) }
            guard let high = text.byte.hexadecimalValue, !text.isAtEnd else {
                var fault = fault("expected a hexadecimal digit or “>”")
                let opensValue = text.byte == UInt8(ascii: "*") || text.byte == UInt8(ascii: "[")
                if opensValue, text.position == position + 1 { fault.remedy = .quirk("gnustepValues") }
                throw fault
            }
            text.position += 1
            try text.skip()
            guard let low = text.byte.hexadecimalValue else { throw fault("expected a second hexadecimal digit") }
            text.position += 1
            writer.pool.append(high << 4 | low)
        }
    }

    /// Reads GNUstep's base64 data, `<[…]>`.
    private mutating func base64(from position: Int) throws(PropertyListTextFault) {
        let start = writer.pool.count
        let first = text.position
        while text.byte != UInt8(ascii: "]") {
            guard !text.isAtEnd else { throw fault("expected “]>”") }
            text.position += 1
        }
        guard writer.pool(base64: text.bytes(first..<text.position).span) else {
            throw PropertyListTextFault("expected data in base64", at: first)
        }
        text.position += 1
        guard text.consume(">") else { throw fault("expected “>”") }
        try writer.pooled(.pooledData, at: position, from: start)
    }
}

extension OpenStepScanner {
    /// Reads GNUstep's typed values `<*I1>`, `<*R1.5>`, `<*BY>`, and `<*D2001-01-01 00:00:00 +0000>`.
    ///
    /// The value may be quoted.
    mutating func typedValue(from position: Int) throws(PropertyListTextFault) {
        let type = text.byte
        guard !text.isAtEnd else { throw fault("expected the type of a value") }
        text.position += 1
        let content = try typedContent()
        switch Unicode.Scalar(type) {
        case "I":
            guard let value = PropertyListNumbers.decimal(content.span) else { throw malformed("an integer", position) }
            try writer.integer(value, at: position)
        case "R":
            guard let value = PropertyListNumbers.real(content.span) else { throw malformed("a number", position) }
            try writer.number(.real, value, at: position)
        case "B":
            let isYes = content == [UInt8(ascii: "Y")]
            guard isYes || content == [UInt8(ascii: "N")] else { throw malformed("Y or N", position) }
            try writer.write(isYes ? .true : .false, at: position)
        case "D":
            guard let date = PropertyListDate.gnustep(content.span) else { throw malformed("a date", position) }
            try writer.number(.date, date, at: position)
        default: throw PropertyListTextFault("expected I, R, B or D as the type of a value", at: position)
        }
    }

    private mutating func typedContent() throws(PropertyListTextFault) -> ArraySlice<UInt8> {
        let isQuoted = text.consume("\"")
        let start = text.position
        let terminator = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: ">")
        while text.byte != terminator {
            guard !text.isAtEnd else { throw fault("expected the end of a value") }
            text.position += 1
        }
        let content = text.bytes(start..<text.position)
        text.position += 1
        guard !isQuoted || text.consume(">") else { throw fault("expected “>”") }
        return content
    }

    private func malformed(_ expected: String, _ position: Int) -> PropertyListTextFault {
        PropertyListTextFault("expected \(expected) in a typed value", at: position)
    }
}
