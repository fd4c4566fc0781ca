import DecantCore

/// What the chunk IHDR says (PNG §11.2.1).
struct PNGHeader {
    /// How the channels of a pixel are stored; the numbers are those of the file.
    enum Color: Int {
        case gray = 0
        case rgb = 2
        case indexed = 3
        case grayAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .gray, .indexed: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        var depths: Set<Int> {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .indexed: [1, 2, 4, 8]
            case .rgb, .grayAlpha, .rgba: [8, 16]
            }
        }

        var model: ImageColorModel {
            switch self {
            case .gray, .grayAlpha: .gray
            case .rgb, .rgba: .rgb
            case .indexed: .indexed
            }
        }
    }

    var width: Int
    var height: Int
    let depth: Int
    let color: Color
    let isInterlaced: Bool

    /// The number of bytes of the chunk's data.
    static let length = 13

    /// Reads the data of the chunk.
    init(_ bytes: ImageBytes, at position: Int) throws(ResponseError) {
        width = bytes.big32(at: position)
        height = bytes.big32(at: position + 4)
        depth = Int(bytes[position + 8])
        guard let color = Color(rawValue: Int(bytes[position + 9])), color.depths.contains(depth) else {
            let message = "colour type \(bytes[position + 9]) with \(depth) bits a channel does not exist"
            throw bytes.fault(message, at: position + 8)
        }
        self.color = color
        isInterlaced = bytes[position + 12] == 1
        guard bytes[position + 10] == 0, bytes[position + 11] == 0, bytes[position + 12] <= 1 else {
            throw bytes.fault("its compression, filter or interlace method does not exist", at: position + 10)
        }
        guard max(width, height) <= Int(Int32.max) else {
            throw bytes.fault("a side has more than \(Int32.max) pixels", at: position)
        }
    }

    var bitsPerPixel: Int { depth * color.channels }

    /// The bytes of a row of pixels, without the filter type in front.
    func rowBytes(_ columns: Int) -> Int { (columns * bitsPerPixel + 7) / 8 }

    /// The bytes that all filtered rows have together.
    var rawCount: Int {
        guard isInterlaced else { return height * (1 + rowBytes(width)) }
        return PNGPass.all.reduce(0) { sum, pass in
            let (columns, rows) = (pass.columns(of: width), pass.rows(of: height))
            return columns == 0 ? sum : sum + rows * (1 + rowBytes(columns))
        }
    }

    /// The header of a frame of other size (PNG §11.3.6.2).
    func resized(_ area: ImageArea) -> PNGHeader {
        var copy = self
        copy.width = area.width
        copy.height = area.height
        return copy
    }
}
