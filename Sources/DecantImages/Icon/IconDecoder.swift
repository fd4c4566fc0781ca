import DecantCore

/// A decoder of icons and cursors: a directory of images, each a PNG or a bitmap with a mask.
struct IconDecoder: ImageDecoder {
    private let bytes: ImageBytes
    private let limits: Limits
    private let options: ImageOptions
    private var entries: [IconEntry] = []
    private var findings: [Finding] = []
    private static let headLength = 6

    /// Reads the header of the best image, or its directory entry if the image has not arrived yet.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        do throws(ResponseError) {
            let decoder = try IconDecoder(bytes, Limits(), ImageOptions())
            return decoder.header(of: decoder.best)
        } catch {
            guard error.code != .limitExceeded, let header = directoryHeader(bytes) else { throw error }
            return header
        }
    }

    private static func directoryHeader(_ bytes: ImageBytes) -> ImageHeader? {
        guard bytes.count >= headLength + IconEntry.length else { return nil }
        let count = bytes.little16(at: 4)
        guard count > 0, bytes.count >= headLength + count * IconEntry.length else { return nil }
        let sides = (0..<count).map { index in
            let offset = headLength + index * IconEntry.length
            // A side of 256 is stored as 0.
            return (width: (Int(bytes[offset]) + 255) % 256 + 1, height: (Int(bytes[offset + 1]) + 255) % 256 + 1)
        }
        guard let best = sides.max(by: { $0.width * $0.height < $1.width * $1.height }) else { return nil }
        return ImageHeader(
            bytes.format,
            width: best.width,
            height: best.height,
            frames: count,
            bitsPerChannel: 8,
            colorModel: .rgb,
            hasAlpha: true
        )
    }

    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        var decoder = try IconDecoder(bytes, context.limits, options)
        defer { for finding in decoder.findings { context.report(finding) } }
        return try decoder.decodeAll()
    }

    /// Reads the directory; skips invalid entries unless all are invalid.
    private init(_ bytes: ImageBytes, _ limits: Limits, _ options: ImageOptions) throws(ResponseError) {
        self.bytes = bytes
        self.limits = limits
        self.options = options
        try bytes.require(Self.headLength, at: 0, "the header of the directory")
        guard bytes.little16(at: 0) == 0, [1, 2].contains(bytes.little16(at: 2)) else {
            throw bytes.fault("expected the type 1 (icon) or 2 (cursor) in the header", at: 0)
        }
        let count = bytes.little16(at: 4)
        guard count <= limits.iconEntries else {
            let message = "\(count.counted("image")), more than the limit of \(limits.iconEntries)"
            throw bytes.excess(message, at: 4, .iconEntries, needed: count)
        }
        try bytes.require(count * IconEntry.length, at: Self.headLength, "the directory")
        var failure = bytes.fault("the directory is empty", at: 4)
        for index in 0..<count {
            do throws(ResponseError) {
                entries.append(try IconEntry(bytes, at: Self.headLength + index * IconEntry.length))
            } catch {
                failure = error
                findings.append(bytes.finding(.irregularImage, "image \(index + 1): \(error.message)", at: 4))
            }
        }
        if entries.isEmpty { throw failure }
    }

    private var best: Int {
        entries.indices.dropFirst().reduce(0) { entries[$1].area > entries[$0].area ? $1 : $0 }
    }

    private func header(of index: Int) -> ImageHeader {
        let own = entries[index].header
        return ImageHeader(
            bytes.format,
            width: own.width,
            height: own.height,
            frames: entries.count,
            bitsPerChannel: own.bitsPerChannel,
            colorModel: own.colorModel,
            hasAlpha: true
        )
    }

    private mutating func decodeAll() throws(ResponseError) -> DecodedImage {
        var budget = ImageBudget(limits)
        let best = best
        var image = try decode(best, &budget)
        guard !options.firstFrameOnly else { return image }
        for index in entries.indices where index != best {
            do throws(ResponseError) {
                image.alternatives.append(try decode(index, &budget))
            } catch {
                guard error.code != .limitExceeded else { throw error }
                let message = "image \(index + 1): \(error.message)"
                findings.append(bytes.finding(.irregularImage, message, at: entries[index].position))
            }
        }
        return image
    }

    private mutating func decode(_ index: Int, _ budget: inout ImageBudget) throws(ResponseError) -> DecodedImage {
        let entry = entries[index]
        let header = entry.header
        let part = bytes.slice(entry.data, as: entry.isPNG ? .png : bytes.format)
        try ImageBudget.check(width: header.width, height: header.height, limits, in: bytes, at: entry.position)
        try budget.addFrame(pixels: header.width * header.height, in: bytes, at: entry.position)
        if !entry.matchesDirectory {
            let message =
                "the directory entry differs from the image size of \(header.width) by \(header.height) pixels"
            findings.append(bytes.finding(.irregularImage, message, at: entry.position))
        }
        var frame: ImageFrame
        var isPartial = false
        if entry.isPNG {
            var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
            var still = options
            still.firstFrameOnly = true
            defer { findings += context.findings }
            guard let decoder = part.format.codec.decoder else { throw part.format.unsupported }
            let image = try decoder.decode(part, still, in: &context)
            frame = image.frames[0]
            isPartial = image.isPartial
        } else {
            frame = ImageFrame(try IconBitmap.pixels(part))
        }
        frame.isStill = false
        var image = DecodedImage(self.header(of: index), [frame])
        image.isPartial = isPartial
        if bytes.format == .cur { image.hotSpot = entry.hotSpot }
        return image
    }
}

