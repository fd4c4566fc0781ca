import DecantCore

/// What a picture of some format has at some place among its first bytes.
struct ImageSignature {
    let format: ImageFormat
    let offset: Int
    let bytes: [UInt8]

    /// At least another piece, behind the first.
    let further: (offset: Int, bytes: [UInt8])?

    init(_ format: ImageFormat, _ bytes: [UInt8], at offset: Int = 0, then further: (Int, [UInt8])? = nil) {
        self.format = format
        self.bytes = bytes
        self.offset = offset
        self.further = further
    }

    init(_ format: ImageFormat, _ text: String, at offset: Int = 0, then further: (Int, String)? = nil) {
        self.init(format, Array(text.utf8), at: offset, then: further.map { ($0.0, Array($0.1.utf8)) })
    }

    /// The one table of first bytes, for every format that is told apart by them.
    ///
    /// Icons come last, since theirs are the weakest.
    static let all: [ImageSignature] = [
        ImageSignature(.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        ImageSignature(.jpeg, [0xFF, 0xD8, 0xFF]),
        ImageSignature(.gif, "GIF87a"),
        ImageSignature(.gif, "GIF89a"),
        ImageSignature(.webp, "RIFF", then: (8, "WEBP")),
        ImageSignature(.tiff, [0x49, 0x49, 0x2A, 0x00]),
        ImageSignature(.tiff, [0x4D, 0x4D, 0x00, 0x2A]),
        ImageSignature(.tiff, [0x49, 0x49, 0x2B, 0x00]),
        ImageSignature(.tiff, [0x4D, 0x4D, 0x00, 0x2B]),
        ImageSignature(.avif, "ftypavif", at: 4),
        ImageSignature(.avif, "ftypavis", at: 4),
        ImageSignature(.heic, "ftypheic", at: 4),
        ImageSignature(.heic, "ftypheix", at: 4),
        ImageSignature(.heic, "ftyphevc", at: 4),
        ImageSignature(.heic, "ftyphevx", at: 4),
        ImageSignature(.heic, "ftypmif1", at: 4),
        ImageSignature(.heic, "ftypmsf1", at: 4),
        ImageSignature(.jpegXL, [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        ImageSignature(.jpegXL, [0xFF, 0x0A]),
        ImageSignature(.bmp, "BM"),
        ImageSignature(.ico, [0, 0, 1, 0]),
        ImageSignature(.cur, [0, 0, 2, 0]),
    ]

    func matches(_ body: ResponseBody) -> Bool {
        guard has(bytes, at: offset, body) else { return false }
        return further.map { has($0.bytes, at: $0.offset, body) } ?? true
    }

    private func has(_ bytes: [UInt8], at offset: Int, _ body: ResponseBody) -> Bool {
        body.count >= offset + bytes.count && bytes.indices.allSatisfy { body[offset + $0] == bytes[$0] }
    }
}
