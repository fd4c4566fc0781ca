import DecantCore
import DecantText
import DecantXML
import TestSupport
import Testing

/// The events of the documents in the corpus: the W3C suite and the test files of other projects.
@Suite(.enabled(if: XMLCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct XMLEventCorpusTests {
    /// The maximum length of documents that arrive byte by byte or in chunks. Unoptimized code is too slow for all
    /// documents.
    #if DEBUG
    private static let maxSingleBytes = 300
    private static let maxBytes = 8_000
    #else
    private static let maxSingleBytes = 100_000
    private static let maxBytes = Int.max
    #endif

    private var folder: CorpusFolder { get throws { try #require(XMLCorpus.folder) } }

    private func options(of row: [String: String]) -> XML.Options {
        var options = XML.Options()
        options.processesNamespaces = row["namespaces"] != "no"
        return options
    }

    private func events(of row: [String: String]) throws -> [XML.OwnedEvent] {
        var reader = try XML.Reader(
            parsing: ResponseBytes(folder.bytes(of: row["path"] ?? "")),
            options: options(of: row)
        )
        var events: [XML.OwnedEvent] = []
        while let event = try reader.nextOwned() { events.append(event) }
        return events
    }

    @Test("Every document to accept is accepted with its digest") func everyDocumentToAcceptIsAccepted() throws {
        var count = 0
        for row in XMLCorpus.rows where row["expect"] == "accept" {
            do {
                let digest = EventLines.digest(of: try events(of: row))
                #expect(row["digest"] == "-" || digest == row["digest"], "\(row["path"] ?? "")")
                count += 1
            } catch {
                Issue.record("\(row["path"] ?? ""): \(error)")
            }
        }
        #expect(count > 800)
    }

    /// The documents that declare an unknown charset, or one that the bytes disprove, and are read with a warning.
    private static let misdeclared = ["feedparser/encoding/bozo_bogus_encoding.xml", "xmlconf/eduni/errata-2e/E61.xml"]

    @Test("Every document to reject is rejected with its position") func everyDocumentToRejectIsRejected() throws {
        var count = 0
        for row in XMLCorpus.rows where row["expect"] == "reject" {
            do {
                _ = try events(of: row)
                #expect(Self.misdeclared.contains(row["path"] ?? ""), "\(row["path"] ?? "") is accepted")
            } catch let error as ResponseError {
                #expect(error.position != nil || error.code == .invalidText)
                count += 1
            }
        }
        #expect(count > 600)
    }

    @Test func openCasesMatchTheDecisions() throws {
        for row in XMLCorpus.rows where row["expect"] == "either" {
            let path = row["path"] ?? ""
            let isAccepted = (try? events(of: row)) != nil
            #expect(isAccepted == XMLChoices.accepts(path, note: row["note"] ?? ""), "\(path)")
        }
    }

    @Test func chunksReportTheSameAsTheWhole() throws {
        var cuts = Cuts(seed: 7)
        for row in XMLCorpus.rows {
            let bytes = try folder.bytes(of: row["path"] ?? "")
            guard bytes.count <= Self.maxBytes else { continue }
            let options = options(of: row)
            let whole = EventRecord.whole(bytes, options: options)
            let cutOffsets = [
                cuts.offsets(6, in: bytes.count), bytes.count < Self.maxSingleBytes ? Array(0..<bytes.count) : [],
            ]
            for offsets in cutOffsets {
                let chunks = EventRecord.chunks(bytes, cutAt: offsets, options: options)
                #expect(chunks == whole, "\(row["path"] ?? "") cut at \(offsets.count > 6 ? [] : offsets)")
            }
        }
    }

    @Test func fuzzedInputsEndInEventsOrAnError() throws {
        var count = 0
        for (_, data) in try folder.payloads(of: "fuzz.jsonl") {
            let bytes = [UInt8](data)
            let whole = EventRecord.whole(bytes)
            #expect(whole == EventRecord.chunks(bytes, cutAt: [bytes.count / 3, bytes.count / 2]))
            count += 1
        }
        #expect(count > 100)
    }
}

/// The corpus of XML documents with verdicts and digests.
enum XMLCorpus {
    /// The folder of the corpus, or nil.
    static let folder = CorpusFolder("xml")

    /// The rows of `expected.tsv`.
    static let rows = folder?.rows(of: "expected.tsv") ?? []
}
