/// What the graphic control extension says about the frame behind it (GIF89a §23).
struct GIFControl {
    var disposal = ImageFrame.Disposal.keep
    var delay = Duration.zero

    /// The index of the pixels that are not drawn.
    var transparent: UInt8?

    static let length = 4

    init() {}

    /// Reads the data of the extension.
    init(_ bytes: ImageBytes, at position: Int) {
        let flags = bytes[position]
        switch flags >> 2 & 7 {
        case 2: disposal = .clear
        // Some old programs write 4 for 3.
        case 3, 4: disposal = .restore
        default: disposal = .keep
        }
        delay = .milliseconds(10 * bytes.little16(at: position + 1))
        transparent = flags & 1 != 0 ? bytes[position + 3] : nil
    }
}
