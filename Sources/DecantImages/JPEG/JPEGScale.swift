/// How much smaller than it is a JPEG is decoded: fewer samples are made of each block of 8 by 8.
enum JPEGScale {
    /// The sizes that there are fast ways to, in eighths.
    private static let choices = [1, 2, 4]

    /// The smallest size in eighths from which a picture can still be made smaller to fit within a square.
    static func eighths(of width: Int, by height: Int, within side: Int?) -> Int {
        let wanted = ImagePixels.size(of: width, by: height, within: side)
        let choice = choices.first { eighths in
            let size = size(of: width, by: height, eighths)
            return size.width >= wanted.width && size.height >= wanted.height
        }
        return choice ?? 8
    }

    /// The size that a picture is decoded to.
    static func size(of width: Int, by height: Int, _ eighths: Int) -> (width: Int, height: Int) {
        ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
    }
}
