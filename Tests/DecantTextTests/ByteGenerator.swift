/// Bytes that look random and are the same in every run, with a taste for those that mean something to a decoder.
struct ByteGenerator {
    private static let telling: [UInt8] = [
        0x00, 0x1B, 0x24, 0x28, 0x30, 0x39, 0x40, 0x42, 0x49, 0x4A, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0xA1, 0xBF, 0xC2,
        0xD8,
        0xDC, 0xE0, 0xED, 0xF0, 0xF4, 0xFE, 0xFF,
    ]

    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func byte() -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = UInt8(truncatingIfNeeded: state >> 40)
        return state >> 62 == 0 ? value : Self.telling[Int(value) % Self.telling.count]
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in byte() }
    }
}
