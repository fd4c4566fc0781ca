import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import HTTPTypes
import TestSupport
import Testing

@Suite("A value and a stream take the same path") struct OnePathTests {
    /// The bytes or the code of the error, and the findings.
    private struct Outcome: Equatable {
        var bytes: [UInt8] = []
        var code: ResponseError.Code?
        var findings: [Finding] = []
    }

    private func value(_ sample: ResponseSample, _ handling: ResponseHandling) -> Outcome {
        var serializer = DataResponseSerializer()
        serializer.handling = handling
        do throws(ResponseError) {
            let response = try serializer.response(of: sample.body, for: sample.context)
            return Outcome(bytes: Array(response.value), findings: response.findings)
        } catch {
            return Outcome(code: error.code, findings: error.findings)
        }
    }

    private func stream(_ sample: ResponseSample, _ handling: ResponseHandling, every length: Int) async -> Outcome {
        var serializer = StreamSerializer.chunks
        serializer.handling = handling
        do throws(ResponseError) {
            let stream = try await serializer.stream(of: ChunkSample(sample.body, every: length), for: sample.context)
            var bytes: [UInt8] = []
            for try await chunk in stream { bytes += Array(chunk) }
            return Outcome(bytes: bytes, findings: stream.findings)
        } catch {
            return Outcome(code: error.code, findings: error.findings)
        }
    }

    // MARK: - Content codings

    private enum Content: CaseIterable {
        case coded, text, unclear
        /// Truncated data; for deflate, complete data without the header of zlib.
        case irregular
    }

    private static let lines = Array(String(repeating: "a line\n", count: 30).utf8)
    private static let codingNames = ["gzip", "deflate", "x"]
    private static let types = ["application/gzip", "text/plain", "application/octet-stream"]

    private static func bytes(_ content: Content, _ coding: String) -> [UInt8] {
        var writer = DeflateWriter()
        writer.putFixedBlock(lines, isLast: true)
        let coded =
            coding == "gzip" ? Wrapped.gzip(writer.bytes, of: lines) : Wrapped.zlib(writer.bytes, of: lines)
        switch content {
        case .coded: return coded
        case .text: return lines
        // Neither text nor a magic number; as raw deflate, a stored block with the wrong length.
        case .unclear: return [0xE9] + [UInt8](repeating: 0xE8, count: 100)
        case .irregular: return coding == "deflate" ? writer.bytes : coded.dropLast(9)
        }
    }

    private static func head(_ type: String, coding: String, _ status: HTTPResponse.Status = .ok) -> HTTPResponse {
        HTTPResponse(status: status, headerFields: [.contentType: type, .contentEncoding: coding])
    }

    private static func length(_ length: CodingEvidence.Length, _ count: Int) -> String? {
        switch length {
        case .equal: "\(count)"
        case .different: "\(count + 1)"
        case .unknown: nil
        }
    }

    /// Rows that a stream cannot decide like a value.
    ///
    /// Its length is not known, and it cannot begin again after decoding has failed.
    private static func differs(_ content: Content, _ coding: String, _ length: CodingEvidence.Length, _ type: String)
        -> String?
    {
        switch (content, coding, length) {
        case (.text, _, .equal): "text of the announced length: no warning"
        case (.unclear, "gzip", .equal): "neither text nor gzip, of the announced length: passes through"
        case (.unclear, "deflate", .different), (.unclear, "deflate", .unknown):
            "not deflate: malformed, without a second attempt"
        case (.unclear, "x", .equal) where type != "text/plain", (.coded, "x", .equal) where type != "text/plain",
            (.irregular, "x", .equal) where type != "text/plain":
            "unknown coding, announced length: passes through"
        case (.coded, _, .equal) where type == "application/gzip" && coding != "x":
            "a compressed file of the announced length: passes through"
        case (.irregular, "gzip", .equal) where type == "application/gzip":
            "a compressed file of the announced length: passes through"
        default: nil
        }
    }

