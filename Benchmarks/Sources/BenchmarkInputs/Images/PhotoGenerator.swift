/// A generator of images that compress like photographs.
///
/// An image shows overlapping objects of all sizes, each shaded and textured at every scale, with slightly soft edges
/// and sensor noise.
struct PhotoGenerator {
    private let width: Int
    private let height: Int
    private var source: RandomSource

    /// The index of the visible object, for each pixel.
    private var owners: [UInt16]
    private var things: [Thing] = []

    /// The appearance of an object: its color, its horizontal and vertical gradients, and its roughness.
    private struct Thing {
        var color: SIMD3<Int32>
        var across: SIMD3<Int32>
        var down: SIMD3<Int32>
        var roughness: Int32
    }

    /// The cell sizes of the texture, in bits, and their weights.
    private static let octaves: [(bits: Int, weight: Int32)] = [
        (7, 10), (6, 8), (5, 7), (4, 7), (3, 8), (2, 8), (1, 7),
    ]

    private init(width: Int, height: Int, seed: UInt64) {
        self.width = width
        self.height = height
        source = RandomSource(seed: seed)
        owners = Array(repeating: 0, count: width * height)
    }

    /// Generates a photograph of 16 bits per channel, determined by the seed.
    static func photo(_ size: ImageSize, seed: UInt64) -> Raster {
        var generator = PhotoGenerator(width: size.width, height: size.height, seed: seed)
        generator.layThings()
        return generator.developed()
    }

    private mutating func layThings() {
        things = [thing()]
        let count = 400
        for index in 0..<count {
            // The first objects are the largest, and most are small.
            let radius = max(3, height / 2 * (count - index) * (count - index) / (count * count))
            things.append(thing())
            let center = (source.number(0..<width), source.number(0..<height))
            fill(UInt16(things.count - 1), center, radius, flatness: source.number(1..<4))
        }
    }

    private mutating func thing() -> Thing {
        let light = Int32(source.number(8_000..<50_000))
        func vector(_ range: Range<Int>) -> SIMD3<Int32> {
            SIMD3(Int32(source.number(range)), Int32(source.number(range)), Int32(source.number(range)))
        }
        return Thing(
            color: vector(-6_000..<6_000) &+ light,
            across: vector(-6..<7),
            down: vector(-6..<7),
            roughness: Int32(source.number(40..<700))
        )
    }

    private mutating func fill(_ owner: UInt16, _ center: (x: Int, y: Int), _ radius: Int, flatness: Int) {
        for y in max(0, center.y - radius)..<min(height, center.y + radius) {
            let distance = (y - center.y) * flatness
            let rest = radius * radius - distance * distance
            guard rest > 0 else { continue }
            let half = Int(Double(rest).squareRoot())
            for x in max(0, center.x - half)..<max(0, min(width, center.x + half)) { owners[y * width + x] = owner }
        }
    }

    private mutating func developed() -> Raster {
        var raster = Raster(width: width, height: height)
        var above: [SIMD3<Int32>] = []
        for y in 0..<height {
            let row = scene(y)
            let soft = above.isEmpty ? row : zip(row, above).map { ($0 &+ $1) / 2 }
            above = row
            let texture = texture(y)
            for x in 0..<width {
                let roughness = things[Int(owners[y * width + x])].roughness
                let light = texture[x] / 128 * roughness / 32
                let noise = sensorNoise()
                raster.append(soft[x] &+ light &+ noise)
            }
        }
        return raster
    }

    /// Returns a row of the objects without their texture, each pixel blended with the previous one.
    private func scene(_ y: Int) -> [SIMD3<Int32>] {
        var last: SIMD3<Int32>?
        return (0..<width).map { x in
            let thing = things[Int(owners[y * width + x])]
            let color = thing.color &+ thing.across &* Int32(x * 4 / 3 % 4096) &+ thing.down &* Int32(y % 4096)
            defer { last = color }
            return last.map { ($0 &+ color) / 2 } ?? color
        }
    }

    /// Returns a row of noise at every scale.
    private func texture(_ y: Int) -> [Int32] {
        var row = [Int32](repeating: 0, count: width)
        for (bits, weight) in Self.octaves {
            let (cell, part) = (y >> bits, Int32(y & (1 << bits - 1)))
            let size = Int32(1 << bits)
            let corners = (0...(width >> bits + 1)).map { column in
                (lattice(column, cell, bits) * (size - part) + lattice(column, cell + 1, bits) * part) / size
            }
            for x in 0..<width {
                let (column, offset) = (x >> bits, Int32(x & (1 << bits - 1)))
                row[x] += (corners[column] * (size - offset) + corners[column + 1] * offset) / size * weight
            }
        }
        return row
    }

    /// Returns a number from -4096 to 4095, determined by the corner of a cell.
    private func lattice(_ x: Int, _ y: Int, _ octave: Int) -> Int32 {
        var mixed = UInt64(truncatingIfNeeded: x &* 0x9E37_79B9 &+ y &* 0x85EB_CA6B &+ octave &* 0xC2B2_AE35)
        mixed = (mixed ^ (mixed >> 15)) &* 0xBF58_476D_1CE4_E5B9
        return Int32((mixed >> 40) & 8191) - 4096
    }

    /// Returns the sum of two uniform distributions for each channel, a few 8-bit levels wide.
    private mutating func sensorNoise() -> SIMD3<Int32> {
        let bits = source.next()
        func level(_ shift: UInt64) -> Int32 {
            Int32(truncatingIfNeeded: bits >> shift & 1023) + Int32(truncatingIfNeeded: bits >> (shift + 10) & 1023)
                - 1023
        }
        return SIMD3(level(0), level(20), level(40))
    }
}
