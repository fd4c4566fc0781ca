import DecantCore

/// A decoder of the images in a body, whose pixels come from a decoder of the operating system.
///
/// The parser of each format has read the header and checked it against the limits before. The system's view of the
/// file has to agree with it: its type, the size of each image, and their number.
struct SystemImageDecoder {
    let source: any SystemImageSource
    let bytes: ImageBytes
    let options: ImageOptions

    init(_ source: any SystemImageSource, _ bytes: ImageBytes, _ options: ImageOptions) {
        self.source = source
        self.bytes = bytes
        self.options = options
    }

    /// The types that the system may confuse with each other, by their identifiers.
    private static let formats: [String: ImageFormat] = [
        "public.jpeg": .jpeg, "public.tiff": .tiff, "org.webmproject.webp": .webp, "public.avif": .heic,
        "public.avis": .heic, "public.heic": .heic, "public.heics": .heic, "public.heif": .heic, "public.heifs": .heic,
        "public.png": .png, "com.compuserve.gif": .gif, "com.microsoft.bmp": .bmp, "com.microsoft.ico": .ico,
        "com.microsoft.cur": .cur, "public.jpeg-xl": .jpegXL, "public.svg-image": .svg, "public.xbitmap-image": .xbm,
    ]

    /// Throws unless the system recognizes the format, and has an image with an index.
    func check(_ index: Int) throws(ResponseError) {
        guard index < source.count else { throw missing(index) }
        guard let type = source.typeIdentifier else {
            throw bytes.fault("the system does not recognize the image", at: 0)
        }
        // A system may have other names for the formats, or for variants of them, and see an AVIF as an HEIF.
        let format = bytes.format == .avif ? .heic : bytes.format
        guard Self.formats[type, default: format] == format else {
            throw bytes.fault("the system recognizes the image as \(type)", at: 0)
        }
    }

    /// Returns the error for an image that the system does not find.
    private func missing(_ index: Int) -> ResponseError {
        if source.status(at: index) == .truncated { return bytes.cut("the image data") }
        return bytes.fault(index == 0 ? "the image data is missing" : "frame \(index) is missing", at: bytes.count)
    }

    /// Returns the value of a property that is an integer, or nil if it is missing or not an integer.
    func integer(_ property: SystemImageProperty, at index: Int?) -> Int? {
        guard case .number(let number) = source.properties(at: index)[property] else { return nil }
        return Int(exactly: number)
    }

    /// Returns the pixels of an image with a checked header, and whether the bytes contain all of them.
    ///
    /// The pixels have the size, depth, and alpha that the options request; the orientation is not applied.
    func pixels(_ index: Int, of header: ImageHeader) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        if Task.isCancelled { throw ResponseError(.cancelled, "the task was canceled") }
        try check(index)
        let status = source.status(at: index)
        guard status != .truncated || options.acceptsPartial else {
            throw bytes.cut("the image data").withPartialOption
        }
        guard status != .malformed else { throw bytes.fault("the system reports damaged image data", at: 0) }
        let (width, height) = (integer(.width, at: index) ?? 0, integer(.height, at: index) ?? 0)
        guard width == header.width, height == header.height else {
            throw bytes.fault("an image is \(width) by \(height) pixels, but its header has another size", at: 0)
        }
        guard var pixels = draw(index, header) else {
            guard status == .complete else { throw bytes.cut("the image data") }
            throw bytes.fault("the system cannot decode the image", at: 0)
        }
        if !header.hasAlpha {
            pixels.makeOpaque()
        } else if !options.premultipliesAlpha {
            pixels.unpremultiply()
        }
        return (pixels, status == .complete)
    }

    /// Returns the frames of an animation that share one header, and whether they are complete.
    ///
    /// A truncated file has the frames before the first one that cannot be decoded.
    func frames(_ indices: Range<Int>, of header: ImageHeader, isCut: Bool) throws(ResponseError) -> (
        [ImageFrame], isComplete: Bool
    ) {
        var frames: [ImageFrame] = []
        var isComplete = !isCut
        for index in indices {
            do throws(ResponseError) {
                let (pixels, isWhole) = try pixels(index, of: header)
                frames.append(ImageFrame(pixels, area: ImageArea(width: header.width, height: header.height)))
                isComplete = isComplete && isWhole
            } catch {
                guard isCut || !isComplete, !frames.isEmpty, error.code != .cancelled else { throw error }
                break
            }
        }
        return (frames, isComplete)
    }

    /// Returns the color profile of an image; nil with a finding if it exceeds the limit.
    func profile(_ index: Int, at position: Int, in context: inout DecodingContext) -> [UInt8]? {
        guard let profile = source.profile(at: index), !profile.isEmpty else { return nil }
        guard profile.count <= context.limits.metadataBytes else {
            context.report(bytes.oversizedMetadata("color profile", at: position, context.limits))
            return nil
        }
        return profile
    }

    /// Returns the Exif data of an AVIF or a HEIC; nil with a finding if it exceeds the limit.
    func exif(in context: inout DecodingContext) -> [UInt8]? {
        guard let items = try? HEIFItemTable(parsing: bytes), let ranges = try? items.exif(), let first = ranges.first
        else { return nil }
        guard ranges.reduce(0, { $0 + $1.count }) <= context.limits.metadataBytes else {
            context.report(bytes.oversizedMetadata("Exif data", at: first.lowerBound, context.limits))
            return nil
        }
        return HEIFItemTable.exif(ranges.flatMap { bytes.bytes($0) })
    }
}

// MARK: - Unsafe
//
// Why: the system draws into the memory of the pixels.
//
// Bound: the memory has four samples for each pixel of a size that was checked against the limits, and is not larger
// than the image. The canvas lives within the closure that provides its memory.

extension SystemImageDecoder {
    /// Draws an image in the requested size and depth; returns nil if the system cannot decode it.
    private func draw(_ index: Int, _ header: ImageHeader) -> ImagePixels? {
        let side = options.maximumPixelSize
        let (width, height) = ImagePixels.size(of: header.width, by: header.height, within: side)
        if options.keeps16Bits, header.bitsPerChannel > 8 {
            let samples: SampleBuffer<UInt16>? = samples(index, header, width, height)
            return samples.map { ImagePixels(width: width, height: height, deep: $0) }
        }
        let samples: SampleBuffer<UInt8>? = samples(index, header, width, height)
        return samples.map { ImagePixels(width: width, height: height, $0) }
    }

    private func samples<Sample: FixedWidthInteger & Sendable>(
        _ index: Int,
        _ header: ImageHeader,
        _ width: Int,
        _ height: Int
    ) -> SampleBuffer<Sample>? {
        var isDrawn = false
        let samples = unsafe SampleBuffer<Sample>(capacity: width * height * 4) { buffer, count in
            unsafe buffer.initialize(repeating: 0)
            let canvas = unsafe SystemImageCanvas(
                width: width,
                height: height,
                bitsPerChannel: Sample.bitWidth,
                hasAlpha: header.hasAlpha,
                isReduced: width < header.width || height < header.height,
                memory: UnsafeMutableRawBufferPointer(buffer)
            )
            isDrawn = source.draw(index, on: canvas)
            count = buffer.count
        }
        return isDrawn ? samples : nil
    }
}
