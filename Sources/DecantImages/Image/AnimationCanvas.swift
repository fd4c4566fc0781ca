/// The canvas for drawing the frames of an animation, in order.
///
/// The canvas applies the disposal of each frame after it was shown.
struct AnimationCanvas<Sample: FixedWidthInteger & UnsignedInteger & Sendable> {
    let width: Int
    let height: Int
    /// The samples to display.
    private(set) var samples: SampleBuffer<Sample>

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        samples = SampleBuffer(repeating: 0, count: width * height * 4)
    }

    /// Draws the samples of a frame on an area of the canvas.
    mutating func draw(_ frame: SampleBuffer<Sample>, in area: ImageArea, blends: Bool) {
        if !blends, area.width == width, area.height == height {
            samples = frame
            return
        }
        let width = width
        let frame = frame.span
        var canvas = samples.mutableSpan
        for row in 0..<area.height {
            let target = ((area.y + row) * width + area.x) * 4
            let source = row * area.width * 4
            for pixel in 0..<area.width {
                let (from, to) = (source + pixel * 4, target + pixel * 4)
                if blends {
                    Self.blend(frame, from, over: &canvas, to)
                } else {
                    for channel in 0..<4 { canvas[to + channel] = frame[from + channel] }
                }
            }
        }
    }

    /// Blends a pixel over another one (PNG, Third Edition, section 13.12.3): straight alpha, rounded to nearest.
    private static func blend(
        _ frame: Span<Sample>,
        _ source: Int,
        over canvas: inout MutableSpan<Sample>,
        _ target: Int
    ) {
        let maxSample = UInt64(Sample.max)
        let alpha = UInt64(frame[source + 3])
        let below = UInt64(canvas[target + 3])
        guard alpha > 0 else { return }
        guard alpha < maxSample, below > 0 else {
            for channel in 0..<4 { canvas[target + channel] = frame[source + channel] }
            return
        }
        let front = alpha * maxSample
        let back = (maxSample - alpha) * below
        let sum = front + back
        for channel in 0..<3 {
            let mixed = UInt64(frame[source + channel]) * front + UInt64(canvas[target + channel]) * back
            canvas[target + channel] = Sample(truncatingIfNeeded: (mixed + sum / 2) / sum)
        }
        canvas[target + 3] = Sample(truncatingIfNeeded: (sum + maxSample / 2) / maxSample)
    }

    /// Applies the disposal of a frame.
    mutating func dispose(_ disposal: FrameDisposal, of area: ImageArea, before: SampleBuffer<Sample>) {
        switch disposal {
        case .keep: break
        case .restore: samples = before
        case .clear:
            let width = width
            var canvas = samples.mutableSpan
            for row in area.y..<area.y + area.height {
                let start = (row * width + area.x) * 4
                for index in start..<start + area.width * 4 { canvas[index] = 0 }
            }
        }
    }
}

/// The treatment of a frame before the next one is drawn.
enum FrameDisposal {
    /// The frame stays.
    case keep
    /// Its area becomes transparent.
    case clear
    /// Its area is restored to the previous pixels.
    case restore
}
