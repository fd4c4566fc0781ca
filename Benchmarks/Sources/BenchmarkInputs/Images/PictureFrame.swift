/// A frame of an animation: where it lies, and one index for each pixel.
struct PictureFrame {
    var x = 0
    var y = 0
    let width: Int
    let indices: [UInt8]

    /// The index of what is not drawn, or -1.
    var transparent: Int32 = -1
}
