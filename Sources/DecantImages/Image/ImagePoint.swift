/// A pixel of a picture, counted from the upper left.
public struct ImagePoint: Sendable, Hashable {
    /// The column.
    public let x: Int

    /// The row.
    public let y: Int
}
