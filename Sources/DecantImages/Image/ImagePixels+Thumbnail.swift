import CDecantPixels
import DecantCore

extension ImagePixels {
    /// Returns the size of a nonempty image scaled down to fit within a square.
    ///
    /// The size keeps the aspect ratio, is never larger than the image, and has at least one pixel on each side.
    static func size(of width: Int, by height: Int, within side: Int?) -> (width: Int, height: Int) {
        let maxSide = max(width, height)
        guard let side, maxSide > max(side, 1) else { return (width, height) }
        let scaled = { (length: Int) in
            let (product, overflow) = length.multipliedReportingOverflow(by: max(side, 1))
            return overflow ? length : max(1, (product + maxSide / 2) / maxSide)
        }
        return (scaled(width), scaled(height))
    }

    /// Returns the pixels scaled down to fit within a square; colors with straight alpha are weighted by it.
    func fitted(within side: Int?, isPremultiplied: Bool = false) -> ImagePixels {
        let (columns, rows) = Self.size(of: width, by: height, within: side)
        guard columns < width || rows < height else { return self }
        let filter = UnsafeAreaFilter(self, columns: columns, rows: rows, weighsByAlpha: !isPremultiplied)
        return samples16.isEmpty
            ? ImagePixels(width: columns, height: rows, filter.shrink(samples8))
            : ImagePixels(width: columns, height: rows, deep: filter.shrink(samples16))
    }
}

// MARK: - Unsafe
//
// Why: the means of all pixels are computed by loops over whole rows, in sums that live as long as one row of the
// result.
//
// Bound: source and target have as many samples as their sizes require, which is checked; a row of the target covers
// only rows of the source, because the target is not larger. The sums have four lanes for each column. Pointers live
// inside the closures that provide them.

/// A filter that scales down pixels: each is the mean of the area that it covers.
@safe
private struct UnsafeAreaFilter {
    private let width: Int
    private let height: Int
    private let columns: Int
    private let rows: Int
    /// Whether the color of a pixel is weighted by its alpha.
    private let weighsByAlpha: Bool

    /// Creates a filter that scales pixels down to `columns` by `rows`, which must not exceed their size.
    init(_ pixels: ImagePixels, columns: Int, rows: Int, weighsByAlpha: Bool) {
        precondition(columns > 0 && rows > 0 && columns <= pixels.width && rows <= pixels.height)
        width = pixels.width
        height = pixels.height
        self.columns = columns
        self.rows = rows
        self.weighsByAlpha = weighsByAlpha
    }

    /// Returns the rows of the source that a row of the target covers, in part or completely.
    private func covered(by row: Int) -> ClosedRange<Int> { row * height / rows...((row + 1) * height - 1) / rows }

    /// Returns the share of a source row that a target row covers; `rows` represents the complete row.
    private func weight(of source: Int, in row: Int) -> Int {
        min((source + 1) * rows, (row + 1) * height) - max(source * rows, row * height)
    }

    /// The maxSide side for which sums of 8-bit samples fit into their lanes.
    private static let maxSide = 65_535

    /// Scales down samples of 8 bits.
    func shrink(_ samples: SampleBuffer<UInt8>) -> SampleBuffer<UInt8> {
        precondition(samples.count == width * height * 4)
        guard max(width, height) <= Self.maxSide else {
            return SampleBuffer(shrink(SampleBuffer(samples.map { UInt16($0) })).map { UInt8(truncatingIfNeeded: $0) })
        }
        var sums = [UInt32](repeating: 0, count: width * 4)
        var whole = [UInt16](repeating: 0, count: width * 4)
        return unsafe SampleBuffer(capacity: columns * rows * 4) { target, count in
            unsafe samples.withUnsafeBufferPointer { samples in
                unsafe sums.withUnsafeMutableBufferPointer { sums in
                    unsafe whole.withUnsafeMutableBufferPointer { whole in
                        let (sums, whole) = unsafe (sums.firstAddress, whole.firstAddress)
                        let (source, target) = unsafe (samples.firstAddress, target.firstAddress)
                        for row in 0..<rows {
                            let pixels = unsafe target + row * columns * 4
                            let isEven = unsafe add(row, of: source, to: sums, whole)
                            unsafe decant_area_row(sums, width, pixels, columns, height, isEven ? 0 : 1)
                        }
                    }
                }
            }
            count = columns * rows * 4
        }
    }

    /// Adds up the rows that a row of the target covers, and returns whether all pixels have the same weight.
    private func add(
        _ row: Int,
        of source: UnsafePointer<UInt8>,
        to sums: UnsafeMutablePointer<UInt32>,
        _ whole: UnsafeMutablePointer<UInt16>
    ) -> Bool {
        let covered = covered(by: row)
        let isEven =
            !weighsByAlpha
            || covered.allSatisfy { index in
                unsafe UnsafeRawPointer(source + index * width * 4).withMemoryRebound(to: UInt32.self, capacity: width)
                {
                    unsafe decant_row_is_opaque($0, width) != 0
                }
            }
        var count = 0
        for index in covered {
            let (pixels, weight) = unsafe (source + index * width * 4, weight(of: index, in: row))
            if !isEven {
                unsafe decant_area_add_alpha(pixels, sums, width, UInt32(weight))
            } else if weight < rows {
                unsafe decant_area_add_part(pixels, sums, width * 4, UInt32(weight))
            } else {
                unsafe decant_area_add(pixels, whole, width * 4)
                count += 1
                if count % DECANT_AREA_ROWS == 0 { unsafe decant_area_add_sums(whole, sums, width * 4, UInt32(rows)) }
            }
        }
        unsafe decant_area_add_sums(whole, sums, width * 4, UInt32(rows))
        return isEven
    }

    /// Scales down samples of 16 bits.
    func shrink(_ samples: SampleBuffer<UInt16>) -> SampleBuffer<UInt16> {
        precondition(samples.count == width * height * 4)
        var sums = [Double](repeating: 0, count: width * 4)
        let byAlpha: Int32 = weighsByAlpha ? 1 : 0
        return unsafe SampleBuffer(capacity: columns * rows * 4) { target, count in
            unsafe samples.withUnsafeBufferPointer { samples in
                unsafe sums.withUnsafeMutableBufferPointer { sums in
                    let (source, sums) = unsafe (samples.firstAddress, sums.firstAddress)
                    for row in 0..<rows {
                        for index in covered(by: row) {
                            let weight = Double(weight(of: index, in: row))
                            unsafe decant_area_add_deep(source + index * width * 4, sums, width, weight, byAlpha)
                        }
                        let pixels = unsafe target.firstAddress + row * columns * 4
                        unsafe decant_area_deep_row(sums, width, pixels, columns, height, byAlpha)
                    }
                }
            }
            count = columns * rows * 4
        }
    }
}
