import DecantCore

/// Undoes the run-length compressions of bitmaps, RLE8 and RLE4, into one index for each pixel.
///
/// What is skipped has the index 0. A run that is longer than its row is cut off there, as common writers need it; one below
/// the last row is an error.
struct BMPRuns {
    private let bytes: ImageBytes
    private let header: BMPHeader
    private let acceptsPartial: Bool
    private var position: Int
    private var x = 0
    private var y = 0

    /// The indices, row by row as they are stored, which is from the bottom.
    private(set) var indices: [UInt8]

    /// Where a run was longer than its row.
    private(set) var overlong: Int?

    /// Whether the data ended too early.
    private(set) var isCut = false

    init(_ bytes: ImageBytes, _ header: BMPHeader, acceptsPartial: Bool) {
        self.bytes = bytes
        self.header = header
        self.acceptsPartial = acceptsPartial
        position = header.dataStart
        indices = [UInt8](repeating: 0, count: header.width * header.height)
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
        position += 2
        guard count == 0 else {
            try fill(count, with: value)
            return true
        }
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

    /// Repeats one index, or two that take turns.
    private mutating func fill(_ count: Int, with value: UInt8) throws(ResponseError) {
        let end = try end(of: count)
        let start = y * header.width + x
        let (even, odd) = header.bits == 8 ? (value, value) : (value >> 4, value & 15)
        for index in 0..<end - x { indices[start + index] = index & 1 == 0 ? even : odd }
        x = end
    }

    /// Takes indices as they are, filled up to whole words of 16 bits.
    private mutating func copy(_ count: Int) throws(ResponseError) {
        let length = header.bits == 8 ? count : (count + 1) / 2
        try bytes.require(length, at: position, "its runs")
        let end = try end(of: count)
        let start = y * header.width + x
        for index in 0..<end - x {
            let byte = bytes[position + (header.bits == 8 ? index : index / 2)]
            indices[start + index] = header.bits == 8 ? byte : index & 1 == 0 ? byte >> 4 : byte & 15
        }
        x = end
        position += (length + 1) & ~1
    }

    /// The column behind a run, at most the width.
    private mutating func end(of count: Int) throws(ResponseError) -> Int {
        guard y < header.height else { throw overrun }
        if count > header.width - x { overlong = overlong ?? position - 2 }
        return min(x + count, header.width)
    }

    private var overrun: ResponseError { bytes.fault("a run is below the last row", at: position) }
}
