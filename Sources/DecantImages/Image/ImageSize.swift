/// A size in points.
public struct ImageSize: Sendable, Hashable {
    /// The width in points.
    public let width: Double

    /// The height in points.
    public let height: Double
}
