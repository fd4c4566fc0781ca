import DecantCore
public import DecantXML
import FuzzSupport

/// The invariants of a tree, independent of the way it was read.
public struct XMLTreeInvariants {
    private let document: XML.Document
    private let options: XML.Options

    /// Creates the invariants.
    ///
    /// - Parameter options: The options used to read it.
    public init(_ document: XML.Document, _ options: XML.Options) {
        self.document = document
        self.options = options
    }

    /// Checks traversal, writing, reading, and comparison.
    public func run() {
        examineWalk()
        examineText()
        guard options.processesNamespaces else { return }
        for comments in [false, true] { examineCanonicalForm(comments: comments) }
    }

    /// Checks that traversal, the children, and the relatives of a node describe the same tree.
    private func examineWalk() {
        var open: [XML.Node] = []
        var descendants = document.node.descendants.makeIterator()
        document.node.walk { node in
            examine(node, in: open.last)
            let isNext = node.kind == .document || (descendants.next()?.isIdentical(to: node) ?? false)
            assure(isNext, "another descendant")
            if node.isElement || node.kind == .document { open.append(node) }
        } end: { node in
            assure(open.popLast()?.isIdentical(to: node) ?? false, "an end of another node")
        }
        assure(open.isEmpty, "a walk ends within \(open.count) nodes")
        assure(descendants.next() == nil, "more descendants than a walk has")
    }

    private func examine(_ node: XML.Node, in parent: XML.Node?) {
        let isChild = node.parent.map { found in parent.map { found.isIdentical(to: $0) } ?? false }
        assureEqual(isChild ?? (parent == nil), true, "the parent of a node")
        assure(node.position.line >= 1 && node.position.column >= 1, "the position of a node")
        for child in node.children.prefix(3) {
            assure(child.parent?.isIdentical(to: node) ?? false, "a child of another node")
            if let next = child.nextSibling {
                assure(next.previousSibling?.isIdentical(to: child) ?? false, "a sibling of another node")
            }
        }
        assureEqual(node.children.reduce(0) { count, _ in count + 1 }, node.children.count, "the number of children")
        if let first = node.attributes.first {
            assureEqual(node.attribute(named: first.name.written), first.value, "the first attribute")
        }
        assure(node.hasText(node.text), "a node has not its own text")
        examine(node.cursor, of: node)
    }

    /// Checks that a node is the same when it is borrowed.
    private func examine(_ cursor: borrowing XML.Cursor, of node: XML.Node) {
        assureEqual(cursor.kind, node.kind, "the kind of a borrowed node")
        assureEqual(String(cursor.name), node.name.written, "a borrowed name")
        assureEqual(String(cursor.localName), node.name.local, "a borrowed local name")
        assureEqual(cursor.namespace, node.name.namespace, "the namespace of a borrowed name")
        assureEqual(Array(cursor.string.utf8), Array(node.text.utf8), "borrowed text")
        if let text = cursor.text { assure(text == node.text, "borrowed text in one part") }
        var attributes = cursor.attributes
        for expected in node.attributes {
            guard let attribute = attributes.next() else { fatalError("too few borrowed attributes") }
            assure(attribute.name == expected.name.written, "the name of a borrowed attribute")
            assure(attribute.string == expected.value, "the value of a borrowed attribute")
        }
        assure(attributes.next()?.name.isEmpty == nil, "too many borrowed attributes")
        var children = cursor.children
        for expected in node.children {
            guard let child = children.next() else { fatalError("too few borrowed children") }
            assure(XML.Node(child).isIdentical(to: expected), "another borrowed child")
        }
        assure(children.next()?.isElement == nil, "too many borrowed children")
    }

    /// Checks that written text reads as the same tree.
    private func examineText() {
        // Written literally, such a text would be read with a line feed instead.
        let hasReturn = XMLRecord.records(of: document).contains { record in
            switch record {
            case .comment(let text), .instruction(_, let text): text.utf8.contains(0x0D)
            default: false
            }
        }
        for format in [XML.Format.compact, .indented] {
            guard let again = parsed(document.bytes(format)) else {
                fatalError("a document is refused that was written: \(document.text(format))")
            }
            guard format == .compact, !hasReturn else { continue }
            assureEqual(again, document, "a document once written")
            assureEqual(again.hashValue, document.hashValue, "the hash of a document once written")
            assureEqual(again.bytes(), document.bytes(), "a text that is written twice")
        }
    }

    /// Checks that canonicalization is idempotent.
    private func examineCanonicalForm(comments: Bool) {
        let bytes = document.canonicalBytes(comments: comments)
        guard let again = parsed(bytes) else {
            fatalError("a canonical form is refused: \(String(decoding: bytes, as: UTF8.self))")
        }
        assureEqual(again.canonicalBytes(comments: comments), bytes, "the canonical form of a canonical form")
    }

    private func parsed(_ bytes: [UInt8]) -> XML.Document? {
        var options = XML.Options()
        options.processesNamespaces = self.options.processesNamespaces
        options.keepsCDATA = self.options.keepsCDATA
        do throws(ResponseError) {
            return try XML.Document(parsing: ResponseBytes(bytes), options: options, limits: .unlimited)
        } catch {
            error.examine(bodyCount: bytes.count)
            return nil
        }
    }
}
