extension ImagePixels {
    /// The size that a picture takes within a square, its aspect kept; it is never made larger.
    ///
    /// - Parameters:
    ///   - width: The width of the picture, above 0.
    ///   - height: Its height, above 0.
    ///   - side: The side of the square; nil is one that has room for anything.
    /// - Returns: The size, each side of which has one pixel at least.
    static func size(of width: Int, by height: Int, within side: Int?) -> (width: Int, height: Int) {
        let longest = max(width, height)
        guard let side, longest > max(side, 1) else { return (width, height) }
        let scaled = { (length: Int) in
            let (product, overflow) = length.multipliedReportingOverflow(by: max(side, 1))
            return overflow ? length : max(1, (product + longest / 2) / longest)
        }
        return (scaled(width), scaled(height))
    }

    /// The pixels made to fit within a square.
    ///
    /// - Parameters:
    ///   - side: The side of the square; nil is one that has room for anything.
    ///   - alpha: What the colour of a pixel that is not opaque means; straight ones count as much as they are opaque.
    /// - Returns: The pixels, or fewer.
    func fitted(within side: Int?, _ alpha: ImageOptions.Alpha = .straight) -> ImagePixels {
        let (columns, rows) = Self.size(of: width, by: height, within: side)
        guard columns < width || rows < height else { return self }
        let filter = UnsafeAreaFilter(self, columns: columns, rows: rows, weighsByAlpha: alpha == .straight)
        return samples16.isEmpty
            ? ImagePixels(width: columns, height: rows, filter.shrink(samples8))
            : ImagePixels(width: columns, height: rows, deep: filter.shrink(samples16))
    }
}
