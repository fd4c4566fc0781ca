/// An output to which a value is written, piece by piece.
struct ValueOutput {
    private static let chunkSize = 1 << 16

    /// The streams of the process.
    let terminal: Terminal

    private let write: ([UInt8]) -> Void
    private var buffer: [UInt8] = []

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - terminal: The streams of the process.
    ///   - write: Takes the pieces.
    init(_ terminal: Terminal, write: @escaping ([UInt8]) -> Void) {
        self.terminal = terminal
        self.write = write
    }

    /// Whether there are colours.
    var style: TextStyle { terminal.outputStyle }

    /// Whether a person sees it; otherwise a program reads it.
    var isTerminal: Bool { terminal.outputIsTerminal }

    /// Writes text in UTF-8.
    mutating func put(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.chunkSize { flush() }
    }

    /// Writes text in a colour.
    mutating func put(_ look: TextStyle.Look, _ text: String) {
        put(style(look, text))
    }

    /// Writes bytes.
    mutating func put(_ bytes: [UInt8]) {
        flush()
        write(bytes)
    }

    /// Goes to the beginning of the next line.
    ///
    /// The indentation grows no further than 40 levels, so that a deep value takes room in proportion to its size.
    ///
    /// - Parameter level: The number of levels of indentation.
    mutating func putLine(indentedBy level: Int = 0) {
        buffer.append(0x0A)
        buffer.append(contentsOf: repeatElement(0x20, count: 2 * min(level, 40)))
    }

    /// Writes what is still held back.
    mutating func flush() {
        if !buffer.isEmpty { write(buffer) }
        buffer.removeAll(keepingCapacity: true)
    }
}
