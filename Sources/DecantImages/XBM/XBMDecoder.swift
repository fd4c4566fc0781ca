import DecantCore

/// A decoder of X bitmaps: C source code that defines a width, a height, and an array of numbers.
///
/// A set bit is black, a clear bit is white; the lowest bit of a number is the leftmost pixel.
struct XBMDecoder: ImageDecoder {
    private var scanner: XBMScanner
    private var width: Int?
    private var height: Int?
    private var hotX: Int?
    private var hotY: Int?
    /// The number of pixels per array element: 8, or 16 in files for X10.
    private var unit = 8

    /// Returns whether a body starts with a definition, possibly after a comment such as a license.
    static func hasSignature(_ body: ResponseBytes) -> Bool {
        let start = TextBeginning(body).start
        if start.hasPrefix("#define") { return true }
        guard ["/*", "//", "#"].contains(where: { start.hasPrefix($0) }) else { return false }
        return String(decoding: body.prefix(4096), as: UTF8.self).contains("#define ")
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
        if let x = decoder.hotX, let y = decoder.hotY { image.hotSpot = [x, y] }
        image.isPartial = !isComplete
        if !isComplete { context.report(bytes.truncationFinding) }
        return image
    }

    private func header() throws(ResponseError) -> ImageHeader {
        guard let width, let height else {
            throw scanner.bytes.fault("the width or the height is not defined", at: scanner.position)
        }
        return ImageHeader(.xbm, width: width, height: height, bitsPerChannel: 1, colorModel: .gray, hasAlpha: false)
    }

    /// Reads the definitions until the size is known and no further one follows.
    private mutating func readDefinitions() throws(ResponseError) {
        while width == nil || height == nil || scanner.peek() == UInt8(ascii: "#") {
            guard let word = scanner.word() else {
                throw scanner.isAtEnd
                    ? scanner.bytes.cut("the definitions")
                    : scanner.bytes.fault("expected “#define”", at: scanner.position)
            }
            guard word == "#define" else { continue }
            let name = scanner.word() ?? ""
            guard let value = scanner.number() else { continue }
            // The number may be truncated.
            if scanner.endsInNumber { throw scanner.bytes.cut("the definitions") }
            define(name, value)
        }
    }

    private mutating func define(_ name: String, _ value: Int) {
        if name == "width" || name.hasSuffix("_width") { width = value }
        if name == "height" || name.hasSuffix("_height") { height = value }
        if name.hasSuffix("_x_hot") { hotX = value }
        if name.hasSuffix("_y_hot") { hotY = value }
    }

    private mutating func pixels(_ header: ImageHeader, _ acceptsPartial: Bool) throws(ResponseError)
        -> (ImagePixels, Bool)
    {
        let bytes = scanner.bytes
        while let word = scanner.word() { if word == "short" { unit = 16 } }
        let units = (header.width + unit - 1) / unit
        // Each number has at least a digit and a comma. A body that is too short is rejected before allocation.
        guard units * header.height <= bytes.count || acceptsPartial else { throw bytes.cut("the pixel array") }
        guard scanner.skip(to: UInt8(ascii: "{")) else { throw bytes.cut("the pixel array") }
        var samples = [UInt8](repeating: 0, count: header.width * header.height * 4)
        for row in 0..<header.height {
            for index in 0..<units {
                guard let number = scanner.number() else {
                    guard scanner.isAtEnd else {
                        throw bytes.fault("expected a number in the pixel array", at: scanner.position)
                    }
                    guard acceptsPartial else { throw bytes.cut("the pixel array").withPartialOption }
                    return (ImagePixels(width: header.width, height: header.height, SampleBuffer(samples)), false)
                }
                let first = index * unit
                for bit in 0..<min(unit, header.width - first) {
                    let pixel = (row * header.width + first + bit) * 4
                    let shade: UInt8 = number >> bit & 1 == 0 ? 255 : 0
                    samples[pixel] = shade
                    samples[pixel + 1] = shade
                    samples[pixel + 2] = shade
                    samples[pixel + 3] = 255
                }
            }
        }
        return (ImagePixels(width: header.width, height: header.height, SampleBuffer(samples)), true)
    }
}

/// A scanner of the words and numbers in the C source code of an X bitmap, which skips comments and whitespace.
struct XBMScanner {
    let bytes: ImageBytes
    private(set) var position = 0

    init(_ bytes: ImageBytes) { self.bytes = bytes }

    var isAtEnd: Bool { position >= bytes.count }
    /// Whether the body ends in a digit.
    var endsInNumber: Bool { isAtEnd && bytes.count > 0 && Self.digit(bytes[bytes.count - 1]) != nil }

    /// Returns the next byte after whitespace and comments.
    mutating func peek() -> UInt8? {
        skipSpace()
        return isAtEnd ? nil : bytes[position]
    }

    /// Consumes a word of letters, digits, `_`, `#`, `-`, `.`, and non-ASCII bytes; returns nil if none follows.
    ///
    /// Brackets and equals signs before the word are skipped.
    mutating func word() -> String? {
        skipSpace()
        while !isAtEnd, [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "=")].contains(bytes[position]) {
            position += 1
            skipSpace()
        }
        var word: [UInt8] = []
        // Limit the length of a word. The remainder of a longer one is read as another word.
        while !isAtEnd, word.count < 256, Self.isWord(bytes[position]) {
            word.append(bytes[position])
            position += 1
        }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// Consumes a C number, decimal, octal, or hexadecimal, and a comma after it, or nil if it is missing or too large.
    mutating func number() -> Int? {
        skipSpace()
        var value = 0
        var radix = 10
        let start = position
        if !isAtEnd, bytes[position] == UInt8(ascii: "0") {
            radix = 8
            position += 1
            if !isAtEnd, bytes[position] | 0x20 == UInt8(ascii: "x") {
                radix = 16
                position += 1
            }
        }
        while !isAtEnd, let digit = Self.digit(bytes[position]), digit < radix {
            value = value * radix + digit
            position += 1
            guard value <= Int(Int32.max) else { return nil }
        }
        guard position > start else { return nil }
        skipSpace()
        if !isAtEnd, bytes[position] == UInt8(ascii: ",") { position += 1 }
        return value
    }

    /// Moves past the next occurrence of a byte; returns false if it does not occur.
    mutating func skip(to byte: UInt8) -> Bool {
        while !isAtEnd {
            position += 1
            if bytes[position - 1] == byte { return true }
        }
        return false
    }

    private mutating func skipSpace() {
        while !isAtEnd {
            let byte = bytes[position]
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                position += 1
            } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
                position += 2
                while !isAtEnd, !isCommentEnd { position += 1 }
                position = min(position + 2, bytes.count)
            } else {
                return
            }
        }
    }

    private var isCommentEnd: Bool {
        bytes[position] == UInt8(ascii: "*") && position + 1 < bytes.count
            && bytes[position + 1] == UInt8(ascii: "/")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF: true
        default: "_#-.".utf8.contains(byte)
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte | 0x20) - 0x57
        default: nil
        }
    }
}
