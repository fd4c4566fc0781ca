import DecantCore
import DecantJSON

/// A scanner of the whitespace between the tokens of a document, and of comments if they are accepted.
///
/// Chunks may be split anywhere; no byte is read twice.
struct JSONTrivia {
    private enum State {
        case whitespace
        case lineComment
        case blockComment
    }

    /// Whether comments are accepted.
    private let acceptsComments: Bool
    private var state = State.whitespace

    /// The offset of the first comment, or nil without comments.
    private(set) var firstComment: Int?

    /// Whether a comment between asterisks is not closed.
    var isInComment: Bool { state == .blockComment }

    init(_ options: JSON.Options) { acceptsComments = options.quirks.contains(.comments) }

    /// Advances to the next token.
    ///
    /// - Returns: Whether a token begins at the offset; false if more bytes are needed.
    mutating func skip(to offset: inout Int, in window: borrowing BodyWindow) -> Bool {
        while offset < window.end {
            switch state {
            case .whitespace:
                if JSONItems.isWhitespace(window[offset]) {
                    offset += 1
                } else if acceptsComments, window[offset] == UInt8(ascii: "/") {
                    guard offset + 1 < window.end else { return false }
                    guard startComment(at: offset, in: window) else { return true }
                    offset += 2
                } else {
                    return true
                }
            case .lineComment:
                if window[offset].isLineEnd { state = .whitespace }
                offset += 1
            case .blockComment:
                let isStar = window[offset] == UInt8(ascii: "*")
                guard !isStar || offset + 1 < window.end else { return false }
                offset += 1
                guard isStar, window[offset] == UInt8(ascii: "/") else { continue }
                state = .whitespace
                offset += 1
            }
        }
        return false
    }

    /// Ends the comment with the stream.
    mutating func endComment() { state = .whitespace }

    private mutating func startComment(at offset: Int, in window: borrowing BodyWindow) -> Bool {
        switch window[offset + 1] {
        case UInt8(ascii: "/"): state = .lineComment
        case UInt8(ascii: "*"): state = .blockComment
        default: return false
        }
        firstComment = firstComment ?? offset
        return true
    }
}

/// A scanner that finds the end of an array, an object, or a string in text with comments or strings in apostrophes.
///
/// Like ``JSONExtent``, it leaves validation to the parser.
struct LenientJSONExtent {
    private enum State {
        case plain
        case string(quote: UInt8)
        case escape(quote: UInt8)
        case slash
        case lineComment
        case blockComment
        case star
    }

    private let quirks: JSON.Quirks
    private var state = State.plain
    private var depth = 0

    /// Creates a scanner, or nil if the quirks need none.
    init?(_ quirks: JSON.Quirks) {
        guard !quirks.isDisjoint(with: [.comments, .singleQuotes]) else { return nil }
        self.quirks = quirks
    }

    /// Returns whether a byte begins a value that ends with its own closing byte.
    func isOpening(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\"")].contains(byte) || isApostrophe(byte)
    }

    /// Returns whether a byte ends a number or a literal.
    func endsScalar(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") && quirks.contains(.comments) }

    /// Consumes the next byte; returns whether it ends the value.
    mutating func consume(_ byte: UInt8) -> Bool {
        switch state {
        case .plain, .slash: return consumePlain(byte)
        case .string(let quote):
            if byte == UInt8(ascii: "\\") { state = .escape(quote: quote) }
            guard byte == quote else { return false }
            state = .plain
            return depth == 0
        case .escape(let quote): state = .string(quote: quote)
        case .lineComment: if byte.isLineEnd { state = .plain }
        case .blockComment: if byte == UInt8(ascii: "*") { state = .star }
        case .star:
            if byte == UInt8(ascii: "/") { state = .plain } else if byte != UInt8(ascii: "*") { state = .blockComment }
        }
        return false
    }

    private mutating func consumePlain(_ byte: UInt8) -> Bool {
        let isAfterSlash = if case .slash = state { true } else { false }
        state = .plain
        switch byte {
        case UInt8(ascii: "/") where isAfterSlash: state = .lineComment
        case UInt8(ascii: "*") where isAfterSlash: state = .blockComment
        case UInt8(ascii: "/") where quirks.contains(.comments): state = .slash
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            depth -= 1
            return depth <= 0
        case _ where byte == UInt8(ascii: "\"") || isApostrophe(byte): state = .string(quote: byte)
        default: break
        }
        return false
    }

    private func isApostrophe(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") && quirks.contains(.singleQuotes) }
}

extension UInt8 {
    /// Whether the byte ends a line, and a comment after two slashes.
    fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
