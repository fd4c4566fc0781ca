import DecantCore

/// The Exif data of an AVIF or a HEIC, which is an item of its `meta` box (ISO 23008-12 §A.2.1).
///
/// Libraries report the data; a decoder of the system does not.
enum AVIFExif {
    /// The maximum number of boxes of the file that are read.
    private static let maxBoxes = 2048

    /// Returns the range of the Exif data, or nil if there is none, or the boxes do not lead to it.
    static func range(in bytes: ImageBytes) -> Range<Int>? {
        do throws(ResponseError) {
            var reader = AVIFBoxReader(bytes)
            for _ in 0..<maxBoxes {
                guard let box = try reader.next() else { return nil }
                if box.type == AVIFBox.Name.meta { return try range(bytes, box) }
            }
            return nil
        } catch {
            return nil
        }
    }

    private static func range(_ bytes: ImageBytes, _ meta: AVIFBox) throws(ResponseError) -> Range<Int>? {
        var reader = AVIFBoxReader(bytes, in: meta, skipping: 4)
        var (iinf, iloc): (AVIFBox?, AVIFBox?)
        while iinf == nil || iloc == nil, let box = try reader.next() {
            if box.type == AVIFBox.Name.itemInformation { iinf = box }
            if box.type == AVIFBox.Name.itemLocations { iloc = box }
        }
        guard let iinf, let iloc, let item = try item(bytes, iinf) else { return nil }
        return try location(of: item, bytes, iloc)
    }

    /// Returns the ID of the first item with Exif data (ISO 14496-12 §8.11.6).
    private static func item(_ bytes: ImageBytes, _ iinf: AVIFBox) throws(ResponseError) -> Int? {
        var numbers = Numbers(bytes, iinf.content)
        var reader = AVIFBoxReader(bytes, in: iinf, skipping: try numbers.next(1) > 0 ? 8 : 6)
        while let infe = try reader.next() {
            numbers = Numbers(bytes, infe.content)
            let version = try numbers.next(1)
            guard version >= 2 else { continue }
            _ = try numbers.next(3)
            let item = try numbers.next(version == 2 ? 2 : 4)
            _ = try numbers.next(2)
            let position = numbers.position
            _ = try numbers.next(4)
            if FourCharacterCode(in: bytes, at: position) == "Exif" { return item }
        }
        return nil
    }

    /// Returns the range of an item without its first four bytes, an offset; nil unless it is one range of the file
    /// (ISO 14496-12 §8.11.3).
    private static func location(of item: Int, _ bytes: ImageBytes, _ iloc: AVIFBox) throws(ResponseError)
        -> Range<Int>?
    {
        var numbers = Numbers(bytes, iloc.content)
        let version = try numbers.next(1)
        _ = try numbers.next(3)
        let sizes = try numbers.next(2)
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version > 0 ? sizes & 15 : 0
        // An extent without a byte could be repeated for free.
        guard offsetSize + lengthSize > 0 else { return nil }
        for _ in 0..<(try numbers.next(version < 2 ? 2 : 4)) {
            let number = try numbers.next(version < 2 ? 2 : 4)
            let method = version > 0 ? try numbers.next(2) & 15 : 0
            _ = try numbers.next(2)
            var (start, length) = (try numbers.next(baseSize), 0)
            let extents = try numbers.next(2)
            for _ in 0..<extents {
                _ = try numbers.next(indexSize)
                start += min(try numbers.next(offsetSize), bytes.count)
                length = try numbers.next(lengthSize)
            }
            guard number == item else { continue }
            guard method == 0, extents == 1, length > 4, start <= bytes.count, length <= bytes.count - start else {
                return nil
            }
            return start + 4..<start + length
        }
        return nil
    }

    /// A reader of consecutive big-endian numbers of up to eight bytes.
    private struct Numbers {
        private let bytes: ImageBytes
        private(set) var position: Int
        private let end: Int

        init(_ bytes: ImageBytes, _ range: Range<Int>) {
            self.bytes = bytes
            position = range.lowerBound
            end = range.upperBound
        }

        /// Returns the next number; a larger one than any offset is `Int.max / 4`.
        mutating func next(_ size: Int) throws(ResponseError) -> Int {
            guard size <= min(8, end - position) else {
                throw bytes.fault("a list in a box is truncated", at: position)
            }
            let number = (position..<position + size).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
            position += size
            return Int(min(number, UInt64(Int.max / 4)))
        }
    }
}
