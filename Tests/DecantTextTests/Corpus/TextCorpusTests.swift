import DecantCore
import DecantText
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TextCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct TextCorpusTests {
    @Test func theCorpusIsAvailable() {
        #expect(TextCorpus.rows.count > 100)
        #expect(TextCorpus.decodable.count > 95)
    }

    @Test(arguments: TextCorpus.decodable) func everyFileDecodesToTheExpectedText(row: TextCorpus.Row) throws {
        #expect(try Self.difference(at: row) == nil)
    }

    @Test func everyExplainedDifferenceIsExactlyThat() throws {
        for (path, explanation) in TextCorpus.explained {
            let row = try #require(TextCorpus.rows.first { $0.path == path })
            let text = try Self.text(of: row)
            let exchanged = String(text.map { $0 == explanation.ours ? explanation.theirs : $0 })
            #expect(Self.digest(text) != row.digest)
            #expect(Self.digest(exchanged) == row.digest, "\(explanation.reason)")
        }
        #expect(Set(TextCorpus.rows.map(\.charset)).isSuperset(of: TextCorpus.outside.keys))
        #expect(Set(TextCorpus.rows.map(\.path)).isSuperset(of: TextCorpus.contradictedByMark.keys))
    }

    @Test(arguments: TextCorpus.rows.filter { TextCorpus.outside[$0.charset] != nil })
    func nonstandardCharsetsAreNamed(row: TextCorpus.Row) throws {
        let mediaType = try #require(ResponseMediaType(parsing: "text/plain; charset=\(row.charset)"))
        let bytes = try TextCorpus.bytes(of: row)
        do throws(ResponseError) {
            let text = try StringResponseSerializer().response(of: bytes, for: ResponseContext(mediaType: mediaType))
            #expect(text.findings.contains { $0.code == .unknownCharset && $0.message.contains(row.charset) })
        } catch {
            #expect("\(error.message) \(error.hint ?? "")".contains(row.charset))
        }
    }

    @Test(arguments: TextCorpus.rows) func aByteOrderMarkDeterminesTheCharset(row: TextCorpus.Row) throws {
        let bytes = try TextCorpus.bytes(of: row)
        guard Self.mark(of: bytes) != nil, TextCorpus.contradictedByMark[row.path] == nil else { return }
        let text = try StringResponseSerializer().value(of: bytes, for: ResponseContext(mediaType: nil))
        #expect(Self.digest(text) == row.digest)
    }

    @Test(arguments: TextCorpus.decodable) func oneByteAtATimeGivesTheSameAsTheWholeText(row: TextCorpus.Row) throws {
        let bytes = Array(try TextCorpus.bytes(of: row).prefix(4000))
        let charset = try #require(Self.charset(of: row, bytes))
        #expect(try Decoding(bytes, charset, chunk: 1) == Decoding(bytes, charset))
    }

    @Test(arguments: TextCorpus.decodable.filter { $0.path.hasPrefix("chardet") })
    func anyPrefixIsATextOrAnErrorInsideIt(row: TextCorpus.Row) throws {
        let bytes = try TextCorpus.bytes(of: row)
        let charset = try #require(Self.charset(of: row, bytes))
        for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 8)) {
            guard let error = Decoding.strictFailure(Array(bytes[..<end]), charset) else { continue }
            #expect(error.code == .invalidText)
            #expect(try #require(error.offset) < end)
        }
    }

    @Test("The upper halves of the single-byte tables match the standard")
    func theUpperHalvesOfTheSingleByteTablesMatch() throws {
        let rows = try #require(TextCorpus.folder).rows(of: "single-byte.tsv")
        var expected: [Charset: [UInt8: String]] = [:]
        for row in rows {
            let charset = try #require(Charset(label: row["encoding"] ?? ""))
            let byte = try #require(UInt8(row["byte_hex"] ?? "", radix: 16))
            let value = try #require(UInt32((row["code_point"] ?? "").dropFirst(2), radix: 16))
            expected[charset, default: [:]][byte] = String(try #require(Unicode.Scalar(value)))
        }
        #expect(expected.count > 15)
        for (charset, table) in expected {
            for byte in UInt8(0x80)...0xFF {
                #expect(try Decoding([byte], charset).text == table[byte] ?? "\u{FFFD}", "\(charset) \(byte)")
            }
        }
    }

    @Test func allLabelsOfTheStandardAreKnown() throws {
        let bytes = try #require(TextCorpus.folder).bytes(of: "labels.json")
        let groups = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
        let encodings = groups.flatMap { $0["encodings"] as? [[String: Any]] ?? [] }
        #expect(encodings.count == 40)
        for encoding in encodings {
            let name = try #require(encoding["name"] as? String)
            let labels = try #require(encoding["labels"] as? [String])
            for label in labels { #expect(Charset(label: label)?.name == (name == "replacement" ? nil : name)) }
        }
    }

    private static func digest(_ text: String) -> String { "\(SHA256Digest(Array(text.utf8)))" }

    private static func mark(of bytes: [UInt8]) -> Charset? {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        guard let text = try? DecodedText.decode(ResponseBytes(bytes.prefix(4)), in: &context, validatesUTF8: false)
        else {
            return nil
        }
        return context.findings.contains { $0.code == .byteOrderMark } ? text.charset : nil
    }

    /// The charset named by a row.
    ///
    /// For UTF-32 without a byte order, the mark decides.
    private static func charset(of row: TextCorpus.Row, _ bytes: [UInt8]) -> Charset? {
        Charset(label: row.charset) ?? Charset.allCases.first { $0.name == row.charset } ?? mark(of: bytes)
    }

    /// The tables of encoding_rs contain all codes, including codes without a character.
    private static func text(of row: TextCorpus.Row) throws -> String {
        let bytes = try TextCorpus.bytes(of: row)
        let declared = try #require(charset(of: row, bytes))
        let serializer = StringResponseSerializer().charset(declared)
        let isTable = row.path.hasPrefix("encoding_rs")
        return try (isTable ? serializer.replacingMalformed() : serializer).value(
            of: bytes,
            for: ResponseContext(mediaType: nil)
        )
    }

    private static func difference(at row: TextCorpus.Row) throws -> String? {
        let text = try text(of: row)
        return digest(text) == row.digest ? nil : "\(text.utf8.count) bytes, expected \(row.byteCount ?? 0)"
    }
}

@Suite struct MediaTypeCorpusTests {
    private static let corpus = CorpusFolder("mime")

    @Test(
        "Finds the charset that the web platform tests name",
        .enabled(if: corpus != nil, "DECANT_CORPORA is not set"),
        arguments: ["mime-types.json", "generated-mime-types.json"]
    )
    func findsTheCharsetThatTheWebPlatformTests(file: String) throws {
        for row in try #require(Self.corpus).objects(of: file) {
            guard let input = row["input"] as? String else { continue }
            let charset = ResponseMediaType(parsing: input)?.charset.flatMap(Charset.init(label:))
            #expect(charset?.name == row["encoding"] as? String, "\(input.debugDescription)")
        }
    }

    @Test(.enabled(if: corpus != nil, "DECANT_CORPORA is not set"))
    func findsTheCharsetOfSeveralFieldLines() throws {
        for row in try #require(Self.corpus).objects(of: "content-types.json") {
            let lines = row["input"] as? [String] ?? []
            let charset = ResponseMediaType(fieldValues: lines)?.charset.flatMap(Charset.init(label:))
            #expect(charset?.name == row["encoding"] as? String, "\(lines)")
        }
    }
}
