import DecantCore

/// Looks at the beginning of a strip or tile for what its decoder would allocate or do on its word.
enum TIFFStreamCheck {
    /// Throws if a strip or tile asks for more than its pixels are worth.
    static func check(_ bytes: ImageBytes, _ range: Range<Int>, _ layout: TIFFLayout, rows: Int, _ limits: Limits)
        throws(ResponseError)
    {
        switch layout.compression {
        case .jpeg, .oldJPEG: try checkScans(bytes, range, layout, rows: rows, limits)
        case .webP: try checkSize(bytes, range, layout, rows: rows)
        case .lzma: try checkDictionary(bytes, range, layout)
        default: break
        }
    }

    /// A progressive JPEG goes over all of its pixels for each scan, which may be as short as a few bytes.
    private static func checkScans(
        _ bytes: ImageBytes,
        _ range: Range<Int>,
        _ layout: TIFFLayout,
        rows: Int,
        _ limits: Limits
    ) throws(ResponseError) {
        guard let frame = JPEGFrame.first(in: bytes, range), frame.process.isProgressive else { return }
        var scans = 0
        for place in range.dropLast() where bytes[place] == 0xFF && bytes[place + 1] == 0xDA { scans += 1 }
        let (work, overflow) = scans.multipliedReportingOverflow(by: layout.columns * rows)
        guard !overflow, work <= limits.scanPixels else {
            throw bytes.excess(
                "a JPEG with \(scans) scans, more than the limit of \(limits.scanPixels) pixels",
                at: range.lowerBound,
                .scanPixels
            )
        }
    }

    private static func checkSize(_ bytes: ImageBytes, _ range: Range<Int>, _ layout: TIFFLayout, rows: Int)
        throws(ResponseError)
    {
        let header = try WebPDecoder.header(bytes.slice(range, as: .webp))
        guard header.width == layout.columns, header.height == rows else {
            let message = "a WebP of \(header.width) by \(header.height) pixels is not the size of its strip or tile"
            throw bytes.fault(message, at: range.lowerBound)
        }
    }

    /// The size of the dictionary in the first block of an .xz file (§3.1.5 and §5.3.1 of its specification).
    private static func checkDictionary(_ bytes: ImageBytes, _ range: Range<Int>, _ layout: TIFFLayout)
        throws(ResponseError)
    {
        let block = range.lowerBound + 12
        guard range.count > 16 else { throw bytes.cut("an .xz file") }
        let end = min(range.upperBound, block + 4 * (Int(bytes[block]) + 1))
        // The filter 0x21 with one byte of properties is the last one.
        for place in block + 2..<max(block + 2, end - 2) where bytes[place] == 0x21 && bytes[place + 1] == 1 {
            // Powers of two and half as much more, from 4 KiB; 28 stands for 64 MiB.
            guard bytes[place + 2] <= 28 else {
                throw bytes.fault("a dictionary of more than 64 MiB", at: place)
            }
        }
    }
}
