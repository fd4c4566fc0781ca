import DecantCore
import DecantXML
import TestSupport
import Testing

/// The contents of trees for the documents of the corpus; acceptance is a matter of the tokenizer.
@Suite(.enabled(if: XMLCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct XMLDocumentCorpusTests {
    private var folder: CorpusFolder { get throws { try #require(XMLCorpus.folder) } }

    @Test func everyDigestIsThatOfTheCorpus() throws {
        var count = 0
        for row in XMLCorpus.rows where row["expect"] == "accept" && row["digest"] != "-" {
            let path = row["path"] ?? ""
            for keepsCDATA in [false, true] {
                do {
                    let document = try folder.document(of: row) { $0.keepsCDATA = keepsCDATA }
                    #expect(XMLDocumentEventLines(document).digest == row["digest"], "\(path)")
                } catch {
                    Issue.record("\(path): \(error)")
                }
            }
            count += 1
        }
        #expect(count > 500)
    }

    @Test func everyCanonicalOutputIsThatOfTheSuite() throws {
        let rows = Dictionary(XMLCorpus.rows.map { ($0["path"] ?? "", $0) }) { first, _ in first }
        var count = 0
        for (path, data) in try folder.payloads(of: "canonical.jsonl") {
            // Without a digest, the document names something external, which the expected output has taken in.
            guard let row = rows[path], row["digest"] != "-" else { continue }
            #expect(ClarkForm(try folder.document(of: row)).text == String(decoding: data, as: UTF8.self), "\(path)")
            count += 1
        }
        #expect(count > 100)
    }

    @Test(arguments: [false, true])
    func everyDocumentCanBeWrittenAndReadAgain(keepsCDATA: Bool) throws {
        var count = 0
        for row in XMLCorpus.rows {
            let path = row["path"] ?? ""
            guard let document = try? folder.document(of: row, { $0.keepsCDATA = keepsCDATA }) else { continue }
            count += 1
            var options = XML.Options()
            options.processesNamespaces = row["namespaces"] != "no"
            options.keepsCDATA = keepsCDATA
            let copy = try XML.Document(parsing: ResponseBody(document.xmlBytes()), options: options)
            #expect(copy == document, "\(path)")
            #expect(copy.hashValue == document.hashValue, "\(path)")
            let canonical = document.canonicalBytes(comments: true)
            let again = try XML.Document(parsing: ResponseBody(canonical), options: options)
            #expect(again == document, "\(path)")
            #expect(again.canonicalBytes(comments: true) == canonical, "\(path)")
        }
        #expect(count > 800)
    }

    @Test func indentingChangesWhiteSpaceBetweenElementsOnly() throws {
        var options = XML.Options()
        options.whiteSpace = .dropBetweenElements
        for row in XMLCorpus.rows where row["namespaces"] != "no" {
            let body = ResponseBody(try folder.bytes(of: row["path"] ?? ""))
            guard let document = try? XML.Document(parsing: body, options: options) else { continue }
            let indented = document.xmlBytes(.indented)
            let copy = try XML.Document(parsing: ResponseBody(indented), options: options)
            #expect(copy == document, "\(row["path"] ?? "")")
            #expect(copy.xmlBytes(.indented) == indented, "\(row["path"] ?? "")")
        }
    }

    @Test func readsOrRefusesWhatFuzzersMade() throws {
        let payloads = try folder.payloads(of: "fuzz.jsonl")
        #expect(payloads.count > 100)
        for (_, data) in payloads {
            do throws(ResponseError) {
                let document = try XML.Document(parsing: ResponseBody(data))
                #expect(try XML.Document(parsing: ResponseBody(document.xmlBytes())) == document)
            } catch {
                // A charset that is not known has no place.
                let isPlaced = error.offset.map { $0 <= data.count } ?? (error.code == .unknownCharset)
                #expect(isPlaced, "\(error)")
            }
        }
    }
}
