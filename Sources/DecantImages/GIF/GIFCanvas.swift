/// The canvas that the frames of a GIF are drawn on.
struct GIFCanvas {
    let width: Int
    let height: Int

    /// The samples as they are to be seen; empty before the first frame.
    var samples: SampleBuffer<UInt8> = []

    /// The indices of the frame that is drawn, with room behind them; kept for the next one.
    var indices: SampleBuffer<UInt8> = []

    /// What the frame drawn last asks for, what was there before it, and the pixel that clears its area.
    private var pending: (disposal: ImageFrame.Disposal, area: ImageArea, before: SampleBuffer<UInt8>, empty: UInt32)?

    /// The index of the colour where there is no frame (GIF89a §18), in the palette that the frame at hand uses.
    private let background: Int

    init(width: Int, height: Int, background: Int) {
        self.width = width
        self.height = height
        self.background = background
    }

    var pixels: ImagePixels { ImagePixels(width: width, height: height, samples) }

    /// Draws a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - palette: The colours; without any, indices are shades of grey.
    ///   - codes: What undoes the compression.
    ///   - bytes: The file.
    /// - Returns: How the data of the frame ended; what is missing of it is transparent.
    mutating func draw(
        _ frame: GIFFrame,
        _ palette: [UInt32]?,
        _ codes: UnsafeGIFCodes,
        _ bytes: ImageBytes
    ) -> UnsafeGIFCodes.Outcome {
        let outcome = decode(frame, codes, bytes)
        var table = palette ?? (0..<256).map { UInt32($0) * 0x01_0101 | 0xFF00_0000 }
        let ground = background < table.count ? table[background] : table[0]
        table += Array(repeating: 0xFF00_0000, count: 256 - table.count)
        // By convention, a frame with a transparent colour stands on a transparent ground.
        let empty = frame.control.transparent.map { table[Int($0)] & 0xFF_FFFF } ?? ground
        let before = frame.control.disposal == .restore ? samples : []
        pending = (frame.control.disposal, clipped(frame.area), before, empty)
        if samples.isEmpty, let transparent = frame.control.transparent { table[Int(transparent)] &= 0xFF_FFFF }
        paint(frame, clipped(frame.area), table, empty: empty, count: codes.count)
        return outcome
    }

    /// Does what the frame drawn last asks for.
    mutating func dispose() {
        guard let pending else { return }
        self.pending = nil
        switch pending.disposal {
        case .keep: break
        case .restore:
            if pending.before.isEmpty {
                clear(ImageArea(width: width, height: height), to: pending.empty)
            } else {
                samples = pending.before
            }
        case .clear: clear(pending.area, to: pending.empty)
        }
    }

    /// The part of an area that lies on the canvas.
    private func clipped(_ area: ImageArea) -> ImageArea {
        let (x, y) = (min(area.x, width), min(area.y, height))
        return ImageArea(x: x, y: y, width: min(area.width, width - x), height: min(area.height, height - y))
    }
}

extension GIFFrame {
    /// The row of the picture that a row of the data is (GIF89a Appendix E).
    func row(_ index: Int) -> Int {
        guard isInterlaced else { return index }
        let first = (area.height + 7) / 8
        let second = first + (area.height + 3) / 8
        let third = second + (area.height + 1) / 4
        if index < first { return index * 8 }
        if index < second { return (index - first) * 8 + 4 }
        if index < third { return (index - second) * 4 + 2 }
        return (index - third) * 2 + 1
    }
}
