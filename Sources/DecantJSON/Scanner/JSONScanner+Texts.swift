import DecantCore
import DecantDocument

// The texts of a stream are read many at once: to begin and end a document for each takes as long as to read some hundreds of bytes.
// They are the values of one document, each of which keeps its own range, and the values may outlive one another.
//
// Only regular texts are read this way. Others are left to the parser of one text, which explains what is invalid.

/// A byte between the texts of a stream.
package enum JSONSeparator: Sendable {
    /// A line feed after each text, and no other one (JSON Lines).
    case lineFeed

    /// A comma between two texts, or the bracket after the last one (the elements of an array).
    case comma
}

extension JSONScanner {
    /// Passes the separator after a text, and notes that the text is complete.
    ///
    /// - Returns: Whether another text follows; if not, nothing was changed.
    @inline(never)
    mutating func beginsText(at state: inout JSONScanState, _ nodeCount: Int) -> Bool {
        guard let separator, state.closer == 0, state.position < text.count else { return false }
        guard separator == .lineFeed || text[state.position] == UInt8(ascii: ",") else { return false }
        completeNodes = nodeCount
        completeEnd = state.position
        if separator == .comma { state.position = text.skipWhiteSpace(at: state.position &+ 1, lines) }
        state.expectsName = false
        return true
    }

    /// Advances after a value that a chunk ends with; false if neither a value nor a name follows.
    mutating func advancesAfterValue(_ nodes: NodeWriter) -> Bool {
        var state = self.state
        defer { self.state = state }
        return state.advance(in: text, lines, nodes) || beginsText(at: &state, nodes.count)
    }

    /// Notes that the last text is complete, too, if it is, after the scanner has stopped.
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

/// Finds the ranges of the texts of a document that were read at once.
struct JSONTextRanges {
    private let text: PaddedBytes
    private let separator: JSONSeparator
    private let mostBytes: Int
    private let mostNodes: Int

    /// - Parameters:
    ///   - text: The bytes of all.
    ///   - separator: The byte between two texts.
    ///   - mostBytes: The number of bytes that a text may have.
    ///   - mostNodes: The number of values that it may have.
    init(_ text: PaddedBytes, _ separator: JSONSeparator, mostBytes: Int, mostNodes: Int) {
        self.text = text
        self.separator = separator
        self.mostBytes = mostBytes
        self.mostNodes = mostNodes
    }

    /// Adds the texts to their document, up to the first one that is too large, or that is not on a line of its own.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - nodes: The number of nodes of the complete texts.
    ///   - end: The position of the separator after the last one, or one after that.
    /// - Returns: Whether all were added.
    func add(to document: FlatDocument, nodes: Int, end: Int) -> Bool {
        var node = 0
        var start = 0
        while node < nodes {
            let next = document.next(after: node)
            let after = next < nodes ? document.textOffset(of: next) : end
            guard let bytes = range(from: separator == .comma ? document.textOffset(of: node) : start, before: after),
                bytes.count <= mostBytes, next - node <= mostNodes
            else { return false }
            document.append(DocumentItem(bytes, at: node))
            (node, start) = (next, bytes.upperBound + 1)
        }
        return true
    }

    /// The range of a text before the next one, or before its separator; that of a line ends before its line feed.
    private func range(from start: Int, before next: Int) -> Range<Int>? {
        var end = next
        if separator == .lineFeed {
            while end > start, text[end &- 1] != UInt8(ascii: "\n") {
                guard text[end &- 1].isSpaceOrControl else { return nil }
                end &-= 1
            }
            guard end > start else { return nil }
            end &-= 1
            // A comma after a value may have been taken for one in an array.
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
