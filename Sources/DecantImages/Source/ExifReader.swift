import DecantCore

/// Reads the one thing of Exif data that matters to a picture: how it is to be turned.
///
/// Exif data are a TIFF file (Exif 2.3 §4.5.2), of whose first directory the entries are looked at.
enum ExifReader {
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// Exif data without the name of the JPEG segment, which some writers put in front.
    static func withoutName(_ exif: [UInt8]) -> [UInt8] {
        exif.starts(with: "Exif\0\0".utf8) ? Array(exif.dropFirst(6)) : exif
    }

    /// The orientation that stands at some place; nil if there is none, or it is damaged.
    static func orientation(of bytes: ImageBytes, _ place: Range<Int>) -> ImageOrientation? {
        let part = bytes.slice(place, as: bytes.format)
        // Some writers put the name of the JPEG segment in front.
        let start = part.count > 6 && part.bytes(0..<6) == Array("Exif\0\0".utf8) ? 6 : 0
        guard part.count >= start + 8 else { return nil }
        let isLittle = part[start] == 0x49
        let read16 = { isLittle ? part.little16(at: $0) : part.big16(at: $0) }
        let directory = start + (isLittle ? part.little32(at: start + 4) : part.big32(at: start + 4))
        guard directory + 2 <= part.count else { return nil }
        for index in 0..<read16(directory) {
            let entry = directory + 2 + 12 * index
            guard entry + 12 <= part.count else { return nil }
            if read16(entry) == orientationTag, read16(entry + 2) == shortType {
                return ImageOrientation(rawValue: read16(entry + 8))
            }
        }
        return nil
    }
}
