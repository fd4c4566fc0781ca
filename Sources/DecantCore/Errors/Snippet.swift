/// The line of a text at which something is wrong, made fit to print, with the place marked.
///
/// Control characters, and those that change the direction of writing, are shown by visible stand-ins, so a snippet
/// never sends commands to a terminal. Long lines are cut on both sides.
public struct Snippet: Sendable, Hashable, Codable {
    /// The line, or the part of it around the place.
    public var text: String

    /// The number of characters of ``text`` before the place.
    public var caret: Int

    /// The line's number, counted from 1.
    public var line: Int

    /// Creates a snippet.
    ///
    /// - Parameters:
    ///   - text: The line, or the part of it around the place, fit to print.
    ///   - caret: The number of characters before the place.
    ///   - line: The line's number, counted from 1.
    public init(text: String, caret: Int, line: Int) {
        self.text = text
        self.caret = caret
        self.line = line
    }
}

extension Snippet {
    /// The number of terminal cells before the place: East Asian characters take two, combining marks none.
    package var caretColumn: Int {
        text.prefix(caret).unicodeScalars.reduce(0) { $0 + Self.cells($1) }
    }

    private static func cells(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F: return 2
        case 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD: return 2
        default: return 1
        }
    }
}
