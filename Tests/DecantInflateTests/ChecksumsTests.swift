import DecantCore
import DecantInflate
import TestSupport
import Testing

/// The checksums of gzip and zlib, compared with the definitions of RFC 1952 §8 and RFC 1950 §9.
@Suite struct ChecksumsTests {
    /// Lengths around the block sizes of the fast loops: 8, 16, 32, 64, or 128 bytes, and 5,536 bytes for Adler-32.
    private static let lengths = Array(0...70) + [127, 128, 129, 255, 256, 5535, 5536, 5537, 5552, 11_073, 70_000]

    private func bytes(_ count: Int) -> [UInt8] {
        var numbers = PseudorandomNumbers(seed: 0x9E37_79B9_7F4A_7C15)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 56) }
    }

    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { state, byte in
            (0..<8).reduce(state ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private func adler32(_ bytes: [UInt8]) -> UInt32 {
        let sums = bytes.reduce((1 as UInt32, 0 as UInt32)) { sums, byte in
            let sum = (sums.0 + UInt32(byte)) % 65_521
            return (sum, (sums.1 + sum) % 65_521)
        }
        return sums.1 << 16 | sums.0
    }

    @Test func matchTheValuesOfTheStandards() {
        var crc = CRC32()
        var adler = Adler32()
        #expect((crc.value, adler.value) == (0, 1))
        crc.update(Array("123456789".utf8).elementSpan)
        adler.update(Array("Wikipedia".utf8).elementSpan)
        #expect((crc.value, adler.value) == (0xCBF4_3926, 0x11E6_0398))
    }

    @Test(arguments: lengths) func agreeWithTheirDefinitions(length: Int) {
        for content in [bytes(length), [UInt8](repeating: 0xFF, count: length)] {
            var crc = CRC32()
            var adler = Adler32()
            crc.update(content.elementSpan)
            adler.update(content.elementSpan)
            #expect(crc.value == crc32(content))
            #expect(adler.value == adler32(content))
        }
    }

    @Test(arguments: [1, 7, 31, 128, 5551]) func doNotDependOnTheChunks(size: Int) {
        let content = bytes(20_000)
        var crc = CRC32()
        var adler = Adler32()
        for start in stride(from: 0, to: content.count, by: size) {
            let chunk = Array(content[start..<min(start + size, content.count)])
            crc.update(chunk.elementSpan)
            adler.update(chunk.elementSpan)
        }
        #expect(crc.value == crc32(content))
        #expect(adler.value == adler32(content))
    }
}
