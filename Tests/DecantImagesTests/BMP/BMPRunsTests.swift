import DecantCore
import DecantImages
import Testing

@Suite struct BMPRunsTests {
    @Test("Decodes runs of every length beside skipped pixels", arguments: [4, 8, 24])
    func decodesRunsOfEveryLengthBesideSkipped(bits: Int) throws {
        for length in 3...70 {
            var canvas = RunCanvas(bits: bits, width: 2 * length + 9)
            canvas.addRun(of: length, [1, 2])
            canvas.skip(columns: 4)
            canvas.addLiterals(length)
            canvas.endRow()
            canvas.addLiterals(length)
            canvas.skip(columns: 5, rows: 2)
            canvas.addRun(of: length, [3, 1])
            canvas.endRow()
            canvas.addRun(of: 1, [2, 2])
            #expect(try canvas.pixels().areAll { canvas.color(at: $0, $1) }, "a run of \(length)")
        }
    }

    @Test(arguments: [4, 8, 24]) func clipsLongRunsOfEveryLength(bits: Int) throws {
        for width in 1...40 {
            var canvas = RunCanvas(bits: bits, width: width)
            canvas.addRun(of: width + 20, [1, 2])
            canvas.endRow()
            canvas.endRow()
            canvas.addLiterals(width + 21)
            canvas.endRow()
            #expect(try canvas.pixels().areAll { canvas.color(at: $0, $1) }, "a row of \(width)")
        }
    }

    @Test(arguments: [4, 8, 24]) func leavesPixelsEmptyBehindATruncatedRun(bits: Int) throws {
        for length in 3...40 {
            var canvas = RunCanvas(bits: bits, width: 50)
            canvas.addRun(of: length, [3, 2])
            let bytes = canvas.bytes + [9]
            var options = ImageOptions()
            options.acceptsPartial = true
            let image = try DecodedImage(parsing: ResponseBytes(bytes), options: options)
            #expect(image.isPartial)
            #expect(image.pixels.areAll { canvas.color(at: $0, $1) }, "a run of \(length)")
            #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(bytes)) }
        }
    }
}

/// A bitmap with run lengths, beside the indices that a decoder has to find.
private struct RunCanvas {
    private let bits: Int
    private let width: Int
    private let height = 5
    /// The index of each pixel, in rows from the bottom up.
    private var indices: [[Int]]
    private var runs: [UInt8] = []
    private var x = 0
    private var y = 0

    init(bits: Int, width: Int) {
        self.bits = bits
        self.width = width
        indices = Array(repeating: Array(repeating: 0, count: width), count: height)
    }

    /// Adds a repeated index; an index of four bits alternates with a second one.
    mutating func addRun(of count: Int, _ pair: [Int]) {
        runs.append(UInt8(count))
        runs += bits == 4 ? [UInt8(pair[0] << 4 | pair[1])] : Self.stored(pair[0], bits)
        draw((0..<count).map { pair[bits == 4 ? $0 % 2 : 0] })
    }

    mutating func addLiterals(_ count: Int) {
        let literals = (0..<count).map { $0 % 4 }
        var bytes = literals.flatMap { Self.stored($0, bits) }
        if bits == 4 {
            bytes = stride(from: 0, to: count, by: 2).map {
                UInt8(literals[$0] << 4 | ($0 + 1 < count ? literals[$0 + 1] : 0))
            }
        }
        runs += [0, UInt8(count)] + bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
        draw(literals)
    }

    mutating func skip(columns: Int, rows: Int = 0) {
        runs += [0, 2, UInt8(columns), UInt8(rows)]
        x = min(x + columns, width)
        y += rows
    }

    mutating func endRow() {
        runs += [0, 0]
        x = 0
        y += 1
    }

    private mutating func draw(_ pixels: [Int]) {
        for index in pixels.prefix(width - x) {
            indices[y][x] = index
            x += 1
        }
    }

    private static func stored(_ index: Int, _ bits: Int) -> [UInt8] {
        bits == 24 ? [UInt8(30 * index), UInt8(20 * index), UInt8(10 * index)] : [UInt8(index)]
    }

    /// The file without the end-of-image command.
    var bytes: [UInt8] {
        var palette: [UInt8] = []
        if bits != 24 {
            for index in 0..<4 { palette += Self.stored(index, 24) + [0] }
        }
        // Runs of 24 bits are a compression of OS/2, with its longer header.
        let size = bits == 24 ? 64 : 40
        let compression = bits == 24 ? 4 : bits == 8 ? 1 : 2
        let start = 14 + size + palette.count
        var head = Array("BM".utf8)
        let values: [Int] = [start + runs.count, 0, start, size, width, height, 1 | bits << 16, compression]
        for value in values + [runs.count, 0, 0, palette.count / 4, 0] { head += Self.little(value) }
        head += [UInt8](repeating: 0, count: size - 40)
        head += palette
        head += runs
        return head
    }

    private static func little(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    func pixels() throws -> ImagePixels {
        try DecodedImage(parsing: ResponseBytes(bytes + [0, 1])).pixels
    }

    func color(at x: Int, _ y: Int) -> SIMD4<UInt8> {
        let index = indices[height - 1 - y][x]
        return SIMD4(UInt8(10 * index), UInt8(20 * index), UInt8(30 * index), 255)
    }
}
