package import DecantCore
import DecantText

/// What a document is made of; an object, so that a view of any part of it is one reference and an index.
package final class XMLDocumentStorage: Sendable {
    /// The bytes that all slices are in.
    package let stores: XMLDocumentBytes

    /// The nodes in document order, and one behind them.
    package let nodes: [XMLNode]

    /// The attributes of all elements, and the data of all processing instructions, in document order.
    package let attributes: [XMLAttributeRecord]

    /// The names of the namespaces by their numbers.
    package let namespaces: [String]

    /// The document type declaration, if there is one, and how many nodes stand before it.
    package let documentType: (declaration: XML.DocumentType, index: Int)?

    /// The charset that the document was in.
    let charset: Charset

    /// The text, with where its bytes came from.
    package let source: SourceText

    /// The node of the root element.
    package let root: Int

    /// Takes over what was built when the tokenizer has come to the end of the text.
    init(_ tree: consuming XMLTree, _ builder: consuming XMLDocumentBuilder, _ tokenizer: consuming XMLTokenizer) {
        documentType = tokenizer.documentType.map { ($0, builder.documentTypeIndex) }
        let taken = tokenizer.takeStores()
        stores = XMLDocumentBytes(
            text: taken.body,
            declared: taken.declared,
            assembled: taken.assembled,
            merged: builder.merged
        )
        charset = taken.decodedText?.charset ?? .utf8
        source = taken.source
        namespaces = taken.namespaces
        attributes = tree.attributes
        var nodes = tree.nodes
        tree = XMLTree()
        nodes[0].end = nodes.count
        nodes.append(.end(at: taken.body.count, behind: nodes.count, attributes: attributes.count))
        var root = 1
        while nodes[root].kind != .element { root += 1 }
        self.root = root
        self.nodes = nodes
    }

    /// The number of nodes, without the one that stands behind them.
    @inline(__always)
    package var count: Int { nodes.count - 1 }

    /// Where in the list of all the attributes of a node are; for a processing instruction, its data.
    @inline(__always)
    package func attributeRange(of index: Int) -> Range<Int> {
        nodes[index].attributes..<nodes[index + 1].attributes
    }

    /// The name of the namespace that a name is in; empty if it is in none.
    @inline(__always)
    package func namespace(of name: XMLName) -> String { namespaces[Int(name.namespace.rawValue)] }
}

extension XMLDocumentStorage {
    /// The data of a processing instruction.
    package func data(of instruction: Int) -> XMLSlice { attributes[nodes[instruction].attributes].value }
}
