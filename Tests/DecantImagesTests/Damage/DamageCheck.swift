import DecantCore
import DecantImages
import Testing

/// Checks that a damaged picture gives a picture or an error that names a position.
enum DamageCheck {
    /// Decodes a body in ways that have little in common.
    static func decode(_ body: ResponseBody) {
        var options = ImageOptions()
        check(body, options)
        options.acceptsPartial = true
        options.depth = .source
        options.alpha = .premultiplied
        options.appliesOrientation = true
        check(body, options)
        options.maximumPixelSize = 3
        options.alpha = .straight
        check(body, options)
    }

    /// Decodes every beginning of some bytes.
    static func decodeBeginnings(of bytes: [UInt8]) {
        let body = ResponseBody(bytes)
        for length in 0..<body.count { decode(body.prefix(length)) }
    }

    /// Decodes some bytes with one bit that is wrong, for every bit.
    static func decodeWithEachBitFlipped(_ bytes: [UInt8]) {
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                decode(ResponseBody(damaged))
            }
        }
    }

    private static func check(_ body: ResponseBody, _ options: ImageOptions) {
        var limits = Limits()
        // Enough for every picture here, and little to clear for those that claim more.
        limits.pixels = 1 << 16
        limits.framePixels = 1 << 18
        do throws(ResponseError) {
            let image = try DecodedImage(decoding: body, options: options, limits: limits)
            #expect(image.frames.count > 0)
            #expect(image.pixels.rgba8.count + image.pixels.rgba16.count == image.width * image.height * 4)
            #expect(options.acceptsPartial || !image.isPartial)
        } catch {
            #expect(error.offset.map { $0 <= body.count } == true, "\(error)")
            #expect(!error.message.isEmpty)
        }
    }
}
