/// The columns and rows of a picture.
struct PictureSize: Sendable {
    let width: Int
    let height: Int

    static let icon = PictureSize(width: 64, height: 64)
    static let film = PictureSize(width: 640, height: 480)
    static let sprite = PictureSize(width: 640, height: 360)

    /// A million pixels and a little.
    static let small = PictureSize(width: 1280, height: 800)

    static let screen = PictureSize(width: 1920, height: 1080)

    /// Twelve million pixels.
    static let large = PictureSize(width: 4000, height: 3000)
}
