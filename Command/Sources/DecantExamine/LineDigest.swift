import Decant
import DecantReport

/// The SHA-256 of lines that describe a value, one event per line, separated by line feeds.
///
/// Lines are hashed as they are added.
struct LineDigest {
    private static let chunkSize = 1 << 16

    private var hash = SHA256()
    private var buffer: [UInt8] = []
    private var isFirst = true

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - text: The prefix of the line.
    ///   - bytes: The remainder, written as hexadecimal digits.
    mutating func add(_ text: String, hexadecimal bytes: some Sequence<UInt8> = EmptyCollection()) {
        startLine()
        buffer.append(contentsOf: text.utf8)
        buffer.append(hexadecimal: bytes)
    }

    /// Adds a line unchanged.
    mutating func add(_ line: [UInt8]) {
        startLine()
        buffer.append(contentsOf: line)
    }

    /// The digest of all lines.
    mutating func finish() -> [UInt8] {
        flush()
        return hash.finish()
    }

    private mutating func startLine() {
        if !isFirst { buffer.append(0x0A) }
        isFirst = false
        if buffer.count >= Self.chunkSize { flush() }
    }

    private mutating func flush() {
        let lines = buffer
        buffer = []
        hash.update(lines.span)
    }
}

extension Double {
    /// The bytes of the number as binary64 (IEEE 754), most significant byte first.
    var bigEndianBytes: [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bitPattern >> UInt64($0)) }
    }
}

// MARK: - XML

/// The digest of a document, identical for events and for a tree.
///
/// `S:` precedes the name of a start tag, `A:` the name of an attribute, followed by `=` and its value; the attributes
/// of a tag are sorted by their lines. `E:` ends an element; `T:` is a run of character data in any notation; `P:` is a
/// processing instruction, `C:` a comment. Names are as written.
struct XMLDigest {
    private var lines = LineDigest()
    private var text: [UInt8] = []

    /// Adds a start tag.
    mutating func startElement(_ name: String, _ attributes: some Sequence<(name: String, value: String)>) {
        flushText()
        lines.add("S:", hexadecimal: name.utf8)
        let attributeLines = attributes.map { name, value in
            Array("A:\(name.utf8.hexadecimal)=\(value.utf8.hexadecimal)".utf8)
        }
        for line in attributeLines.sorted(by: { $0.lexicographicallyPrecedes($1) }) { lines.add(line) }
    }

    /// Adds the end of an element.
    mutating func endElement(_ name: String) {
        flushText()
        lines.add("E:", hexadecimal: name.utf8)
    }

    /// Adds character data, joined with adjacent character data.
    mutating func text(_ text: String) {
        self.text.append(contentsOf: text.utf8)
    }

    /// Adds a comment.
    mutating func comment(_ text: String) {
        flushText()
        lines.add("C:", hexadecimal: text.utf8)
    }

    /// Adds a processing instruction.
    mutating func processingInstruction(_ target: String, _ data: String) {
        flushText()
        lines.add("P:\(target.utf8.hexadecimal):", hexadecimal: data.utf8)
    }

    /// Returns the digest of everything added.
    mutating func finish() -> [UInt8] {
        lines.finish()
    }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        lines.add("T:", hexadecimal: text)
        text.removeAll(keepingCapacity: true)
    }
}

extension XMLDigest {
    /// Adds an event.
    mutating func add(_ event: borrowing XML.Event) {
        switch event.kind {
        case .startElement:
            startElement(String(event.name), event.attributes.map { ($0.name.written, $0.value) })
        case .endElement: endElement(String(event.name))
        case .text, .cdata: text(String(event.text))
        case .comment: comment(String(event.text))
        case .processingInstruction: processingInstruction(String(event.name), String(event.text))
        case .documentType: break
        }
    }
}
