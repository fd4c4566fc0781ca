public import DecantCore

extension XML {
    /// A node of a document: a view that costs nothing to make and keeps the whole document alive.
    public struct Node: Sendable {
        package let storage: XMLDocumentStorage
        package let index: Int

        @inline(__always)
        package init(_ storage: XMLDocumentStorage, _ index: Int) {
            self.storage = storage
            self.index = index
        }

        @inline(__always)
        package var record: XMLNode { storage.nodes[index] }
    }
}

extension XML.Node {
    /// What a node can be.
    public enum Kind: String, Sendable, Hashable {
        /// The whole document.
        case document

        /// An element.
        case element

        /// Character data, with the CDATA sections in it unless they are kept apart.
        case text

        /// A CDATA section; only if ``XML/Options/keepsCDATA`` asks for it.
        case cdata

        /// A comment.
        case comment

        /// A processing instruction.
        case processingInstruction
    }

    /// What the node is.
    public var kind: Kind {
        switch record.kind {
        case .element: .element
        case .text: .text
        case .cdata: .cdata
        case .comment: .comment
        case .processingInstruction: .processingInstruction
        default: .document
        }
    }

    /// Whether the node is an element.
    public var isElement: Bool { record.kind == .element }

    /// The document that the node is part of.
    public var document: XML.Document { XML.Document(storage) }

    /// The name of an element, or the target of a processing instruction; empty for everything else.
    public var name: Name {
        let record = record
        let hasName = record.kind == .element || record.kind == .processingInstruction
        return Name(storage, hasName ? record.name : .nameless(.empty))
    }

    /// Where the node begins in the text that was read; what comes out of an entity begins at the reference to it.
    ///
    /// Lines are counted from the beginning of the text each time.
    public var position: SourcePosition { storage.source.position(of: record.offset) }

    /// Whether two views are of the same node of the same document.
    ///
    /// - Parameter other: Another view.
    /// - Returns: Whether they are of one node.
    public func isIdentical(to other: XML.Node) -> Bool {
        storage === other.storage && index == other.index
    }
}
