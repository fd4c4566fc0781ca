import DecantCore

/// Undoes the run-length compressions of bitmaps: RLE8 and RLE4 into one index for each pixel, RLE24 into three bytes.
///
/// What is skipped has the index 0, or is black. A run that is longer than its row is cut off there, as common writers need it; one below
/// the last row is an error.
struct BMPRuns {
    private let bytes: ImageBytes
    private let header: BMPHeader
    private let acceptsPartial: Bool
    private var position: Int
    private var x = 0
    private var y = 0

    /// The bytes of a pixel that come out, and stand in a run of the same.
    private let size: Int

    /// The indices or colours, row by row as they are stored, which is from the bottom, and room behind them.
    private(set) var samples: [UInt8]

    /// Where a run was longer than its row.
    private(set) var overlong: Int?

    /// Whether the data ended too early.
    private(set) var isCut = false

    /// What loops over pixels may touch behind the last one.
    private static let slack = 16

    init(_ bytes: ImageBytes, _ header: BMPHeader, acceptsPartial: Bool) {
        self.bytes = bytes
        self.header = header
        self.acceptsPartial = acceptsPartial
        position = header.dataStart
        size = header.compression == .runs24 ? 3 : 1
        samples = [UInt8](repeating: 0, count: header.width * header.height * size + Self.slack)
    }

    /// Undoes all of it.
    mutating func decode() throws(ResponseError) {
        do throws(ResponseError) {
            while try step() {}
        } catch {
            guard acceptsPartial, error.code == .truncatedBody else { throw error }
            isCut = true
        }
    }

    /// Undoes one run or command; gives false at the end.
    private mutating func step() throws(ResponseError) -> Bool {
        if try isAtEnd { return false }
        try bytes.require(2, at: position, "its runs")
        let (count, value) = (Int(bytes[position]), bytes[position + 1])
        guard count == 0 else {
            try fill(count)
            return true
        }
        position += 2
        switch value {
        case 0:
            x = 0
            y += 1
        case 1: return false
        case 2:
            try bytes.require(2, at: position, "its runs")
            x += Int(bytes[position])
            y += Int(bytes[position + 1])
            position += 2
            x = min(x, header.width)
            guard y < header.height else { throw overrun }
        default: try copy(Int(value))
        }
        return true
    }

    /// Whether all rows are there; the command that ends the picture may be missing then.
    private var isAtEnd: Bool {
        get throws(ResponseError) {
            let hasMore = position + 2 <= bytes.count
            guard y >= header.height else { return !hasMore && y == header.height - 1 && x == header.width }
            guard hasMore, bytes[position] != 0 || bytes[position + 1] > 1 else { return true }
            throw overrun
        }
    }

    /// Repeats one index or colour, or two indices that take turns.
    private mutating func fill(_ count: Int) throws(ResponseError) {
        try bytes.require(1 + size, at: position, "its runs")
        let end = try end(of: count, at: position)
        position += 1
        let start = (y * header.width + x) * size
        let isNarrow = header.bits == 4
        for index in 0..<(end - x) * size {
            let byte = bytes[position + index % size]
            samples[start + index] = !isNarrow ? byte : index & 1 == 0 ? byte >> 4 : byte & 15
        }
        position += size
        x = end
    }

    /// Takes indices or colours as they are, filled up to whole words of 16 bits.
    private mutating func copy(_ count: Int) throws(ResponseError) {
        let isNarrow = header.bits == 4
        let length = isNarrow ? (count + 1) / 2 : count * size
        try bytes.require(length, at: position, "its runs")
        let end = try end(of: count, at: position - 2)
        let start = (y * header.width + x) * size
        for index in 0..<(end - x) * size {
            let byte = bytes[position + (isNarrow ? index / 2 : index)]
            samples[start + index] = !isNarrow ? byte : index & 1 == 0 ? byte >> 4 : byte & 15
        }
        x = end
        position += (length + 1) & ~1
    }

    /// The column behind a run, at most the width.
    private mutating func end(of count: Int, at place: Int) throws(ResponseError) -> Int {
        guard y < header.height else { throw overrun }
        if count > header.width - x { overlong = overlong ?? place }
        return min(x + count, header.width)
    }

    private var overrun: ResponseError { bytes.fault("a run is below the last row", at: position) }
}
