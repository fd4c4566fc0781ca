import DecantCore
import DecantInflate
import TestSupport
import Testing

@Suite("Errors in streams")
struct InflateErrorTests {
    /// An invalid stream, with the offset and the reason of the error.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let format: Inflater.Format
        let coded: [UInt8]
        let error: InflateError

        init(
            _ name: String,
            _ format: Inflater.Format,
            _ coded: [UInt8],
            _ reason: InflateError.Reason,
            at offset: Int,
            after count: Int = 0
        ) {
            (self.name, self.format, self.coded) = (name, format, coded)
            error = InflateError(reason: reason, codedOffset: offset, outputCount: count)
        }

        var testDescription: String { name }
    }

    private static func written(_ write: (inout DeflateWriter) -> Void) -> [UInt8] {
        var writer = DeflateWriter()
        write(&writer)
        return writer.bytes
    }

    private static let gzip = Wrapped.gzip([0x4B, 0x04, 0], of: [97])
    private static let zlib = Wrapped.zlib([0x4B, 0x04, 0], of: [97])

    private static func changed(_ bytes: [UInt8], _ index: Int, _ value: UInt8) -> [UInt8] {
        var bytes = bytes
        bytes[index] = value
        return bytes
    }

    static let headers: [Fault] = [
        Fault("no gzip", .gzip, Array("{\"a\": 1}".utf8), .notGzip, at: 0),
        Fault("half of the magic number", .gzip, [0x1F, 0x8C], .notGzip, at: 1),
        Fault("another method of gzip", .gzip, changed(gzip, 2, 7), .unsupportedMethod(7), at: 2),
        Fault("reserved flags", .gzip, changed(gzip, 3, 0x20), .reservedFlags(0x20), at: 3),
        Fault(
            "checksum of the header",
            .gzip,
            [0x1F, 0x8B, 8, 2, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0],
            .headerChecksum(
                expected: UInt16(truncatingIfNeeded: Wrapped.crc32([0x1F, 0x8B, 8, 2, 0, 0, 0, 0, 0, 3])),
                found: 0x201
            ),
            at: 11
        ),
        Fault("no zlib", .zlib, Array("text".utf8), .notZlib, at: 1),
        Fault("another method of zlib", .zlib, [0x79, 0x18, 0], .unsupportedMethod(9), at: 1),
        Fault("a window of 64 KiB", .zlib, [0x88, 0x1C, 0], .windowSize(bits: 16), at: 1),
        Fault("a dictionary", .zlib, [0x78, 0xBB, 0], .dictionary, at: 1),
        Fault("nothing", .gzip, [], .truncated, at: 0),
    ]

    static let trailers: [Fault] = [
        Fault(
            "CRC-32",
            .gzip,
            changed(gzip, 13, gzip[13] ^ 1),
            .checksum(expected: Wrapped.crc32([97]), found: Wrapped.crc32([97]) ^ 1),
            at: 13,
            after: 1
        ),
        Fault("length", .gzip, changed(gzip, 17, 2), .length(expected: 1, found: 2), at: 17, after: 1),
        Fault(
            "Adler-32",
            .zlib,
            changed(zlib, 8, zlib[8] ^ 1),
            .checksum(expected: 0x0062_0062, found: 0x0062_0063),
            at: 5,
            after: 1
        ),
        Fault("a member that is damaged", .gzip, gzip + [0x1F, 0x8B, 9], .unsupportedMethod(9), at: 23, after: 1),
        Fault("a member that is cut off", .gzip, gzip + [0x1F], .truncated, at: 22, after: 1),
    ]

    static let blocks: [Fault] =
        [
            Fault("block type 3", .raw, [0x07], .reservedBlockType, at: 0),
            Fault("stored length", .raw, [1, 2, 0, 0xFC, 0xFF], .storedLength(length: 2, check: 0xFFFC), at: 1),
            Fault(
                "287 literals",
                .raw,
                written {
                    $0.begin(2); $0.put(30, 14)
                },
                .symbolCount(.literalLength, 287),
                at: 0
            ),
            Fault(
                "31 distances",
                .raw,
                written {
                    $0.begin(2); $0.put(30 << 5, 14)
                },
                .symbolCount(.distance, 31),
                at: 1
            ),
            Fault(
                "code lengths oversubscribed",
                .raw,
                written {
                    $0.begin(2); $0.put(15 << 10, 14); $0.put(0o1111111, 57)
                },
                .oversubscribedCode(.codeLength),
                at: 9
            ),
            Fault(
                "code lengths incomplete",
                .raw,
                written {
                    $0.begin(2); $0.put(0, 14); $0.put(1, 12)
                },
                .incompleteCode(.codeLength),
                at: 3
            ),
            // The code has two lengths: 16, with the code 0, and 18.
            Fault(
                "a repetition of nothing",
                .raw,
                written {
                    $0.begin(2); $0.put(0, 14); $0.put(0o101, 12); $0.put(0, 20)
                },
                .codeLengthRepeat,
                at: 3
            ),
            Fault(
                "a repetition beyond the last",
                .raw,
                written {
                    $0.begin(2); $0.put(0, 14); $0.put(0o101, 12); $0.put(0xFF, 8); $0.put(0xFF, 8); $0.put(0, 9)
                },
                .codeLengthRepeat,
                at: 4
            ),
        ] + codes

    private static func lengths(_ count: Int, _ used: [Int: Int]) -> [Int] { (0..<count).map { used[$0] ?? 0 } }

    private static func dynamic(
        _ literals: [Int: Int],
        _ distances: [Int],
        _ count: Int = 257,
        then bits: (Int, Int) = (0, 16)
    ) -> [UInt8] {
        written {
            $0.beginDynamic(literals: lengths(count, literals), distances: distances, isLast: true)
            $0.put(bits.0, bits.1)
        }
    }

    /// A block header ends after 74 bits plus four bits per length.
    private static let codes: [Fault] = [
        Fault("no end of block", .raw, dynamic([65: 1], [0]), .noEndOfBlock, at: 138),
        Fault(
            "oversubscribed literals",
            .raw,
            dynamic([0: 1, 1: 1, 256: 1], [0]),
            .oversubscribedCode(.literalLength),
            at: 138
        ),
        Fault("incomplete literals", .raw, dynamic([0: 2, 256: 1], [0]), .incompleteCode(.literalLength), at: 138),
        Fault("incomplete distances", .raw, dynamic([256: 1], [2, 1]), .incompleteCode(.distance), at: 138),
        Fault("oversubscribed distances", .raw, dynamic([256: 1], [1, 1, 1]), .oversubscribedCode(.distance), at: 139),
        Fault("an unused literal", .raw, dynamic([256: 1], [0], then: (1, 16)), .invalidCode(.literalLength), at: 138),
        Fault(
            "an unused distance",
            .raw,
            dynamic([256: 2, 0: 2, 257: 1], [1], 258, then: (0b10, 18)),
            .invalidCode(.distance),
            at: 138
        ),
        Fault(
            "no distances",
            .raw,
            dynamic([256: 2, 0: 2, 257: 1], [0], 258, then: (0, 18)),
            .invalidCode(.distance),
            at: 138
        ),
        Fault(
            "symbol 286",
            .raw,
            written {
                $0.begin(1); $0.putFixed(286); $0.put(0, 16)
            },
            .invalidCode(.literalLength),
            at: 0
        ),
        Fault(
            "distance 30",
            .raw,
            written {
                $0.begin(1); $0.putFixed(1); $0.putFixed(257); $0.putCode(30, 5); $0.put(0, 16)
            },
            .invalidCode(.distance),
            at: 2,
            after: 1
        ),
        Fault(
            "a distance before the start",
            .raw,
            written {
                $0.begin(1); $0.putFixed(1); $0.putFixedMatch(length: 3, distance: 2)
            },
            .distanceTooFar(distance: 2, available: 1),
            at: 2,
            after: 1
        ),
    ]

    @Test(
        "An error has its reason and both offsets, for every cut",
        arguments: headers + trailers + blocks
    )
    func error(_ fault: Fault) {
        let decoding = Decoding(fault.coded, fault.format)
        #expect(decoding.error == fault.error)
        for cut in 0...fault.coded.count { #expect(Decoding(fault.coded, fault.format, cuts: [cut]) == decoding) }
        #expect(Decoding(fault.coded, fault.format, cuts: Array(0..<fault.coded.count), outputSize: 1) == decoding)
    }

    @Test("An error is the same in the fast loop", arguments: blocks)
    func fastError(_ fault: Fault) {
        var writer = DeflateWriter()
        writer.putStored(sampleBytes(1000))
        let coded = writer.bytes + fault.coded + [UInt8](repeating: 0, count: 64)
        let decoding = Decoding(coded, .raw)
        if case .distanceTooFar = fault.error.reason {} else { #expect(decoding.error?.reason == fault.error.reason) }
        #expect(Decoding(coded, .raw, cuts: Array(0..<coded.count), outputSize: 1) == decoding)
    }

    @Test("A reference before the start is an error at every distance", arguments: [1, 8, 16, 1001, 20_000, 32_768])
    func distances(_ distance: Int) {
        var writer = DeflateWriter()
        let plain = sampleBytes(distance - 1)
        for start in stride(from: 0, to: plain.count, by: 10_000) {
            writer.putStored(Array(plain[start..<min(start + 10_000, plain.count)]))
        }
        writer.begin(1)
        writer.putFixedMatch(length: 10, distance: distance)
        writer.put(0, 512)
        let decoding = Decoding(writer.bytes, .raw)
        #expect(decoding.error?.reason == .distanceTooFar(distance: distance, available: distance - 1))
        #expect(decoding.bytes == plain)
        let cuts = Array(stride(from: 7, to: writer.bytes.count, by: 7))
        #expect(Decoding(writer.bytes, .raw, cuts: cuts, outputSize: 999) == decoding)
    }

    @Test("A member cannot refer to the previous one")
    func members() {
        var writer = DeflateWriter()
        writer.begin(1)
        writer.putFixedMatch(length: 3, distance: 1)
        let coded = Self.gzip + Wrapped.gzip(writer.bytes + [0, 0], of: [97, 97, 97])
        let decoding = Decoding(coded, .gzip, cuts: [5, 25])
        #expect(decoding.error?.reason == .distanceTooFar(distance: 1, available: 0))
        #expect(Inflater.inflate(coded.elementSpan, .gzip, limit: 100).error == decoding.error)
    }

    @Test("After an error, every call throws it again")
    func again() {
        var inflater = Inflater(.raw)
        let bytes: [UInt8] = [7]
        var errors: [InflateError] = []
        for _ in 0..<3 {
            var position = 0
            let chunk = inflate(&inflater, bytes.elementSpan, &position, size: 1)
            if case .failure(let error) = chunk.outcome { errors.append(error) }
        }
        do throws(InflateError) { try inflater.finish() } catch { errors.append(error) }
        #expect(errors == Array(repeating: Self.blocks[0].error, count: 4))
    }

    @Test("Errors name the expected data, the received data, and the offset")
    func descriptions() {
        let error = InflateError(reason: .checksum(expected: 0x1234, found: 0xABCD), codedOffset: 17, outputCount: 1)
        #expect(
            error.description
                == "expected the checksum 0x1234, but the data has 0xABCD "
                + "at byte 17 of the compressed data, after 1 byte of output"
        )
        for fault in Self.headers + Self.trailers + Self.blocks { #expect(!fault.error.description.isEmpty) }
        #expect(Set((Self.headers + Self.blocks).map(\.error.reason.description)).count > 20)
    }
}
