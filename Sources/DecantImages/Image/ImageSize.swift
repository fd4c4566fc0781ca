/// A size in points.
public struct ImageSize: Sendable, Hashable {
    /// The width in points.
    public let width: Double

    /// The height in points.
    public let height: Double

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: The width in points.
    ///   - height: The height in points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
