extension ImagePixels {
    /// The pixels turned as an orientation says.
    ///
    /// - Parameter orientation: How they are to be turned.
    /// - Returns: The pixels as they are to be seen; the sides may have changed places.
    public func turned(_ orientation: ImageOrientation) -> ImagePixels {
        guard orientation != .up else { return self }
        let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
        if samples16.isEmpty {
            return ImagePixels(width: columns, height: rows, turn(samples8, orientation, columns, rows))
        }
        return ImagePixels(width: columns, height: rows, deep: turn(samples16, orientation, columns, rows))
    }

    private func turn<Sample: FixedWidthInteger & Sendable>(
        _ samples: SampleBuffer<Sample>,
        _ orientation: ImageOrientation,
        _ columns: Int,
        _ rows: Int
    ) -> SampleBuffer<Sample> {
        // MARK: - Unsafe
        // Bound: the target has a pixel for each of `columns` by `rows`; the source is indexed with a test.
        unsafe SampleBuffer(capacity: columns * rows * 4) { target, count in
            for y in 0..<rows {
                let (start, step) = source(of: y, orientation)
                var pixel = start
                for _ in 0..<columns {
                    for channel in 0..<4 { unsafe target[count + channel] = samples[pixel * 4 + channel] }
                    pixel += step
                    count += 4
                }
            }
        }
    }

    /// Where the first pixel of a row of the turned picture comes from, and how far apart its neighbours were.
    private func source(of row: Int, _ orientation: ImageOrientation) -> (start: Int, step: Int) {
        let (lastColumn, lastRow) = (width - 1, height - 1)
        switch orientation {
        case .up: return (row * width, 1)
        case .upMirrored: return (row * width + lastColumn, -1)
        case .down: return ((lastRow - row) * width + lastColumn, -1)
        case .downMirrored: return ((lastRow - row) * width, 1)
        case .leftMirrored: return (row, width)
        case .right: return (lastRow * width + row, -width)
        case .rightMirrored: return (lastRow * width + lastColumn - row, -width)
        case .left: return (lastColumn - row, width)
        }
    }
}
