import DecantCore
import DecantXML
import TestSupport
import Testing

/// The values that a decoder's containers give for the documents of the corpus.
@Suite(.enabled(if: XMLCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct XMLDecodingCorpusTests {
    @Test(arguments: [false, true])
    func containersGiveWhatTheDocumentHas(keepsCDATA: Bool) throws {
        let folder = try #require(XMLCorpus.folder)
        var options = XML.Options()
        options.usesQualifiedNames = true
        options.trimsStrings = false
        var count = 0
        for row in XMLCorpus.rows {
            guard let document = try? folder.document(of: row, { $0.keepsCDATA = keepsCDATA }) else { continue }
            let tree = try document.decode(XMLDecodedTree.self, options: options)
            #expect(tree == XMLDecodedTree(document.root), "\(row["path"] ?? "")")
            count += 1
        }
        #expect(count > 800)
    }
}
