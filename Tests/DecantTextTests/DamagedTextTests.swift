import DecantCore
import DecantText
import TestSupport
import Testing

@Suite struct DamagedTextTests {
    /// A body with a declaration or a byte-order mark, and its media type.
    struct Fixture: Sendable, CustomTestStringConvertible {
        let mediaType: ResponseMediaType?
        let bytes: [UInt8]

        init(_ mediaType: ResponseMediaType?, _ bytes: [UInt8]) {
            self.mediaType = mediaType
            self.bytes = bytes
        }

        var testDescription: String { "\(mediaType?.description ?? "-") \(bytes.prefix(8))" }

        static let all = [
            Fixture(nil, [0xEF, 0xBB, 0xBF] + Array("naïve 日本 😀".utf8)),
            Fixture(nil, [0xFF, 0xFE, 0x61, 0x00, 0x3D, 0xD8, 0x00, 0xDE, 0x62, 0x00]),
            Fixture(nil, [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x01, 0xF6, 0x00, 0x00, 0x00, 0x00, 0x61]),
            Fixture("text/plain;charset=Shift_JIS", [0x83, 0x65, 0xB1, 0x61, 0x83, 0x58]),
            Fixture("text/plain;charset=gb18030", [0xC4, 0xE3, 0x81, 0x30, 0x81, 0x30, 0x61, 0x90, 0x30, 0x81, 0x30]),
            Fixture("text/plain;charset=euc-jp", [0xA5, 0xC6, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1]),
            Fixture("text/plain;charset=iso-2022-jp", [0x61, 0x1B, 0x24, 0x42, 0x25, 0x46, 0x1B, 0x28, 0x42, 0x62]),
            Fixture("text/html", Array("<!-- a --><meta http-equiv=content-type content='a;charset=big5'>".utf8)),
            Fixture("text/xml", Array("<?xml version='1.0' encoding=\"koi8-r\"?>".utf8) + [0xF0, 0xD2]),
            Fixture("application/json", [0x7B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00]),
        ]
    }

    @Test(arguments: Fixture.all) func everyPrefixEndsInATextOrATypedError(fixture: Fixture) throws {
        for end in 0...fixture.bytes.count { try expectOutcome(Array(fixture.bytes[..<end]), fixture) }
    }

    @Test(arguments: Fixture.all) func everyFlippedBitEndsInATextOrATypedError(fixture: Fixture) throws {
        for index in fixture.bytes.indices {
            for bit in 0..<8 {
                var bytes = fixture.bytes
                bytes[index] ^= 1 << bit
                try expectOutcome(bytes, fixture)
            }
        }
    }

    /// Strict decoding returns a text or the offset of the malformed bytes.
    ///
    /// Replacement always returns a text, and reports the same offset.
    private func expectOutcome(_ bytes: [UInt8], _ fixture: Fixture) throws {
        let context = ResponseContext(mediaType: fixture.mediaType)
        let replaced = try StringResponseSerializer().replacingMalformed().response(
            of: ResponseBytes(bytes),
            for: context
        )
        let offset = replaced.findings.first { $0.code == .replacedBytes }?.offset
        do throws(ResponseError) {
            let text = try StringResponseSerializer().value(of: ResponseBytes(bytes), for: context)
            #expect(offset == nil)
            #expect(text.utf8.elementsEqual(replaced.value.utf8))
        } catch {
            #expect(error.code == .invalidText)
            #expect(error.offset == offset, "\(bytes)")
        }
    }
}

/// Pseudorandom bytes, the same in every run, with a preference for bytes that are significant to a decoder.
struct ByteGenerator {
    private static let telling: [UInt8] = [
        0x00, 0x1B, 0x24, 0x28, 0x30, 0x39, 0x40, 0x42, 0x49, 0x4A, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0xA1, 0xBF, 0xC2,
        0xD8,
        0xDC, 0xE0, 0xED, 0xF0, 0xF4, 0xFE, 0xFF,
    ]

    private var numbers: PseudorandomNumbers

    init(seed: UInt64) {
        numbers = PseudorandomNumbers(seed: seed)
    }

    mutating func byte() -> UInt8 {
        let number = numbers.next()
        let value = UInt8(truncatingIfNeeded: number >> 40)
        return number >> 62 == 0 ? value : Self.telling[Int(value) % Self.telling.count]
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in byte() }
    }
}
