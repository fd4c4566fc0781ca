public import DecantCore
import DecantDocument

extension JSON {
    /// The form of JSON text that is written for a value.
    public struct Format: Sendable, Hashable, Codable {
        /// The number of spaces per level of indentation; nil writes a single line without spaces.
        ///
        /// Levels beyond the fortieth are indented like it, so the length of the output is proportional to the value.
        public var indentation: Int?

        /// Whether members are sorted by the UTF-16 units of their names instead of keeping the order of the text.
        public var sortsNames: Bool

        /// Whether a number is written with the fewest digits that identify the nearest `Double`, as in ECMAScript
        /// (ECMA-262 §6.1.6.1.20), instead of exactly as read.
        ///
        /// A number too large for `Double` has no such form, and is written as read.
        public var shortensNumbers: Bool

        /// Creates a format.
        ///
        /// - Parameters:
        ///   - indentation: The number of spaces per level of indentation; nil writes a single line.
        ///   - sortsNames: Whether the members of objects are sorted.
        ///   - shortensNumbers: Whether numbers are written as in ECMAScript.
        public init(indentation: Int? = nil, sortsNames: Bool = false, shortensNumbers: Bool = false) {
            self.indentation = indentation
            self.sortsNames = sortsNames
            self.shortensNumbers = shortensNumbers
        }

        /// One line without spaces, in the order of the text.
        public static let compact = Format()

        /// One line per value, indented by two spaces, in the order of the text.
        public static let pretty = Format(indentation: 2)

        /// The canonical form of RFC 8785, for hashing and signing: equal values have the same text.
        ///
        /// Unlike the RFC, this form allows duplicate names, in the order of the text, and numbers beyond `Double`.
        public static let canonical = Format(sortsNames: true, shortensNumbers: true)
    }
}

extension JSON.Format: StoredPart {
    /// Decodes a format; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: Self()) }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try store(in: encoder, default: Self()) }

    package static var storedMembers: [StoredMember<Self>] {
        [
            .value("indentation", \.indentation),
            .value("sortsNames", \.sortsNames),
            .value("shortensNumbers", \.shortensNumbers),
        ]
    }
}

/// A printer that writes a value as text.
struct JSONPrinter {
    private let format: JSON.Format
    private let document: FlatDocument
    /// The line feed and the deepest indentation.
    private let lineBreak: [UInt8]
    private var bytes: [UInt8] = []
    private var depth = 0
    /// Whether the innermost container is still empty.
    private var isFirst = true

    init(_ document: FlatDocument, _ format: JSON.Format) {
        self.document = document
        self.format = format
        let width = max(0, min(format.indentation ?? 0, Self.drainCount)) * Self.indentedLevels
        lineBreak = [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: width)
    }

    /// The number of levels with a separate indentation.
    private static let indentedLevels = 40

    /// The number of bytes to drain at.
    private static let drainCount = 1 << 16

    /// Appends the text of a value in UTF-8 to a buffer.
    mutating func write(_ index: Int, into buffer: inout [UInt8], drain: (inout [UInt8]) -> Void) {
        swap(&bytes, &buffer)
        defer { swap(&bytes, &buffer) }
        var walk = DocumentWalk(document, from: index, sortsNames: format.sortsNames)
        var isBehindName = true
        while let event = walk.next() {
            if bytes.count >= Self.drainCount { drain(&bytes) }
            if case .end(let index) = event {
                close(index)
                isBehindName = false
                continue
            }
            if !isBehindName { separate() }
            isBehindName = open(event)
        }
    }

