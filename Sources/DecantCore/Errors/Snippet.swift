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
