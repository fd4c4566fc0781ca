#if PNG
import DecantCore

/// Decodes the compressed rows of one picture or frame of a PNG.
///
/// Rows are inflated into the end of the memory that the pixels take, and made pixels from there to its beginning, so that
/// one allocation serves both. For a row of `r` bytes, its filter type included, and `p` bytes of pixels, the memory has
/// `h * max(r, p)` bytes: no row of pixels reaches into a row that is yet to be read. A photograph of 3 bytes a pixel and
/// 10 by 2 pixels, for example, has r = 31 and p = 40: 62 bytes are inflated to the places 18 to 79 of 80; the first row
/// is read from 18 to 48 and written to 0 to 39, the second is read from 49 to 79 and written to 40 to 79.
struct PNGPictureDecoder {
    /// Deflate cannot make more than this of one byte (RFC 1951): 258 bytes by two bits.
    static let highestRatio = 1032

    let bytes: ImageBytes
    let file: PNGFile
    let format: PNGRowFormat
    let inflater: UnsafeInflater

    /// What frames are made to fit into once they are put together.
    let maximumPixelSize: Int?

    init(_ bytes: ImageBytes, _ file: PNGFile, _ options: ImageOptions) throws(ResponseError) {
        guard let inflater = UnsafeInflater() else { throw ResponseError(.limitExceeded, "there is no memory") }
        self.bytes = bytes
        self.file = file
        self.inflater = inflater
        maximumPixelSize = options.maximumPixelSize
        format = PNGRowFormat(file, depth: options.depth)
    }

    /// Decodes a picture of its own size.
    ///
    /// - Parameters:
    ///   - data: Where its compressed bytes stand.
    ///   - header: The header, with the size of this picture.
    /// - Returns: The pixels, and whether they are all there.
    /// - Throws: ``ResponseError`` if they are damaged.
    func decode(_ data: [Range<Int>], _ header: PNGHeader) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        let position = data.first?.lowerBound ?? bytes.count
        let compressed = data.reduce(0) { $0 + $1.count }
        // Before anything is allocated: can so few bytes be so many pixels?
        guard header.rawCount / Self.highestRatio <= compressed || file.isCut else {
            let message = "\(compressed) bytes of data cannot be \(header.width) by \(header.height) pixels"
            throw bytes.fault(message, at: position)
        }
        if format.isDeep {
            let (samples, isComplete): (SampleBuffer<UInt16>, Bool) = try samples(data, header)
            return (ImagePixels(width: header.width, height: header.height, deep: samples), isComplete)
        }
        let (samples, isComplete): (SampleBuffer<UInt8>, Bool) = try samples(data, header)
        return (ImagePixels(width: header.width, height: header.height, samples), isComplete)
    }

    private func samples<Sample: FixedWidthInteger & Sendable>(_ data: [Range<Int>], _ header: PNGHeader)
        throws(ResponseError)
        -> (SampleBuffer<Sample>, Bool)
    {
        if header.isInterlaced || file.isCut { return try separately(data, header) }
        return (try inPlace(data, header), true)
    }

    /// The error for compressed rows that are not what the header announces.
    func fault(_ outcome: UnsafeInflater.Outcome, _ data: [Range<Int>], _ header: PNGHeader) -> ResponseError {
        let position = data.first?.lowerBound ?? bytes.count
        switch outcome {
        case .done(let count):
            return bytes.fault("its data make \(count) bytes of pixels, which need \(header.rawCount)", at: position)
        case .excess:
            let message = "its data make more than the \(header.rawCount) bytes that its pixels need"
            return bytes.fault(message, at: position)
        case .damaged: return bytes.fault("its compressed data are damaged", at: position)
        }
    }

    /// The error for a row with a filter that there is none of.
    func filterFault(_ row: Int, _ data: [Range<Int>]) -> ResponseError {
        bytes.fault("the filter of row \(row) does not exist", at: data.first?.lowerBound ?? 0)
    }

    /// The error for an index without a colour.
    var indexFault: ResponseError {
        let count = file.palette.count
        return bytes.fault("an index is beyond the \(count) colours of its palette", at: file.palettePosition)
    }
}
#endif