    /// Writes the start of an event.
    ///
    /// - Returns: Whether a value follows without a separator.
    private mutating func open(_ event: DocumentWalk.Event) -> Bool {
        switch event {
        case .begin(let index):
            bytes.append(document[index].kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
            depth += 1
            isFirst = true
            return false
        case .name(let index):
            write(stringAt: index)
            bytes.append(UInt8(ascii: ":"))
            if format.indentation != nil { bytes.append(UInt8(ascii: " ")) }
            return true
        case .scalar(let index):
            write(scalar: index)
            return false
        case .end:
            return false
        }
    }

    private mutating func close(_ index: Int) {
        depth -= 1
        if !isFirst { breakLine() }
        isFirst = false
        bytes.append(document[index].kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
    }

    private mutating func breakLine() {
        guard let indentation = format.indentation else { return }
        bytes.append(contentsOf: lineBreak.prefix(1 + max(0, indentation) * min(depth, Self.indentedLevels)))
    }
}

extension JSONPrinter {
    private mutating func write(scalar index: Int) {
        switch document[index].kind {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .true: bytes.append(contentsOf: "true".utf8)
        case .false: bytes.append(contentsOf: "false".utf8)
        case let kind where kind.isString: write(stringAt: index)
        default: write(numberAt: index)
        }
    }

    /// Writes a number; a word such as `NaN`, which only a quirk accepts, becomes null, as in ECMAScript.
    private mutating func write(numberAt index: Int) {
        guard !document.isNonFinite(index) else { return bytes.append(contentsOf: "null".utf8) }
        if document[index].kind.isDecimal, !format.shortensNumbers {
            return document.withNumberText(at: index) { write($0) }
        }
        let short = format.shortensNumbers ? ECMAScriptNumber.text(of: document.double(at: index)) : nil
        bytes.append(contentsOf: (short ?? document.numberText(at: index)).utf8)
    }

    /// Writes a string.
    ///
    /// A string that was read without escapes needs none.
    private mutating func write(stringAt index: Int) {
        bytes.append(UInt8(ascii: "\""))
        if document[index].kind == .string {
            document.withBytes(at: index) { write($0) }
        } else {
            document.string(at: index).withUTF8Bytes { bytes.append(escaping: $0) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ text: Span<UInt8>) {
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
}

extension [UInt8] {
    /// Appends a string with its quotation marks.
    fileprivate mutating func append(quoting text: String) {
        append(UInt8(ascii: "\""))
        text.withUTF8Bytes { append(escaping: $0) }
        append(UInt8(ascii: "\""))
    }

    // MARK: - Unsafe
    //
    // Why: appending bytes one by one takes four times as long, and the runs without escapes are short in a text that is
    // JSON itself. Bound: the space is counted by the same rule that writes the escapes.

    /// Appends a text with escapes, which have the short form if one exists (RFC 8785 §3.2.2.2).
    fileprivate mutating func append(escaping text: Span<UInt8>) {
        var more = 0
        for index in text.indices where text[index].needsEscape { more += text[index].shortEscape == nil ? 5 : 1 }
        guard more > 0 else { return unsafe text.withUnsafeBufferPointer { unsafe append(contentsOf: $0) } }
        var position = count
        append(contentsOf: [UInt8](repeating: UInt8(ascii: "0"), count: text.count + more))
        unsafe withUnsafeMutableBufferPointer { output in
            for index in text.indices {
                let byte = text[index]
                guard byte.needsEscape else {
                    unsafe output[position] = byte
                    position += 1
                    continue
                }
                unsafe output[position] = UInt8(ascii: "\\")
                if let letter = byte.shortEscape {
                    unsafe output[position + 1] = letter
                    position += 2
                } else {
                    unsafe output[position + 1] = UInt8(ascii: "u")
                    let digit = byte & 15
                    unsafe output[position + 4] = UInt8(ascii: "0") + byte >> 4
                    unsafe output[position + 5] = digit + UInt8(ascii: digit < 10 ? "0" : "W")
                    position += 6
                }
            }
        }
    }
}

extension UInt8 {
    /// The letter of the short escape of the byte (RFC 8259 §7), or nil if it has none.
    fileprivate var shortEscape: UInt8? {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): self
        case JSONControl.backspace: UInt8(ascii: "b")
        case UInt8(ascii: "\t"): UInt8(ascii: "t")
        case UInt8(ascii: "\n"): UInt8(ascii: "n")
        case JSONControl.formFeed: UInt8(ascii: "f")
        case UInt8(ascii: "\r"): UInt8(ascii: "r")
        default: nil
        }
    }

    /// Whether a string contains the byte only as an escape (RFC 8259 §7).
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}

extension JSON.Value {
    /// Returns the value as JSON text on one line; infinity and NaN become null.
    public func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// Returns the value as JSON text in UTF-8 on one line; infinity and NaN become null.
    public func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        /// The rest of each open container, from the outside in.
        var open: [(isObject: Bool, rest: ArraySlice<(key: String, value: JSON.Value)>)] = []
        var next: JSON.Value? = self
        while true {
            if let value = next {
                next = nil
                switch value {
                case .object(let members):
                    bytes.append(UInt8(ascii: "{"))
                    open.append((true, members[...]))
                case .array(let elements):
                    bytes.append(UInt8(ascii: "["))
                    open.append((false, elements.map { (key: "", value: $0) }[...]))
                default: bytes.append(scalar: value)
                }
            } else if let last = open.indices.last {
                let (isObject, isFirst) = (open[last].isObject, open[last].rest.startIndex == 0)
                guard let member = open[last].rest.popFirst() else {
                    bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                    open.removeLast()
                    continue
                }
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                if isObject {
                    bytes.append(quoting: member.key)
                    bytes.append(UInt8(ascii: ":"))
                }
                next = member.value
            } else {
                return bytes
            }
        }
    }
}

extension [UInt8] {
    /// Appends a value that is neither an array nor an object.
    fileprivate mutating func append(scalar value: JSON.Value) {
        switch value {
        case .boolean(let value): self += (value ? "true" : "false").utf8
        case .integer(let value): self += String(value).utf8
        case .double(let value): self += (ECMAScriptNumber.text(of: value) ?? "null").utf8
        case .number(let value): self += value.text.utf8
        case .string(let value): append(quoting: value)
        case .null, .array, .object: self += "null".utf8
        }
    }
}

/// The text of numbers in ECMAScript (ECMA-262 §6.1.6.1.20), as required by RFC 8785 §3.2.2.3.
enum ECMAScriptNumber {
    /// Returns the text of a number, or nil for infinity and NaN.
    static func text(of value: Double) -> String? {
        guard value.isFinite else { return nil }
        guard value != 0 else { return "0" }
        let (digits, point) = digits(of: value.magnitude)
        return (value < 0 ? "-" : "") + text(digits, point: point)
    }

    /// Returns the fewest digits that identify a number, and the position of the point relative to the first digit.
    ///
    /// Swift's description has the right digits, with additional zeros.
    private static func digits(of value: Double) -> (digits: String, point: Int) {
        let parts = value.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let whole = halves[0]
        let all = whole + (halves.count > 1 ? halves[1] : "")
        let leading = all.prefix { $0 == "0" }.count
        var digits = all.dropFirst(leading)
        while digits.last == "0" { digits.removeLast() }
        return (String(digits), whole.count - leading + exponent)
    }

    private static func text(_ digits: String, point: Int) -> String {
        let count = digits.utf8.count
        switch point {
        case count...21 where count <= 21:
            return digits + String(repeating: "0", count: point - count)
        case 1...21:
            return "\(digits.prefix(point)).\(digits.dropFirst(point))"
        case -5...0:
            return "0." + String(repeating: "0", count: -point) + digits
        default:
            let exponent = point - 1
            let fraction = count > 1 ? ".\(digits.dropFirst())" : ""
            return "\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
        }
    }
}
