extension ImagePixels {
    /// Takes samples of 8 bits; nil unless there are four for each of at least one pixel.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - samples: Red, green, blue and alpha of each pixel, row by row from the top.
    public init?(width: Int, height: Int, rgba8 samples: [UInt8]) {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, width > 0, height > 0, samples.count.isMultiple(of: 4), samples.count / 4 == count else {
            return nil
        }
        self.init(width: width, height: height, SampleBuffer(samples))
    }
}
