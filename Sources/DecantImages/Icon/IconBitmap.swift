import DecantCore

/// Decodes a bitmap within an icon, behind whose colours stands a mask of one bit a pixel.
enum IconBitmap {
    /// Decodes the pixels, those that the mask marks made transparent.
    ///
    /// Pixels of 32 bits have an alpha of their own, and the mask counts only if that is 0 everywhere, as Windows has it.
    static func pixels(_ bytes: ImageBytes) throws(ResponseError) -> ImagePixels {
        var header = try BMPHeader(icon: bytes)
        guard header.compression == .none || header.compression == .fields else {
            throw bytes.fault("a picture of an icon is compressed", at: 16)
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

    /// Makes pixels transparent whose bit is set; rows of the mask that are missing mark nothing, and neither does what is in
    /// truth a colour profile.
    private static func applyMask(_ bytes: ImageBytes, _ header: BMPHeader, at start: Int, to pixels: inout ImagePixels)
    {
        let stride = (header.width + 31) / 32 * 4
        if let profile = header.profile, profile.lowerBound < start + stride * header.height { return }
        for row in 0..<header.height {
            let place = start + row * stride
            guard place + stride <= bytes.count else { return }
            let target = (header.isTopDown ? row : header.height - 1 - row) * header.width
            for column in 0..<header.width where bytes[place + column / 8] << UInt8(column % 8) & 0x80 != 0 {
                pixels.samples8[(target + column) * 4 + 3] = 0
            }
        }
    }
}
