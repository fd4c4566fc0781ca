import DecantCore

/// What the chunk fcTL says about a frame (PNG §11.3.6.2).
struct PNGFrameControl {
    /// Where on the canvas the frame is drawn.
    let area: ImageArea
    let delay: Duration
    let disposal: ImageFrame.Disposal

    /// Whether the frame is laid over the canvas, instead of taking its place.
    let blends: Bool

    static let length = 26

    /// Reads the data of the chunk; the area lies on the canvas.
    init(_ bytes: ImageBytes, at position: Int, on canvas: PNGHeader) throws(ResponseError) {
        area = ImageArea(
            x: bytes.big32(at: position + 12),
            y: bytes.big32(at: position + 16),
            width: bytes.big32(at: position + 4),
            height: bytes.big32(at: position + 8)
        )
        let numerator = bytes.big16(at: position + 20)
        let denominator = bytes.big16(at: position + 22)
        // A denominator of 0 stands for hundredths of a second.
        delay = .milliseconds(1000 * numerator) / (denominator == 0 ? 100 : denominator)
        guard area.width > 0, area.height > 0, area.x + area.width <= canvas.width,
            area.y + area.height <= canvas.height
        else { throw bytes.fault("a frame is outside of the canvas", at: position + 4) }
        switch bytes[position + 24] {
        case 0: disposal = .keep
        case 1: disposal = .clear
        case 2: disposal = .restore
        default: throw bytes.fault("the disposal of a frame does not exist", at: position + 24)
        }
        guard bytes[position + 25] <= 1 else {
            throw bytes.fault("the blending of a frame does not exist", at: position + 25)
        }
        blends = bytes[position + 25] == 1
    }
}
