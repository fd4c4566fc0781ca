import DecantCore
import Foundation
import Testing

@Suite("br and zstd", .enabled(if: ContentCoding.brotli.isBuiltIn && ContentCoding.zstd.isBuiltIn))
struct LibraryEnginesTests {
    private static let text = CodedSample.text
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fixtures/Codings").standardized

    /// A file written by Tests/Fixtures/generate-codings.
    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private static let coded: [(String, ContentCoding)] = [
        ("text.br", .brotli), ("text.zst", .zstd), ("window-11.zst", .zstd),
    ]

    @Test("A body is decoded for every cut", arguments: coded)
    func whole(name: String, coding: ContentCoding) throws {
        let input = try Self.bytes(name)
        let run = CodedRun(input, coding)
        #expect(run.bytes == Self.text && run.error == nil && run.findings.isEmpty)
        for cut in 0...input.count { #expect(CodedRun(input, coding, cuts: [cut]) == run) }
        #expect(CodedRun(input, coding, cuts: Array(1..<input.count)) == run)
    }

    @Test("Data that ends anywhere is truncated", arguments: coded)
    func truncation(name: String, coding: ContentCoding) throws {
        let input = try Self.bytes(name)
        for length in 1..<input.count {
            let run = CodedRun(Array(input[..<length]), coding)
            #expect(run.error == .truncatedBody && Self.text.starts(with: run.bytes))
        }
    }

    @Test(
        "Coded data without content is a complete body",
        arguments: [("empty.br", ContentCoding.brotli), ("empty.zst", .zstd)]
    )
    func empty(name: String, coding: ContentCoding) throws {
        let run = CodedRun(try Self.bytes(name), coding)
        #expect(run.bytes.isEmpty && run.error == nil)
    }

    @Test("Consecutive zstd frames are one body, including skippable and empty ones")
    func frames() throws {
        let (frame, empty) = (try Self.bytes("text.zst"), try Self.bytes("empty.zst"))
        let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        let nothing: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0]
        let input = skippable + frame + nothing + empty + frame + skippable
        let run = CodedRun(input, .zstd)
        #expect(run.bytes == Self.text + Self.text && run.error == nil)
        #expect(run.findings.map(\.message) == ["6 zstd frames in a row"])
        for cut in 0...input.count { #expect(CodedRun(input, .zstd, cuts: [cut]) == run) }
        #expect(CodedRun(Array(input.dropLast()), .zstd).error == .truncatedBody)
    }

    @Test("Bytes after the data are counted", arguments: coded)
    func surplus(name: String, coding: ContentCoding) throws {
        let input = try Self.bytes(name)
        #expect(CodedRun(input + [0, 0], coding).findings.map(\.severity) == [.note])
        let junk = CodedRun(input + [0x28, 7], coding)
        #expect(junk.bytes == Self.text && junk.findings.first?.severity == .warning)
        #expect(junk.findings.first?.message.contains("at byte \(input.count)") == true)
    }

    @Test("A window beyond the limit is rejected before any output")
    func window() throws {
        var limits = Limits()
        for (window, isRefused) in [(-1, true), (0, true), (2047, true), (2048, false), (.max, false)] {
            limits.codingWindow = window
            let run = CodedRun(try Self.bytes("window-11.zst"), .zstd, limits: limits)
            #expect((run.limit == .codingWindow) == isRefused && run.bytes == (isRefused ? [] : Self.text))
        }
        // Windows of 8 MiB, the next larger size, 16 MiB, and 128 MiB. A frame of a few bytes can declare any of them.
        for (descriptor, isRefused) in [(UInt8(0x68), false), (0x69, true), (0x70, true), (0x88, true)] {
            let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, descriptor, 1, 0, 0]
            #expect((CodedRun(frame, .zstd).limit == .codingWindow) == isRefused)
        }
        #expect(CodedRun(try Self.bytes("large-window.br"), .brotli).limit == .codingWindow)
    }

    @Test("A frame that needs a dictionary is rejected")
    func dictionary() {
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x21, 7, 0, 1, 0, 0]
        #expect(CodedRun(frame, .zstd).error == .unsupportedFormat)
    }

    @Test("Damaged data is malformed", arguments: coded)
    func damage(name: String, coding: ContentCoding) throws {
        var input = try Self.bytes(name)
        input[input.count - 3] ^= 0x55
        #expect(CodedRun(input, coding).error != nil || coding == .brotli)
        #expect(CodedRun([0xFF] + input, coding).error != nil)
    }

    @Test("Endless zeros are rejected at the limit", arguments: [0, 1, 65_537, 1 << 20])
    func zeros(limit: Int) throws {
        var limits = Limits()
        limits.bodyBytes = limit
        // Blocks of 128 KiB of zeros, 4 bytes each, for a total of 4 GiB.
        let header: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x58]
        let block: [UInt8] = [0x02, 0x00, 0x10, 0]
        let bomb = header + CodedSample.repeated(block, 32_768)
        for (input, coding) in [(bomb, ContentCoding.zstd), (try Self.bytes("zeros.br"), .brotli)] {
            let run = CodedRun(input, coding, limits: limits)
            #expect(run.limit == .bodyBytes && run.bytes.count == limit)
            let nested = CodedRun(
                CodedSample.storedGzip(CodedSample.storedGzip(input)),
                coding,
                .gzip,
                .gzip,
                limits: limits
            )
            #expect(nested.limit == .bodyBytes && nested.bytes.count == limit)
        }
    }

    @Test("A frame that announces another size is malformed, even if it is empty")
    func announcedSize() throws {
        // The frame announces 64 bytes in one byte, followed by an empty block and the checksum of no data.
        let empty: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x40, 1, 0, 0, 0x99, 0xE9, 0xD8, 0x51]
        #expect(CodedRun(empty, .zstd).error == .malformedBody)
        for cut in 0...empty.count { #expect(CodedRun(empty, .zstd, cuts: [cut]).error == .malformedBody) }
        var right = empty
        right[5] = 0
        #expect(CodedRun(right, .zstd).error == nil)
    }

    @Test("Many empty frames take linear time")
    func emptyFrames() throws {
        let run = CodedRun(CodedSample.repeated(try Self.bytes("empty.zst"), 100_000), .zstd)
        #expect(run.bytes.isEmpty && run.findings.map(\.message) == ["100000 zstd frames in a row"])
    }

    @Test("Every coding inside every other is decoded, for every cut")
    func layers() throws {
        let br = try Self.bytes("text.br")
        let zst = try Self.bytes("text.zst")
        for (inner, coding) in [(br, ContentCoding.brotli), (zst, .zstd)] {
            let input = CodedSample.gzip(CodedSample.zlib(inner))
            let run = CodedRun(input, coding, .deflate, .gzip)
            #expect(run.bytes == Self.text && run.error == nil)
            for cut in 0...input.count { #expect(CodedRun(input, coding, .deflate, .gzip, cuts: [cut]) == run) }
        }
    }

    @Test("Plain data declared as zstd by a head is a value with a warning")
    func plain() {
        let run = CodedRun(Self.text, field: "zstd")
        #expect(run.bytes == Self.text && run.findings.map(\.severity) == [.warning])
        #expect(CodedRun(Array("[1]".utf8), field: "zstd").bytes == Array("[1]".utf8))
        #expect(CodedRun(Self.text, .zstd).error == .malformedBody)
    }
}
