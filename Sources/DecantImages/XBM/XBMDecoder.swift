import DecantCore

/// Decodes an X bitmap: definitions of its width and height, and an array of numbers, in C.
///
/// A bit that is set is black, one that is clear is white; the lowest bit of a number is the leftmost pixel.
struct XBMDecoder: ImageDecoder {
    private var scanner: XBMScanner
    private var width: Int?
    private var height: Int?
    private var hotX: Int?
    private var hotY: Int?

    /// How many pixels a number of the array has: 8, or 16 in files for X10.
    private var unit = 8

    /// Whether a body begins with a definition, or with a comment before one, such as a licence.
    static func begins(_ body: ResponseBody) -> Bool {
        let start = TextBeginning(body).start
        if start.hasPrefix("#define") { return true }
        guard ["/*", "//", "#"].contains(where: { start.hasPrefix($0) }) else { return false }
        return String(decoding: body.prefix(4096).bytes, as: UTF8.self).contains("#define ")
    }

    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        var decoder = XBMDecoder(scanner: XBMScanner(bytes))
        try decoder.readDefinitions()
        return try decoder.header()
    }

    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
    {
        var decoder = XBMDecoder(scanner: XBMScanner(bytes))
        try decoder.readDefinitions()
        let header = try decoder.header()
        try ImageBudget.check(width: header.width, height: header.height, context.limits, in: bytes, at: 0)
        let (pixels, isComplete) = try decoder.pixels(header, options.acceptsPartial)
        var image = DecodedImage(header, [ImageFrame(pixels)])
        if let x = decoder.hotX, let y = decoder.hotY { image.hotSpot = ImagePoint(x: x, y: y) }
        image.isPartial = !isComplete
        if !isComplete { context.report(bytes.finding(.partialImage, "its data end too early", at: bytes.count)) }
        return image
    }

    private init(scanner: XBMScanner) {
        self.scanner = scanner
    }

    private func header() throws(ResponseError) -> ImageHeader {
        guard let width, let height else {
            throw scanner.bytes.fault("its width or height is not defined", at: scanner.position)
        }
        return ImageHeader(.xbm, width: width, height: height, bitsPerChannel: 1, colorModel: .gray, hasAlpha: false)
    }

    /// Reads up to the brace before the numbers, or, for the header alone, until the size is known.
    private mutating func readDefinitions() throws(ResponseError) {
        while width == nil || height == nil || scanner.peek() == UInt8(ascii: "#") {
            guard let word = scanner.word() else {
                throw scanner.isAtEnd
                    ? scanner.bytes.cut("its definitions")
                    : scanner.bytes.fault("what should be a definition is none", at: scanner.position)
            }
            guard word == "#define" else { continue }
            let name = scanner.word() ?? ""
            guard let value = scanner.number() else { continue }
            // More digits may have been cut off.
            if scanner.endsInNumber { throw scanner.bytes.cut("its definitions") }
            define(name, value)
        }
    }

    private mutating func define(_ name: String, _ value: Int) {
        if name == "width" || name.hasSuffix("_width") { width = value }
        if name == "height" || name.hasSuffix("_height") { height = value }
        if name.hasSuffix("_x_hot") { hotX = value }
        if name.hasSuffix("_y_hot") { hotY = value }
    }

    /// Reads the numbers.
    private mutating func pixels(_ header: ImageHeader, _ acceptsPartial: Bool) throws(ResponseError)
        -> (ImagePixels, Bool)
    {
        let bytes = scanner.bytes
        while let word = scanner.word() { if word == "short" { unit = 16 } }
        let units = (header.width + unit - 1) / unit
        // Each number has a digit and a comma at least, so that so many cannot be missing.
        guard units * header.height <= bytes.count || acceptsPartial else { throw bytes.cut("its pixels") }
        guard scanner.skip(to: UInt8(ascii: "{")) else { throw bytes.cut("its pixels") }
        var samples = [UInt8](repeating: 0, count: header.width * header.height * 4)
        for row in 0..<header.height {
            for index in 0..<units {
                guard let number = scanner.number() else {
                    guard scanner.isAtEnd else {
                        throw bytes.fault("what should be a number of its pixels is none", at: scanner.position)
                    }
                    guard acceptsPartial else { throw bytes.cut("its pixels") }
                    return (ImagePixels(width: header.width, height: header.height, SampleBuffer(samples)), false)
                }
                let first = index * unit
                for bit in 0..<min(unit, header.width - first) {
                    let place = (row * header.width + first + bit) * 4
                    let shade: UInt8 = number >> bit & 1 == 0 ? 255 : 0
                    samples[place] = shade
                    samples[place + 1] = shade
                    samples[place + 2] = shade
                    samples[place + 3] = 255
                }
            }
        }
        return (ImagePixels(width: header.width, height: header.height, SampleBuffer(samples)), true)
    }
}
