import DecantCore
import HTTPTypes
import TestSupport
import Testing

@Suite("Decoding content codings in chunks") struct ContentDecoderTests {
    private static let text = CodedSample.text

    @Test("Each form of deflate data is decoded, and reported if it is not the declared one")
    func forms() {
        let forms: [(ContentCoding, [UInt8], String?)] = [
            (.gzip, CodedSample.gzip(Self.text), nil),
            (.gzip, CodedSample.zlib(Self.text), "the data labeled gzip is zlib"),
            (.deflate, CodedSample.zlib(Self.text), nil),
            (.deflate, CodedSample.deflate(Self.text), "the data labeled deflate is raw deflate"),
            (.deflate, CodedSample.gzip(Self.text), "the data labeled deflate is gzip"),
        ]
        for (coding, input, note) in forms {
            let run = CodedRun(input, coding)
            #expect(run.bytes == Self.text && run.error == nil)
            #expect(run.findings.map(\.message) == [note].compactMap(\.self))
            #expect(run.findings.allSatisfy { $0.code == .contentCoding && $0.severity == .note })
            for cut in 0...input.count {
                #expect(CodedRun(input, coding, cuts: [cut]) == run, "\(coding) cut at \(cut)")
            }
            #expect(CodedRun(input, coding, cuts: Array(1..<input.count)) == run)
        }
    }

    @Test("A body without a coding is unchanged")
    func identity() {
        let run = CodedRun(Self.text, field: "identity, UTF-8", cuts: [1, 100])
        #expect(run.bytes == Self.text && run.error == nil)
        #expect(run.findings.map(\.severity) == [.note, .warning])
        #expect(CodedRun(Self.text, field: " , ").bytes == Self.text)
    }

    @Test(
        "Names of codings are case-insensitive, in any form of a list",
        arguments: [
            "gzip, deflate", "GZIP,Deflate", " x-gzip ,\tdeflate", ", gzip,, deflate ,", "gzip, identity, deflate",
        ]
    )
    func names(field: String) {
        #expect(CodedRun(CodedSample.zlib(CodedSample.gzip(Self.text)), field: field).bytes == Self.text)
    }

    @Test("A flush provides exactly the bytes written before it")
    func flushes() throws {
        var decoder = try ContentDecoder([.gzip])
        try decoder.append(CodedSample.gzipHeader)
        var writer = DeflateWriter()
        for event in ["data: 1\n\n", "data: 2\n\n"] {
            let before = writer.bytes.count
            writer.putFixedBlock(Array(event.utf8))
            writer.putStored([])
            try decoder.append(writer.bytes[before...])
            var bytes: [UInt8] = []
            while let chunk = try decoder.next() { for index in chunk.indices { bytes.append(chunk[index]) } }
            #expect(bytes == Array(event.utf8))
        }
        #expect(decoder.decodedCount == 18)
        #expect(decoder.codedCount == 10 + writer.bytes.count)
    }

    @Test("Consecutive members are one body, and each is available when it ends")
    func members() throws {
        let members = ["a", "", "bc", ""].map { CodedSample.gzip(Array($0.utf8)) }
        let run = CodedRun(Array(members.joined()), .gzip)
        #expect(run.bytes == Array("abc".utf8) && run.error == nil)
        #expect(run.findings.map(\.message) == ["4 gzip members in a row"])
        var decoder = try ContentDecoder([.gzip])
        try decoder.append(members[0])
        #expect(try decoder.next()?.count == 1)
        #expect(try decoder.next() == nil)
    }

