/// A rectangle of pixels, counted from the upper left.
public struct ImageArea: Sendable, Hashable {
    /// The first column.
    public let x: Int

    /// The first row.
    public let y: Int

    /// The number of columns.
    public let width: Int

    /// The number of rows.
    public let height: Int

    init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
