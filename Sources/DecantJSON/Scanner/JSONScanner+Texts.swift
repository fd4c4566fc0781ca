import DecantCore
import DecantDocument

// Reads many texts of a stream as one document, because creating and completing a document costs as much as reading a
// few hundred bytes. Each text is a value of that document, with its own range, and values may outlive one another.
//
// Only regular texts are read this way. The parser of single texts reads all others, and describes their errors.

/// A byte between the texts of a stream.
package enum JSONSeparator: Sendable {
    /// A line feed after each text (JSON Lines). A text contains no line feed.
    case lineFeed

    /// A comma between two elements of an array, or the bracket after the last element.
    case comma
}

extension JSONScanner {
    /// Passes the separator after a text, and records that the text is complete.
    ///
    /// - Returns: Whether another text follows; if not, nothing has changed.
    @inline(never)
    mutating func beginsText(at state: inout JSONScanState, _ nodeCount: Int) -> Bool {
        guard let separator, state.closer == 0, state.position < text.count else { return false }
        guard separator == .lineFeed || text[state.position] == UInt8(ascii: ",") else { return false }
        completeNodes = nodeCount
        completeEnd = state.position
        if separator == .comma { state.position = text.skipWhitespace(at: state.position &+ 1, lines) }
        state.expectsName = false
        return true
    }

    /// Advances after a value that ends a chunk; returns false if neither a value nor a name follows.
    mutating func advancesAfterValue(_ nodes: NodeWriter) -> Bool {
        var state = self.state
        defer { self.state = state }
        return state.advance(in: text, lines, nodes) || beginsText(at: &state, nodes.count)
    }

    /// Records the last text as complete, if it is, after the scanner has stopped.
    mutating func endTexts(_ result: JSONScanResult, _ nodeCount: Int) {
        switch (separator, result) {
        case (.lineFeed, .done): (completeNodes, completeEnd) = (nodeCount, text.count)
        case (.lineFeed, _): completeNodes = 0
        case (.comma, .stopped(.commaOrEnd)) where state.closer == 0 && text[state.position] == UInt8(ascii: "]"):
            (completeNodes, completeEnd) = (nodeCount, state.position)
        default: break
        }
    }
}

/// A finder of text ranges in a document that holds several texts.
struct JSONTextRanges {
    private let text: PaddedBytes
    private let separator: JSONSeparator
    private let maxBytes: Int
    private let maxNodes: Int

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - text: The bytes of all texts.
    ///   - separator: The byte between two texts.
    ///   - maxBytes: The maximum number of bytes in a text.
    ///   - maxNodes: The maximum number of nodes in a text.
    init(_ text: PaddedBytes, _ separator: JSONSeparator, maxBytes: Int, maxNodes: Int) {
        self.text = text
        self.separator = separator
        self.maxBytes = maxBytes
        self.maxNodes = maxNodes
    }

    /// Adds the texts to their document, up to the first text that is too large or shares a line with another.
    ///
    /// - Parameters:
    ///   - nodes: The number of nodes of the complete texts.
    ///   - end: The position of the separator after the last text, or one after it.
    /// - Returns: Whether all texts were added.
    func add(to document: FlatDocument, nodes: Int, end: Int) -> Bool {
        var node = 0
        var start = 0
        while node < nodes {
            let next = document.next(after: node)
            let after = next < nodes ? document.textOffset(of: next) : end
            guard let bytes = range(from: separator == .comma ? document.textOffset(of: node) : start, before: after),
                bytes.count <= maxBytes, next - node <= maxNodes
            else { return false }
            document.append(DocumentItem(bytes, at: node))
            (node, start) = (next, bytes.upperBound + 1)
        }
        return true
    }

    /// Returns the range of a text before the next one or before its separator; a line ends before its line feed.
    private func range(from start: Int, before next: Int) -> Range<Int>? {
        var end = next
        if separator == .lineFeed {
            while end > start, text[end &- 1] != UInt8(ascii: "\n") {
                guard text[end &- 1].isSpaceOrControl else { return nil }
                end &-= 1
            }
            guard end > start else { return nil }
            end &-= 1
            // The scanner may have read a comma after a value as a comma in an array.
            var last = end
            while last > start, text[last &- 1].isSpaceOrControl { last &-= 1 }
            return last > start && text[last &- 1] != UInt8(ascii: ",") ? start..<end : nil
        }
        while end > start, text[end &- 1].isSpaceOrControl { end &-= 1 }
        if end > start, text[end &- 1] == UInt8(ascii: ",") { end &-= 1 }
        while end > start, text[end &- 1].isSpaceOrControl { end &-= 1 }
        return end > start ? start..<end : nil
    }
}