/// An image of an icon file, with the properties in the directory and in the image's own header.
private struct IconEntry {
    let isPNG: Bool
    /// The offset of the entry in the file.
    let position: Int
    let data: Range<Int>
    /// The header in the image itself.
    let header: ImageHeader
    let hotSpot: SIMD2<Int>
    /// Whether the directory has the same size as the image.
    let matchesDirectory: Bool
    static let length = 16

    /// Reads an entry of the directory, and the header of its image.
    init(_ bytes: ImageBytes, at position: Int) throws(ResponseError) {
        self.position = position
        let (count, start) = (bytes.little32(at: position + 8), bytes.little32(at: position + 12))
        hotSpot = [bytes.little16(at: position + 4), bytes.little16(at: position + 6)]
        guard start <= bytes.count, count <= bytes.count - start, count > 0 else {
            let message = "an image of \(count.counted("byte")) at byte \(start) lies outside the file"
            throw bytes.fault(message, at: position + 8)
        }
        data = start..<start + count
        isPNG = count >= 8 && bytes[start] == 0x89 && bytes.bytes(start + 1..<start + 4) == Array("PNG".utf8)
        let part = bytes.slice(data, as: isPNG ? .png : bytes.format)
        header = isPNG ? try PNGDecoder.header(part) : BMPDecoder.facts(try BMPHeader(icon: part), bytes.format)
        // A size of 256 is stored as 0.
        matchesDirectory =
            Int(bytes[position]) == header.width & 0xFF && Int(bytes[position + 1]) == header.height & 0xFF
    }

    /// The number of pixels.
    ///
    /// The image with the largest area is the best; the first one wins a tie.
    var area: Int { header.width * header.height }
}

/// A decoder of a bitmap within an icon, whose pixels are followed by a mask with one bit per pixel.
private enum IconBitmap {
    /// Decodes the pixels, and makes those transparent that the mask marks.
    ///
    /// Pixels of 32 bits have their own alpha; the mask is used only if all alpha values are 0, as in Windows.
    static func pixels(_ bytes: ImageBytes) throws(ResponseError) -> ImagePixels {
        var header = try BMPHeader(icon: bytes)
        guard header.compression == .none || header.compression == .fields else {
            throw bytes.fault("an image of the icon uses compression", at: 16)
        }
        if header.bits == 32, header.compression == .none { header.masks[3] = 0xFF00_0000 }
        let decoder = try BMPDecoder(bytes, header, acceptsPartial: false)
        var pixels = try decoder.rowPixels().0
        if header.hasAlpha {
            if stride(from: 3, to: pixels.samples8.count, by: 4).contains(where: { pixels.samples8[$0] != 0 }) {
                return pixels
            }
            var samples = pixels.samples8.mutableSpan
            for index in stride(from: 3, to: samples.count, by: 4) { samples[index] = 0xFF }
        }
        applyMask(bytes, header, at: header.dataStart + header.stride * header.height, to: &pixels)
        return pixels
    }

    /// Makes pixels transparent whose mask bit is set.
    ///
    /// Missing rows of the mask are ignored, and so is a mask that overlaps a color profile.
    private static func applyMask(_ bytes: ImageBytes, _ header: BMPHeader, at start: Int, to pixels: inout ImagePixels)
    {
        let stride = (header.width + 31) / 32 * 4
        if let profile = header.profile, profile.lowerBound < start + stride * header.height { return }
        for row in 0..<header.height {
            let offset = start + row * stride
            guard offset + stride <= bytes.count else { return }
            let target = (header.isTopDown ? row : header.height - 1 - row) * header.width
            for column in 0..<header.width where bytes[offset + column / 8] << UInt8(column % 8) & 0x80 != 0 {
                pixels.samples8[(target + column) * 4 + 3] = 0
            }
        }
    }
}