    @Test("The first bytes decide about content codings, with the listed differences", arguments: codingNames)
    func codings(coding: String) async {
        for (content, type) in Content.allCases.flatMap({ content in Self.types.map { (content, $0) } }) {
            for length in [CodingEvidence.Length.equal, .different, .unknown] {
                for state in [nil, false, true] as [Bool?] {
                    let bytes = Self.bytes(content, coding)
                    var sample = ResponseSample(200, type, bytes: bytes).with(coding, for: .contentEncoding)
                    sample.head.headerFields[.contentLength] = Self.length(length, bytes.count)
                    sample.isDecoded = state
                    let handling = DataResponseSerializer().handling
                    let value = value(sample, handling)
                    let difference = state == nil ? Self.differs(content, coding, length, type) : nil
                    for every in [1, 7, bytes.count] {
                        let stream = await stream(sample, handling, every: every)
                        let row: Comment = "\(content) \(coding) \(length) \(type) \(state) \(every)"
                        #expect((stream == value) == (difference == nil), row)
                    }
                }
            }
        }
    }

    @Test("An event does not wait for 64 bytes, if its first line is text")
    func latency() async throws {
        let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
        let head = Self.head("text/event-stream", coding: "deflate")
        let stream = try await StreamSerializer.serverSentEvents.stream(of: chunks, for: head)
        var iterator = stream.makeAsyncIterator()
        source.yield(Array("data: first\n\n".utf8))
        #expect(try await iterator.next()?.data == "first")
        source.finish()
        #expect(try await iterator.next() == nil)
    }

    @Test("An element does not wait for 64 bytes of data without a magic number")
    func latencyOfDeflate() async throws {
        let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
        let head = Self.head("text/plain", coding: "deflate")
        let stream = try await StreamSerializer.lines.stream(of: chunks, for: head)
        var iterator = stream.makeAsyncIterator()
        var block = DeflateWriter()
        block.putStored(Array("first\nlast".utf8))
        for byte in block.bytes { source.yield([byte]) }
        #expect(try await iterator.next() == "first")
        block = DeflateWriter()
        block.putStored([], isLast: true)
        source.yield(block.bytes)
        source.finish()
        #expect(try await iterator.next() == "last")
        #expect(try await iterator.next() == nil)
    }

