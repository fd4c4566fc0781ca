import DecantCore
import DecantStreams
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The rows of the corpus of multipart bodies.
@Suite struct MultipartCorpusTests {
    private static let folder = CorpusFolder("multipart")
    private static let rows = (folder?.rows(of: "expected.tsv") ?? []).map(Row.init)

    struct Row: Sendable, CustomTestStringConvertible {
        let path, type, expect, parts, digests, headers: String

        init(_ row: [String: String]) {
            path = row["path"] ?? ""
            type = row["content_type"] ?? ""
            expect = row["expect"] ?? ""
            parts = row["parts"] ?? ""
            digests = row["part_sha256"] ?? ""
            headers = row["headers"] ?? ""
        }

        var testDescription: String { path }

        /// Returns whether digests are the expected ones, as the README of the corpus writes them.
        func accepts(_ parts: [BodyPart]) -> Bool {
            guard "\(parts.count)" == self.parts else { return false }
            if digests == "?" || parts.isEmpty { return true }
            let all = parts.map { SHA256Digest(Array($0.body)).description }
            guard parts.count > 20 else { return digests == all.joined(separator: ",") }
            let bytes = all.flatMap { digest in
                stride(from: 0, to: 64, by: 2).map { UInt8(digest.dropFirst($0).prefix(2), radix: 16) ?? 0 }
            }
            return digests == "all:\(SHA256Digest(bytes))"
        }

        /// The names of the fields of each part, in lowercase.
        var names: [[String]] {
            let lists = try? JSONSerialization.jsonObject(with: Data(headers.utf8)) as? [[String]]
            return (lists ?? []).map { list in
                list.map { String($0.prefix { $0 != ":" }).lowercased() }
            }
        }
    }

    private func outcome(_ body: [UInt8], _ row: Row) -> Result<[BodyPart], ResponseError> {
        let type = ResponseMediaType(parsing: row.type)
        return Result { () throws(ResponseError) in
            try MultipartResponseSerializer().value(of: body, for: ResponseContext(mediaType: type))
        }
    }

    @Test(arguments: rows) func aBodyHasTheExpectedParts(row: Row) throws {
        let body = try #require(try Self.folder?.bytes(of: row.path))
        switch (outcome(body, row), row.expect) {
        case (.success(let parts), "accept"), (.success(let parts), "either"):
            #expect(row.accepts(parts), "\(parts.count) parts")
            for (part, names) in zip(parts, row.names).prefix(10) where row.expect == "accept" {
                #expect(part.head.fields.prefix(10).map { $0.name.canonicalName } == names)
            }
        case (.failure, "reject"), (.failure, "either"): break
        case (let outcome, _): Issue.record("\(outcome)")
        }
    }

    /// Everything read from a stream.
    private struct Recording: Equatable {
        var parts: [BodyPart] = []
        var findings: [Finding] = []
        var error: String?

        init(_ chunks: [ArraySlice<UInt8>], _ type: ResponseMediaType?) {
            var reader = StreamSerializer.multipart.reader(mediaType: type)
            do throws(ResponseError) {
                for chunk in chunks {
                    reader.append(chunk)
                    while let part = try reader.next() { parts.append(part) }
                }
                reader.finish()
                while let part = try reader.next() { parts.append(part) }
            } catch {
                self.error = error.description
            }
            findings = reader.findings
        }

        /// Reads the heads and the chunks.
        init(joining chunks: [ArraySlice<UInt8>], _ type: ResponseMediaType?) {
            var reader = StreamSerializer.multipartChunks.reader(mediaType: type)
            var bodies: [[UInt8]] = []
            func read() throws(ResponseError) {
                while let event = try reader.next() {
                    switch event {
                    case .head: bodies.append([])
                    case .bytes(let bytes): bodies[bodies.count - 1] += bytes
                    case .end: joined.append(bodies[bodies.count - 1])
                    }
                }
            }
            do throws(ResponseError) {
                for chunk in chunks {
                    reader.append(chunk)
                    try read()
                }
                reader.finish()
                try read()
            } catch {
                self.error = error.description
            }
            findings = reader.findings
        }

        var joined: [[UInt8]] = []
    }

    @Test(arguments: rows.filter { !$0.path.contains("large") })
    func chunksDoNotMatter(row: Row) throws {
        let body = try #require(try Self.folder?.bytes(of: row.path))
        let type = ResponseMediaType(parsing: row.type)
        let whole = Recording([body[...]], type)
        #expect(Recording(Cuts.bytes(body), type) == whole)
        let chunks = Recording(joining: [body[...]], type)
        #expect(chunks.joined == whole.parts.map { Array($0.body) } && chunks.error == whole.error)
        #expect(chunks.findings == whole.findings)
        #expect(Recording(joining: Cuts.bytes(body), type) == chunks)
        guard body.count < 1200 else { return }
        for cut in Cuts.single(body) {
            #expect(Recording(cut, type) == whole)
            #expect(Recording(joining: cut, type) == chunks)
        }
        guard body.count <= 80 else { return }
        for cut in Cuts.pairs(body) {
            #expect(Recording(cut, type) == whole)
            #expect(Recording(joining: cut, type) == chunks)
        }
    }
}
