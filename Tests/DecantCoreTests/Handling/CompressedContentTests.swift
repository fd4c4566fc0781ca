import DecantCore
import DecantTesting
import HTTPTypes
import Testing

@Suite struct CompressedContentTests {
    private struct Text: ResponseSerializer {
        var handling = ResponseHandling(accepting: ["text/plain", "application/json"])

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
            if let bad = body.firstIndex(of: UInt8(ascii: "?")) {
                throw ResponseError(.malformedBody, "question", offset: body.start + bad)
            }
            return String(decoding: body, as: UTF8.self)
        }
    }

    private let step = Text().decompressingContent()

    private func sample(_ bytes: [UInt8], _ type: String = "application/gzip") -> ResponseSample {
        ResponseSample(200, type, bytes: bytes)
    }

    @Test(arguments: ["application/gzip", "application/x-gzip", "text/plain", "application/json"])
    func aGzipFileIsDecompressed(type: String) throws {
        let decoded = try sample(CodedSample.gzip(Array("hello".utf8)), type).response(as: step)
        #expect(decoded.value == "hello")
        let note = Finding(.contentCoding, .note, "decoded: gzip, 25 -> 5 bytes")
        #expect(decoded.findings.filter { $0.code != .aliasedMediaType } == [note])
    }

    @Test func membersAreOneFile() throws {
        let file = CodedSample.gzip(Array("a\n".utf8)) + CodedSample.gzip(Array("b\n".utf8))
        #expect(try sample(file).value(as: step) == "a\nb\n")
    }

    @Test(arguments: ["", "hello", "\u{1F}", "\u{1F}\u{8B}"])
    func otherBodiesStayAsTheyAre(text: String) throws {
        let sample = ResponseSample(200, "text/plain", "x" + text)
        #expect(try sample.value(as: step) == "x" + text)
    }

    @Test func otherStepsRunAfterwardInAnyOrder() throws {
        let file = CodedSample.gzip(Array(")]}'\n[1]".utf8))
        #expect(try sample(file).value(as: step.removingXSSIPrefix()) == "[1]")
        #expect(try sample(file).value(as: Text().removingXSSIPrefix().decompressingContent()) == "[1]")
    }

    @Test func aContentCodingMayEncloseAFile() throws {
        let file = CodedSample.gzip(CodedSample.gzip(Array("hello".utf8)))
        let coded = sample(file).with("gzip", for: .contentEncoding).with("\(file.count)", for: .contentLength)
        #expect(try coded.value(as: step) == "hello")
    }

    @Test func anErrorInTheTextHasTheHintOfTheText() throws {
        let error = try #require(step.error(for: sample(CodedSample.gzip(Array("a\nb?".utf8)))))
        #expect(error.message == "question" && error.position == SourcePosition(offset: 3, line: 2, column: 2))
        #expect(error.hint == nil)
    }

    @Test func damagedAndTruncatedFilesAreErrors() throws {
        let file = CodedSample.gzip(CodedSample.text)
        let cut = try #require(step.error(for: sample(file.dropLast(4))))
        #expect(cut.message.hasPrefix("gzip: ") && cut.offset ?? .max <= file.count)
        var damaged = file
        damaged[file.count - 5] ^= 1
        #expect(step.error(for: sample(damaged))?.message.hasPrefix("gzip: ") == true)
    }

    @Test func limitsHoldForTheDecompressedBytes() throws {
        let bomb = CodedSample.gzipHeader + CodedSample.zeros(1 << 30)
        let error = try #require(step.limits { $0.bodyBytes = 6 << 20 }.error(for: sample(bomb)))
        #expect(error.code == .limitExceeded && error.limit == .bodyBytes)
        let small = CodedSample.gzip(CodedSample.text)
        #expect(step.limits { $0.codedBytes = 10 }.error(for: sample(small))?.limit == .codedBytes)
        #expect(step.limits { $0.codingLayers = 0 }.error(for: sample(small))?.limit == .codingLayers)
    }

    @Test func theErrorNamesTheStep() throws {
        for type in ["application/gzip", "application/json"] {
            struct Never: ResponseSerializer {
                var handling = ResponseHandling(accepting: ["application/json"])
                func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
                    let remedy = Remedy(.quirk, "other", text: "other")
                    throw ResponseError(.malformedBody, "no JSON", offset: 0, remedy: remedy)
                }
            }
            let error = try #require(Never().error(for: sample(CodedSample.gzip(Array("[1]".utf8)), type)))
            let hint = "the body is compressed (gzip), but has no Content-Encoding; "
            #expect(error.hint == hint + ".decompressingContent() decompresses it")
            #expect(error.remedies.first?.name == "compressedContent")
        }
        let other = try #require(step.error(for: sample(CodedSample.gzip([0x61]), "application/octet-stream")))
        #expect(other.remedies.map(\.name) == ["application/octet-stream"])
    }

    @Test func theStepsAreStored() throws {
        let serializer = step.removingJSONPCallback().removingTextBeforeDocument()
        #expect(
            serializer.handling.configuration.preparation == [.compressedContent, .jsonpCallback, .textBeforeDocument]
        )
    }
}