    @Test("A sequence is not asked again after its end")
    func endsOnce() async throws {
        struct EndsOnce: AsyncSequence {
            struct AsyncIterator: AsyncIteratorProtocol {
                var chunks: [[UInt8]]
                var hasEnded = false

                mutating func next() async throws(ResponseError) -> [UInt8]? {
                    guard !hasEnded else { throw ResponseError(.transportFailed, "asked again") }
                    hasEnded = chunks.isEmpty
                    return hasEnded ? nil : chunks.removeFirst()
                }
            }

            let chunks: [[UInt8]]

            func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks) }
        }
        // Fewer bytes than decide.
        let bytes: [UInt8] = [UInt8(ascii: "a"), UInt8(ascii: "b")]
        for status in [HTTPResponse.Status.ok, .notFound] {
            let head = Self.head("text/plain", coding: "gzip", status)
            do throws(ResponseError) {
                let stream = try await StreamSerializer.lines.stream(of: EndsOnce(chunks: [bytes]), for: head)
                var lines: [String] = []
                for try await line in stream { lines.append(line) }
                #expect(lines == ["ab"] && status == .ok)
            } catch {
                #expect(error.code == .unacceptableStatus && error.body == bytes)
            }
        }
    }

    @Test("An error body is decoded like the body of a value", arguments: codingNames)
    func errorBodies(coding: String) async {
        for content in [Content.coded, .text, .irregular] { await compareErrorBodies(content, coding) }
    }

    private func compareErrorBodies(_ content: Content, _ coding: String) async {
        let json = Array(#"{"message":"no"}"#.utf8)
        let bytes: [UInt8] =
            switch content {
            case .text: json
            case .irregular: Array(Self.bytes(.coded, coding).dropLast(9))
            default: Self.bytes(.coded, coding)
            }
        let sample = ResponseSample(503, "application/json", bytes: bytes).with(coding, for: .contentEncoding)
        var serializer = JSONResponseSerializer<JSON>()
        serializer.handling.configuration.errorBodies = .always
        var streaming = StreamSerializer.jsonLines(JSON.self)
        streaming.handling = serializer.handling
        let value = serializer.error(for: sample)
        let stream = await #expect(throws: ResponseError.self) {
            _ = try await streaming.stream(of: ChunkSample(sample.body, every: 5), for: sample.context)
        }
        #expect(stream?.code == .unacceptableStatus)
        #expect(stream?.errorBodyFailure?.message == value?.errorBodyFailure?.message)
        #expect((stream?.errorBody as? JSON)?.description == (value?.errorBody as? JSON)?.description)
        #expect(stream.map { Set($0.findings) } == value.map { Set($0.findings) })
    }

    // MARK: - The head

    private static let headSamples: [(type: String?, status: Int, fields: [HTTPField.Name: String])] =
        [nil, "", "text", "text/plain", "TEXT/PLAIN, application/json", "application/x-json", "text/html"].flatMap {
            type in
            [200, 204, 404].flatMap { status in
                [[:], [.contentLength: "x"], [.contentLength: "3, 4"], [.contentEncoding: "identity"]].map {
                    (type, status, $0)
                }
            }
        }

    /// Handlings with each kind of check.
    private static func handlings() -> [ResponseHandling] {
        let base = DataResponseSerializer()
        let rejecting = base.validating { context, _ in
            [Finding(.rejected, context.status == 404 ? .failure : .note, "a check of the head")]
        }
        let bytes = [
            base, base.accepting("text/plain"), base.acceptingAnyMediaType(), base.statuses(nil), rejecting,
        ]
        return bytes.map(\.handling) + [JSONResponseSerializer<JSON>().handling]
    }

    #if Digests
    @Test("The digest of a stream is not verified, with a note")
    func digests() async throws {
        let name = try #require(HTTPField.Name("Content-Digest"))
        let sample = ResponseSample(200, "text/plain", "abc").with("sha-256=:AAAA:", for: name)
        let outcome = await stream(sample, DataResponseSerializer().verifyingDigests().handling, every: 3)
        #expect(outcome.bytes == Array("abc".utf8))
        #expect(outcome.findings.map(\.code) == [.unverifiedDigest])
    }
    #endif

    @Test(
        "The length of a stream is compared with Content-Length",
        arguments: ["0", "2", "3", "4", "99999999999999999999"]
    )
    func lengths(length: String) async {
        var sample = ResponseSample(200, "text/plain", "abc")
        sample.head.headerFields[.contentLength] = length
        let value = value(sample, DataResponseSerializer().handling)
        #expect((value.code == .truncatedBody) == (length.utf8.first == UInt8(ascii: "4") || length.count > 1))
        #expect(await stream(sample, DataResponseSerializer().handling, every: 2) == value)
    }

    @Test("The elements of a truncated stream precede the error")
    func truncation() async throws {
        let head = HTTPResponse(
            status: .ok,
            headerFields: [.contentType: "application/jsonl", .contentLength: "8"]
        )
        let rows = try await StreamSerializer.jsonLines(Int.self).stream(
            of: ChunkSample(Array("1\n2".utf8), every: 1),
            for: head
        )
        var iterator = rows.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        let error = await #expect(throws: ResponseError.self) { try await iterator.next() }
        #expect(error?.code == .truncatedBody)
        #expect(error?.message == "the body is truncated at 3 of 8 bytes")
    }

    @Test("Every finding about a head is the same")
    func heads() async throws {
        for handling in Self.handlings() {
            for head in Self.headSamples {
                var sample = ResponseSample(head.status, head.type, "abc")
                for (name, value) in head.fields { sample.head.headerFields[name] = value }
                let value = value(sample, handling)
                let stream = await stream(sample, handling, every: 3)
                // A stream has the findings about codings after those about the head.
                #expect(Set(stream.findings) == Set(value.findings) && stream.code == value.code, "\(head)")
            }
        }
    }
}
