import Decant

/// Writes a JSON value on lines with indentation, piece by piece.
struct JSONPrinter {
    private static let chunkSize = 1 << 16

    private let style: TextStyle
    private let write: ([UInt8]) -> Void
    private var buffer: [UInt8] = []
    private var depth = 0
    private var isFirst = true
    private var followsName = false

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - style: Whether there are colours.
    ///   - write: Takes the pieces of the text.
    init(style: TextStyle, write: @escaping ([UInt8]) -> Void) {
        self.style = style
        self.write = write
    }

    /// Writes a value and a line end.
    mutating func print(_ value: JSON) {
        for event in JSONEvents(value) {
            print(event)
            if buffer.count >= Self.chunkSize { flush() }
        }
        buffer.append(0x0A)
        flush()
    }

    private mutating func flush() {
        write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func print(_ event: JSONEvent) {
        switch event {
        case .beginObject: begin("{")
        case .beginArray: begin("[")
        case .endObject: end("}")
        case .endArray: end("]")
        case .name(let text):
            separate()
            append(style(.blue, Self.quoted(text)) + ": ")
            followsName = true
        case .string(let text): scalar(style(.green, Self.quoted(text)))
        case .number(let number): scalar(style(.cyan, number.text))
        case .boolean(let value): scalar(style(.magenta, value ? "true" : "false"))
        case .null: scalar(style(.dim, "null"))
        }
    }

    private mutating func begin(_ bracket: String) {
        separate()
        append(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func end(_ bracket: String) {
        depth -= 1
        if !isFirst { indent() }
        isFirst = false
        append(bracket)
    }

    private mutating func scalar(_ text: String) {
        separate()
        append(text)
    }

    /// Goes to the place of the next name, or of the next value that has none.
    private mutating func separate() {
        defer {
            isFirst = false
            followsName = false
        }
        if followsName || depth == 0 { return }
        if !isFirst { append(",") }
        indent()
    }

    /// The indentation grows no further than 40 levels, so that a deep document takes room in proportion to its size.
    private mutating func indent() {
        buffer.append(0x0A)
        buffer.append(contentsOf: repeatElement(0x20, count: 2 * min(depth, 40)))
    }

    private mutating func append(_ text: String) {
        buffer.append(contentsOf: text.utf8)
    }

    /// A string as RFC 8259 §7 writes it, with escapes for what could command a terminal too.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted.escapedInJSON + "\""
    }
}
