public import DecantCore
import DecantDocument

extension JSON {
    /// The form of JSON text that is written for a value.
    public struct Format: Sendable, Hashable, Codable {
        /// The number of spaces per level of indentation; nil writes a single line without spaces.
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
    /// Decodes a format; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: JSON.Format())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: JSON.Format())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.optional(&indentation, "indentation", default: standard.indentation)
        try members.member(&sortsNames, "sortsNames", default: standard.sortsNames)
        try members.member(&shortensNumbers, "shortensNumbers", default: standard.shortensNumbers)
    }
}

/// A printer that writes a value as text.
struct JSONPrinter {
    private let format: JSON.Format
    private let document: FlatDocument
    private var bytes: [UInt8] = []
    private var depth = 0
    /// Whether the innermost container is still empty.
    private var isFirst = true

    init(_ document: FlatDocument, _ format: JSON.Format) {
        self.document = document
        self.format = format
    }

    /// Returns the text of a value in UTF-8.
    mutating func text(of index: Int) -> [UInt8] {
        var walk = DocumentWalk(document, from: index, sortsNames: format.sortsNames)
        var isBehindName = true
        while let event = walk.next() {
            if case .end(let index) = event {
                close(index)
                isBehindName = false
                continue
            }
            if !isBehindName { separate() }
            isBehindName = open(event)
        }
        return bytes
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
            put(stringAt: index)
            bytes.append(UInt8(ascii: ":"))
            if format.indentation != nil { bytes.append(UInt8(ascii: " ")) }
            return true
        case .scalar(let index):
            put(scalar: index)
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
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, indentation) * depth))
    }
}

extension JSONPrinter {
    private mutating func put(scalar index: Int) {
        switch document[index].kind {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .true: bytes.append(contentsOf: "true".utf8)
        case .false: bytes.append(contentsOf: "false".utf8)
        case let kind where kind.isString: put(stringAt: index)
        default: put(numberAt: index)
        }
    }

    /// Writes a number; a word such as `NaN`, which only a quirk accepts, becomes null, as in ECMAScript.
    private mutating func put(numberAt index: Int) {
        guard !document.isNonFinite(index) else { return bytes.append(contentsOf: "null".utf8) }
        let short = format.shortensNumbers ? ECMAScriptNumber.text(of: document.double(at: index)) : nil
        bytes.append(contentsOf: (short ?? document.numberText(at: index)).utf8)
    }

    /// Writes a string.
    ///
    /// A string that was read without escapes needs none.
    private mutating func put(stringAt index: Int) {
        bytes.append(UInt8(ascii: "\""))
        if document[index].kind == .string {
            document.withBytes(at: index) { text in
                unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            }
        } else {
            for byte in document.string(at: index).utf8 { put(escaping: byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes a byte, with the short form if one exists (RFC 8785 §3.2.2.2).
    private mutating func put(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes += "\\\"".utf8
        case UInt8(ascii: "\\"): bytes += "\\\\".utf8
        case JSONControl.backspace: bytes += "\\b".utf8
        case UInt8(ascii: "\t"): bytes += "\\t".utf8
        case UInt8(ascii: "\n"): bytes += "\\n".utf8
        case JSONControl.formFeed: bytes += "\\f".utf8
        case UInt8(ascii: "\r"): bytes += "\\r".utf8
        case ..<UInt8(ascii: " "): bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
        default: bytes.append(byte)
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
