import DecantCore
import DecantText
import DecantXML
import Foundation
import TestSupport
import Testing

/// The contents of trees for the documents of the corpus.
///
/// The tokenizer tests cover acceptance.
@Suite(.enabled(if: XMLCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct XMLDocumentCorpusTests {
    private var folder: CorpusFolder { get throws { try #require(XMLCorpus.folder) } }

    @Test func everyDigestMatchesTheCorpus() throws {
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

    @Test func everyCanonicalOutputMatchesTheSuite() throws {
        let rows = Dictionary(XMLCorpus.rows.map { ($0["path"] ?? "", $0) }) { first, _ in first }
        var count = 0
        for (path, data) in try folder.payloads(of: "canonical.jsonl") {
            // A row without a digest has an external entity, which the expected output includes.
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
            let copy = try XML.Document(parsing: ResponseBytes(document.bytes()), options: options)
            #expect(copy == document, "\(path)")
            #expect(copy.hashValue == document.hashValue, "\(path)")
            let canonical = document.canonicalBytes(comments: true)
            let again = try XML.Document(parsing: ResponseBytes(canonical), options: options)
            #expect(again == document, "\(path)")
            #expect(again.canonicalBytes(comments: true) == canonical, "\(path)")
        }
        #expect(count > 800)
    }

    @Test("Indenting changes whitespace between elements only") func indentingChangesWhitespaceBetween() throws {
        var options = XML.Options()
        options.whitespace = .dropBetweenElements
        for row in XMLCorpus.rows where row["namespaces"] != "no" {
            let body = ResponseBytes(try folder.bytes(of: row["path"] ?? ""))
            guard let document = try? XML.Document(parsing: body, options: options) else { continue }
            let indented = document.bytes(.indented)
            let copy = try XML.Document(parsing: ResponseBytes(indented), options: options)
            #expect(copy == document, "\(row["path"] ?? "")")
            #expect(copy.bytes(.indented) == indented, "\(row["path"] ?? "")")
        }
    }

    @Test func readsOrRejectsFuzzedInputs() throws {
        let payloads = try folder.payloads(of: "fuzz.jsonl")
        #expect(payloads.count > 100)
        for (_, data) in payloads {
            do throws(ResponseError) {
                let document = try XML.Document(parsing: ResponseBytes(data))
                #expect(try XML.Document(parsing: ResponseBytes(document.bytes())) == document)
            } catch {
                // An unknown charset has no location.
                let isPlaced = error.offset.map { $0 <= data.count } ?? (error.code == .unknownCharset)
                #expect(isPlaced, "\(error)")
            }
        }
    }
}

/// The values that decoding containers return for the documents of the corpus.
@Suite(.enabled(if: XMLCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct XMLDecodingCorpusTests {
    @Test(arguments: [false, true])
    func containersReturnTheContentsOfTheDocument(keepsCDATA: Bool) throws {
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

/// The event lines of a document as the corpus defines them.
///
/// Adjacent text is one line, even if it consists of several nodes.
struct XMLDocumentEventLines {
    private var lines: [String] = []
    private var text = ""

    /// Lists the events of a document.
    init(_ document: XML.Document) {
        document.node.walk {
            add($0)
        } end: {
            addEnd(of: $0)
        }
    }

    /// The SHA-256 of the lines joined by line feeds.
    var digest: String { SHA256Digest(Array(lines.joined(separator: "\n").utf8)).description }

    private mutating func add(_ node: XML.Node) {
        switch node.kind {
        case .text, .cdata: text += node.text
        case .element:
            add("S:" + hexadecimal(node.name.written))
            let attributes = node.attributes + node.namespaceDeclarations
            lines += attributes.map { "A:" + hexadecimal($0.name.written) + "=" + hexadecimal($0.value) }.sorted()
        case .comment: add("C:" + hexadecimal(node.text))
        case .processingInstruction: add("P:" + hexadecimal(node.name.written) + ":" + hexadecimal(node.text))
        case .document, .attribute: break
        }
    }

    private mutating func addEnd(of node: XML.Node) {
        if node.isElement { add("E:" + hexadecimal(node.name.written)) }
    }

    private mutating func add(_ line: String) {
        if !text.isEmpty { lines.append("T:" + hexadecimal(text)) }
        text = ""
        lines.append(line)
    }

    private func hexadecimal(_ text: String) -> String { EventLines.hex(text) }
}

/// James Clark's canonical form, the format of the expected outputs of the XML test suite.
///
/// It has no comments, and a document type declaration for notations only.
struct ClarkForm {
    /// The form.
    private(set) var text = ""

    /// Writes a document.
    init(_ document: XML.Document) {
        document.node.walk { node in
            if node.isIdentical(to: document.root) { addNotations(document) }
            add(node)
        } end: { node in
            if node.isElement { text += "</\(node.name)>" }
        }
    }

    private mutating func addNotations(_ document: XML.Document) {
        guard let type = document.documentType, !type.notations.isEmpty else { return }
        text += "<!DOCTYPE \(type.name) [\n"
        for notation in type.notations.sorted(by: { $0.name < $1.name }) {
            let publicID = notation.publicID.map { " PUBLIC '\($0)'" }
            let systemID = notation.systemID.map { (publicID == nil ? " SYSTEM" : "") + " '\($0)'" }
            text += "<!NOTATION \(notation.name)\(publicID ?? "")\(systemID ?? "")>\n"
        }
        text += "]>\n"
    }

    private mutating func add(_ node: XML.Node) {
        switch node.kind {
        case .element:
            let attributes = node.attributes + node.namespaceDeclarations
            text += "<\(node.name)"
            for attribute in attributes.sorted(by: { $0.name.written < $1.name.written }) {
                text += " \(attribute.name)=\"\(escaped(attribute.value))\""
            }
            text += ">"
        case .text, .cdata: text += escaped(node.text)
        case .processingInstruction: text += "<?\(node.name) \(node.text)?>"
        default: break
        }
    }

    private func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "\t", "\n", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

extension CorpusFolder {
    /// Parses the document of a row, with or without namespaces as the row states.
    func document(of row: [String: String], _ change: (inout XML.Options) -> Void = { _ in }) throws -> XML.Document {
        var options = XML.Options()
        options.processesNamespaces = row["namespaces"] != "no"
        change(&options)
        return try XML.Document(parsing: ResponseBytes(bytes(of: row["path"] ?? "")), options: options)
    }

    /// The paths, or names, and the decoded bytes of a file with one JSON object with a `base64` member per line.
    func payloads(of name: String) throws -> [(path: String, data: Data)] {
        try bytes(of: name).split(separator: 0x0A).compactMap {
            let object = try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
            guard let base64 = object?["base64"] as? String, let data = Data(base64Encoded: base64) else { return nil }
            return ((object?["path"] ?? object?["name"]) as? String ?? "", data)
        }
    }
}
