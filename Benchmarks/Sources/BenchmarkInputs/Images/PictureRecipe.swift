/// A recipe for the file of a picture.
struct PictureRecipe: Sendable {
    let name: String
    let size: PictureSize
    var frames = 1
    let summary: String
    let make: @Sendable () -> [UInt8]

    init(
        _ name: String,
        _ size: PictureSize,
        _ summary: String,
        frames: Int = 1,
        _ make: @escaping @Sendable () -> [UInt8]
    ) {
        self.name = name
        self.size = size
        self.frames = frames
        self.summary = "\(size.width)x\(size.height) \(summary)"
        self.make = make
    }

    var file: InputFile {
        let pixels = size.width * size.height * frames
        return InputFile(name: name, bytes: make(), summary: summary, isGenerated: true, pixels: pixels)
    }
}
