/// A place in the text of a body.
public struct SourcePosition: Sendable, Hashable, Codable {
    /// The number of bytes of the body, as received, that stand before the place.
    public var offset: Int

    /// The line, counted from 1; lines end with LF, CR or CR LF.
    public var line: Int

    /// The column, counted from 1 in Unicode scalars.
    public var column: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes in front of the place.
    ///   - line: The line, from 1.
    ///   - column: The column, from 1, in Unicode scalars.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}
