/// The size of a terminal.
struct TerminalSize {
    /// The size that is assumed where the real one is unknown.
    static let usual = TerminalSize(columns: 80, rows: 24, cellWidth: 8, cellHeight: 16)

    /// The number of columns.
    let columns: Int

    /// The number of rows.
    let rows: Int

    /// The width of a character in pixels.
    let cellWidth: Int

    /// The height of a character in pixels.
    let cellHeight: Int
}
