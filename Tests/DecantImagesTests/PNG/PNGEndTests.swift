import DecantCore
import DecantImages
import Foundation
import TestSupport
import Testing

/// PNG files that end in their last chunk, or before it.
struct PNGEndTests {
    private static let png: [UInt8] = {
        let text = """
            89504e470d0a1a0a0000000d49484452000000100000001008020000009091683600000019494441547\
            89c63e412916320053091a47a54c3a88621a50100eb44005c67b59bb10000000049454e44ae426082
            """
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
    }()

    private static func decode(_ bytes: [UInt8], partial: Bool = false) throws -> (DecodedImage, [Finding]) {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        var options = ImageOptions()
        options.acceptsPartial = partial
        let image = try DecodedImage(parsing: ResponseBytes(bytes), in: &context, options: options)
        return (image, context.findings)
    }

    @Test(arguments: 1...12)
    func aMissingLastChunkIsAFinding(count: Int) throws {
        let (whole, none) = try Self.decode(Self.png)
        #expect(none.isEmpty)
        let cut = Array(Self.png.dropLast(count))
        let (image, findings) = try Self.decode(cut)
        #expect(image.frames == whole.frames)
        #expect(!image.isPartial)
        #expect(findings.map(\.code) == [.irregularImage])
        #expect(findings.first?.message.contains("the IEND chunk is missing") == true)
        #expect(findings.first?.offset == cut.count)
    }

    @Test(arguments: [13, 16, 17, 30, 37])
    func aFileThatEndsEarlierIsTruncated(count: Int) throws {
        let cut = Array(Self.png.dropLast(count))
        let error = try #require(throws: ResponseError.self) { try Self.decode(cut) }
        #expect(error.code == .truncatedBody)
        #expect(error.remedies.map(\.name) == ["acceptsPartial"])
    }

    @Test func aFileWithoutAllImageDataIsTruncated() throws {
        // The data of the only IDAT chunk in two chunks, without the second one.
        let end = try #require(Self.png.firstRange(of: "IDAT".utf8)?.lowerBound) - 4
        let data = Array(Self.png[(end + 8)..<(end + 20)])
        let chunk = Array("IDAT".utf8) + data
        let checksum = Self.checksum(chunk)
        let cut = Array(Self.png[..<end]) + [0, 0, 0, UInt8(data.count)] + chunk + checksum
        #expect(throws: ResponseError.self) { try Self.decode(cut) }
        let error = try #require(throws: ResponseError.self) { try Self.decode(cut) }
        #expect(error.code == .truncatedBody)
        let (image, findings) = try Self.decode(cut, partial: true)
        #expect(image.isPartial)
        #expect(findings.map(\.code).contains(.partialImage))
    }

    @Test("Other bytes in place of the last chunk are an error") func otherBytesInPlaceOfTheLastChunk() throws {
        let bytes = Self.png.dropLast(12) + [1, 2, 3]
        #expect(throws: ResponseError.self) { try Self.decode(Array(bytes)) }
    }

    /// The checksum of a chunk (PNG §D).
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var value: UInt32 = .max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        value ^= .max
        return (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