    @Test("Bytes after the data are counted: zeros are a note, others a warning")
    func surplus() {
        let coded = CodedSample.gzip(Self.text)
        let zlib = CodedSample.zlib(Self.text)
        #expect(
            CodedRun(coded + [0], .gzip).findings == [
                Finding(.surplusBytes, .note, "1 zero byte follows the gzip data")
            ]
        )
        #expect(
            CodedRun(zlib + [0, 0], .deflate).findings == [
                Finding(.surplusBytes, .note, "2 zero bytes follow the deflate data")
            ]
        )
        let junk = CodedRun(coded + [0, 0, 7], .gzip)
        #expect(junk.bytes == Self.text && junk.error == nil)
        #expect(junk.findings.map(\.severity) == [.warning])
        #expect(junk.findings.first?.message == "ignored 1 byte after the gzip data, at byte \(coded.count + 2)")
    }

    @Test("Data that ends anywhere is truncated, with both offsets and the decoded bytes")
    func truncation() {
        let input = CodedSample.gzip(Self.text)
        #expect(CodedRun([], .gzip).error == nil)
        for length in 1..<input.count {
            let run = CodedRun(Array(input[..<length]), .gzip)
            #expect(run.error == .truncatedBody && Self.text.starts(with: run.bytes))
            if length > 1 {
                let count = run.bytes.count == 1 ? "1 byte" : "\(run.bytes.count) bytes"
                #expect(
                    run.message?.hasSuffix("at byte \(length) of the encoded body, after \(count) of output") == true
                )
            }
        }
        let whole = CodedRun(Array(input.dropLast(8)), .gzip)
        #expect(whole.bytes == Self.text)
    }

    @Test("An incorrect checksum is reported after all bytes, for every cut")
    func checksum() {
        var input = CodedSample.gzip(Self.text)
        input[input.count - 6] ^= 1
        let run = CodedRun(input, .gzip)
        #expect(run.bytes == Self.text && run.error == .malformedBody)
        #expect(run.message?.contains("checksum") == true)
        for cut in 0...input.count { #expect(CodedRun(input, .gzip, cuts: [cut]) == run) }
    }

    @Test("After an error, every call throws it again")
    func repeatedError() throws {
        var decoder = try ContentDecoder([.gzip])
        try decoder.append([1, 2, 3])
        var messages: [String] = []
        for _ in 0..<3 {
            do throws(ResponseError) { _ = try decoder.next() } catch { messages.append(error.message) }
        }
        do throws(ResponseError) { try decoder.finish() } catch { messages.append(error.message) }
        #expect(messages.count == 4 && Set(messages).count == 1)
    }

    @Test("Layers are decoded from the outermost inward, for every cut")
    func layers() {
        let input = CodedSample.gzip(CodedSample.zlib(CodedSample.gzip(CodedSample.deflate(Self.text))))
        let run = CodedRun(input, .deflate, .gzip, .deflate, .gzip)
        #expect(run.bytes == Self.text && run.error == nil)
        for cut in 0...input.count { #expect(CodedRun(input, .deflate, .gzip, .deflate, .gzip, cuts: [cut]) == run) }
        let damaged = CodedSample.gzip(Array(CodedSample.zlib(Self.text).dropLast(2)))
        let fault = CodedRun(damaged, .deflate, .gzip)
        #expect(fault.bytes == Self.text && fault.error == .truncatedBody)
        #expect(
            fault.message?.hasPrefix("deflate: ") == true && fault.message?.contains("of the output of gzip") == true
        )
    }

    @Test(
        "Plain data under gzip is a value with a warning if a head names the coding, and an error if it must be gzip"
    )
    func plain() {
        let run = CodedRun(Self.text, field: "gzip")
        #expect(run.bytes == Self.text && run.error == nil)
        #expect(run.findings.map(\.severity) == [.warning])
        #expect(CodedRun(Self.text, .gzip).error == .malformedBody)
        let twice = CodedRun(CodedSample.gzip(Self.text), field: "gzip, gzip")
        #expect(twice.bytes == Self.text && twice.findings.map(\.severity) == [.warning])
    }

    @Test("A coding that is unknown or not built in is rejected by name")
    func unsupported() {
        #expect(CodedRun([1], field: "compress").message == "the content coding “compress” is unknown")
        #expect(CodedRun([1], field: "foo, gzip").error == .unsupportedFormat)
        for coding in ContentCoding.all where !coding.isBuiltIn {
            let run = CodedRun([1], coding)
            #expect(run.error == .unsupportedFormat && run.message?.contains(coding.rawValue) == true)
        }
        let preset = CodedRun([0x78, 0xBB, 0, 0, 0, 1, 3, 0, 0, 0, 0, 1], .deflate)
        #expect(preset.error == .unsupportedFormat)
    }

    @Test("Accept-Encoding names the codings that are built in")
    func acceptValue() {
        #expect(ContentCoding.acceptValue.hasPrefix("gzip, deflate"))
        for coding in ContentCoding.all {
            #expect(ContentCoding.acceptValue.contains(coding.rawValue) == coding.isBuiltIn)
        }
        #expect(ContentCoding(named: "X-GZip") == .gzip && ContentCoding(named: "br") == .brotli)
    }
}
