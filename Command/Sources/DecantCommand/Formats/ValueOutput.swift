import Decant
import DecantImages
import DecantReport

/// A buffered output for values.
struct ValueOutput {
    private static let chunkSize = 1 << 16

    /// The streams of the process.
    let terminal: Terminal

    private let receive: ([UInt8]) -> Void

    /// The number of bytes after which the output is full.
    let limit: Int

    private let lineLimit: Int
    private var buffer: [UInt8] = []
    private var flushed = 0
    private var lineCount = 0

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - lineLimit: The number of started lines after which the output is full.
    ///   - write: Receives the buffered bytes.
    init(_ terminal: Terminal, limit: Int = .max, lineLimit: Int = .max, write: @escaping ([UInt8]) -> Void) {
        self.terminal = terminal
        self.limit = limit
        self.lineLimit = lineLimit
        receive = write
    }

    /// Whether more output is useless, because its receiver has a limit.
    var isFull: Bool { flushed + buffer.count > limit || lineCount > lineLimit }

    /// Whether output is colored.
    var style: TextStyle { terminal.outputStyle }

    /// Whether the output is a terminal; otherwise a program reads it.
    var isTerminal: Bool { terminal.outputIsTerminal }

    /// Writes text in UTF-8.
    mutating func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.chunkSize { flush() }
    }

    /// Writes text in UTF-8 by appending its bytes to the buffer.
    mutating func append(_ bytes: (inout [UInt8]) -> Void) {
        bytes(&buffer)
        if buffer.count >= Self.chunkSize { flush() }
    }

    /// Writes text in a color.
    mutating func write(_ look: TextStyle.Look, _ text: String) {
        write(style(look, text))
    }

    /// Writes bytes.
    mutating func write(_ bytes: [UInt8]) {
        flush()
        receive(bytes)
    }

    /// Writes JSON with indentation, without colors.
    mutating func write(_ json: JSON) {
        json.write(.pretty, into: &buffer) { [receive] buffer in
            receive(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Starts a new line.
    ///
    /// The indentation is limited to 40 levels, which keeps the output of a deeply nested value proportional to its
    /// size.
    ///
    /// - Parameter level: The number of levels of indentation.
    mutating func writeLine(indentedBy level: Int = 0) {
        lineCount += 1
        buffer.append(0x0A)
        buffer.append(contentsOf: repeatElement(0x20, count: 2 * min(level, 40)))
    }

    /// Writes the buffered bytes.
    mutating func flush() {
        if !buffer.isEmpty { receive(buffer) }
        flushed += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

// MARK: - Unsafe
//
// Why: an array appends bytes in bulk only from a buffer. Bound: the buffer is the span's, and stays inside the closure.

extension [UInt8] {
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

/// Ends a traversal whose receiver takes no more.
private struct OutputIsFull: Error {}

/// A decoded body that the command prints.
protocol PrintableValue: DecodedValue {
    /// Writes the value: readable and harmless on a terminal, exact for a program.
    ///
    /// - Returns: The findings about parts of the body that are decoded on demand.
    /// - Throws: `ResponseError` if such a part is malformed.
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding]
}

extension ResponseBytes: PrintableValue {
    func show(on output: inout ValueOutput) -> [Finding] {
        if output.isTerminal {
            output.write(HexDump(Array(prefix(512)), of: count).lines.map { $0 + "\n" }.joined())
        } else {
            output.write(Array(self))
        }
        return []
    }
}

extension String: PrintableValue {
    func show(on output: inout ValueOutput) -> [Finding] {
        if output.isTerminal {
            let isLong = utf8.count > output.limit
            let visible = (isLong ? String(decoding: utf8.prefix(output.limit + 1), as: UTF8.self) : self).visible
            output.write(visible.hasSuffix("\n") ? visible : visible + "\n")
        } else {
            output.write(Array(utf8))
        }
        return []
    }
}

extension ReportedImage: PrintableValue {
    /// Writes a line of properties, and on a terminal the image below it.
    func show(on output: inout ValueOutput) -> [Finding] {
        output.write("\(ImageProperties(image: image))\n")
        if let display = ImageDisplay(on: output.terminal) { display.show(image, on: &output) }
        return []
    }
}

extension XML.Document: PrintableValue {
    /// Writes the document with indentation.
    ///
    /// Indentation replaces whitespace between elements; an element with text is written unchanged.
    func show(on output: inout ValueOutput) -> [Finding] {
        var printer = XMLOutlinePrinter(self)
        do throws(OutputIsFull) {
            try node.walk { (node) throws(OutputIsFull) in
                guard !output.isFull else { throw OutputIsFull() }
                printer.start(node, on: &output)
            } end: { (node) throws(OutputIsFull) in
                printer.end(node, on: &output)
            }
        } catch {
            return []
        }
        output.write("\n")
        return []
    }
}

extension XML.Events: PrintableValue {
    /// Writes the events while they are read, including those before an error.
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding] {
        var reader = makeReader()
        while let event = try reader.next() { XMLEventLine(event, output.style).show(on: &output) }
        return newFindings(of: reader)
    }
}

extension XMLEventStream: PrintableValue {
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding] {
        try readAll { (reader: inout XML.Reader) throws(ResponseError) in
            while let event = try reader.next() { XMLEventLine(event, output.style).show(on: &output) }
        }
    }
}

extension XMLSelection: PrintableValue {
    /// Writes each element with indentation, or each text on a line.
    func show(on output: inout ValueOutput) -> [Finding] {
        for element in elements {
            var printer = XMLOutlinePrinter()
            element.walk {
                printer.start($0, on: &output)
            } end: {
                printer.end($0, on: &output)
            }
            output.write("\n")
        }
        for text in texts { output.write((output.isTerminal ? text.visible : text) + "\n") }
        return []
    }
}
