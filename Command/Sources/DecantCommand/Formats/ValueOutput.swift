/// Where a value is written, piece by piece.
struct ValueOutput {
    private static let chunkSize = 1 << 16

    /// Whether there are colours.
    let style: TextStyle

    /// Whether a person sees it; otherwise a program reads it.
    let isTerminal: Bool

    private let write: ([UInt8]) -> Void
    private var buffer: [UInt8] = []

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - style: Whether there are colours.
    ///   - isTerminal: Whether a person sees it.
    ///   - write: Takes the pieces.
    init(style: TextStyle, isTerminal: Bool, write: @escaping ([UInt8]) -> Void) {
        self.style = style
        self.isTerminal = isTerminal
        self.write = write
    }

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
    /// - Parameter level: How many levels the line is indented by.
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
