public import DecantCore

extension XML {
    /// A node of a document, borrowed; the fastest way to read one.
    ///
    /// A cursor is not counted as a reference to the document, makes no `String`, and cannot outlive the ``Document``
    /// or the ``Node`` that lends it, so it is passed to functions as `borrowing XML.Cursor`. To keep a node, create a
    /// ``Node`` from it.
    ///
    /// ```swift
    /// let document = try XML.Document(parsing: bytes)
    /// let root = document.cursor
    /// var count = 0
    /// if var items = root["channel"]?.elements {
    ///     while let item = items.next() { if item.name == "item" { count += 1 } }
    /// }
    /// ```
    ///
    /// Several cursors may read one document at the same time, also on several threads.
    @safe
    public struct Cursor: ~Escapable {
        private let reference: Unmanaged<XMLDocumentStorage>
        fileprivate let index: Int

        @_lifetime(borrow owner)
        fileprivate init<Owner>(_ storage: XMLDocumentStorage, _ index: Int, of owner: borrowing Owner) {
            unsafe reference = .passUnretained(storage)
            self.index = index
        }

        @_lifetime(copy other)
        fileprivate init(_ other: borrowing Cursor, at index: Int) {
            unsafe reference = other.reference
            self.index = index
        }

        // MARK: - Unsafe
        //
        // Bound: a cursor cannot outlive the value that it was taken from, which keeps the storage alive. The storage
        // does not change, so the bytes of its slices do not move.

        /// Calls a closure with the storage, without counting a reference.
        @inline(__always)
        fileprivate func read<Result>(_ body: (XMLDocumentStorage) -> Result) -> Result {
            unsafe reference._withUnsafeGuaranteedRef { body($0) }
        }

        @inline(__always)
        @_lifetime(copy self)
        fileprivate func text(_ slice: XMLSlice) -> BorrowedText {
            let start = unsafe reference._withUnsafeGuaranteedRef { storage in
                unsafe storage.stores.withBytes(slice) { bytes in unsafe bytes.withUnsafeBytes { $0.baseAddress } }
            }
            // Only an empty slice may have no address; its bytes are never read.
            guard let start = unsafe start else { return BorrowedText(empty: self) }
            return unsafe BorrowedText(start, length: slice.count, .utf8, of: self)
        }

        fileprivate var storage: XMLDocumentStorage { unsafe reference.takeUnretainedValue() }
    }
}

extension XML.Document {
    /// A cursor at the root element.
    public var cursor: XML.Cursor {
        // A coroutine, because Swift 6.3 crashes in a debug build where a getter borrows from the result of a throwing call
        // (Documentation/upstream/BorrowedResult.swift).
        @_lifetime(borrow self)
        _read { yield XML.Cursor(storage, storage.root, of: self) }
    }
}

extension XML.Node {
    /// A cursor at the node.
    public var cursor: XML.Cursor {
        @_lifetime(borrow self)
        _read { yield XML.Cursor(storage, index, of: self) }
    }

    /// Creates a node that keeps the document alive.
    public init(_ cursor: borrowing XML.Cursor) { self.init(cursor.storage, cursor.index) }
}

extension XML.Cursor {
    fileprivate var record: XMLNode { read { $0.nodes[index] } }

    /// The kind of the node.
    public var kind: XML.Node.Kind { record.kind.nodeKind }

    /// Whether the node is an element.
    public var isElement: Bool { record.kind == .element }

    /// The name of an element as written, including its prefix, or the target of a processing instruction; empty for
    /// other nodes.
    public var name: BorrowedText {
        @_lifetime(copy self)
        get { text(record.ownName.slice) }
    }

    /// The name of an element without its prefix; empty for nodes without a name.
    public var localName: BorrowedText {
        @_lifetime(copy self)
        get { text(record.ownName.local) }
    }

    /// The namespace of the name; nil if it has none or namespaces were not processed.
    public var namespace: String? {
        let name = record.ownName
        return name.namespace == .none ? nil : read { $0.namespace(of: name) }
    }

    /// The text of the node, or nil if it has several parts; ``string`` joins them.
    ///
    /// For a text, a CDATA section, or a comment: its characters. For a processing instruction: its data. For an
    /// element: the text in it, which usually has one part, or none.
    public var text: BorrowedText? {
        @_lifetime(copy self)
        get {
            let record = record
            switch record.kind {
            case .text, .cdata, .comment: return text(record.text)
            case .processingInstruction: return text(read { $0.data(of: index) })
            default: break
            }
            var part: XMLSlice?
            for child in index + 1..<record.end {
                let node = read { $0.nodes[child] }
                guard node.kind.isText else { continue }
                if part != nil { return nil }
                part = node.text
            }
            return text(part ?? .empty)
        }
    }

    /// A copy of the text of the node, at any depth, in document order.
    public var string: String {
        guard let text else { return XML.Node(self).text }
        return String(text)
    }
}

extension XML.Cursor {
    /// The child nodes in document order.
    public var children: Nodes {
        @_lifetime(copy self)
        get { Nodes(self, onlyElements: false) }
    }

    /// The child elements in document order.
    public var elements: Nodes {
        @_lifetime(copy self)
        get { Nodes(self, onlyElements: true) }
    }

    /// The first child element with a name as written, including its prefix, or nil if no child has the name.
    ///
    /// The children are searched one by one.
    ///
    /// - Parameter name: The name as written.
    public subscript(name: StaticString) -> XML.Cursor? {
        @_lifetime(copy self)
        get {
            var children = elements
            while let child = children.next() {
                if child.name == name { return child }
            }
            return nil
        }
    }

    /// Returns the value of the attribute with a name as written, including its prefix, or nil if no attribute has the
    /// name.
    ///
    /// - Parameter name: The name as written.
    @_lifetime(copy self)
    public func attribute(_ name: StaticString) -> BorrowedText? {
        var attributes = attributes
        while let attribute = attributes.next() {
            if attribute.name == name { return attribute.value }
        }
        return nil
    }

    /// The attributes of an element, including defaults, in the order of the tag.
    ///
    /// Other nodes have no attributes. Namespace declarations are excluded.
    public var attributes: Attributes {
        @_lifetime(copy self)
        get { Attributes(self) }
    }
}

extension XML.Cursor {
    /// The children of a node, borrowed, in document order.
    ///
    /// Visit them by `while let child = children.next()`. A `for` loop requires elements that can be stored.
    public struct Nodes: ~Escapable {
        private var nextNode: XML.Cursor
        private let end: Int
        private let onlyElements: Bool

        @_lifetime(copy parent)
        fileprivate init(_ parent: borrowing XML.Cursor, onlyElements: Bool) {
            let record = parent.record
            nextNode = XML.Cursor(parent, at: parent.index + 1)
            end = record.kind.isContainer ? record.end : parent.index
            self.onlyElements = onlyElements
        }

        /// Advances to the next node and returns it, or nil after the last node.
        @_lifetime(copy self)
        public mutating func next() -> XML.Cursor? {
            while nextNode.index < end {
                let node = XML.Cursor(nextNode, at: nextNode.index)
                let record = node.record
                nextNode = XML.Cursor(node, at: record.end)
                if !onlyElements || record.kind == .element { return node }
            }
            return nil
        }
    }

    /// The attributes of an element, borrowed, in the order of the tag.
    public struct Attributes: ~Escapable {
        private let element: XML.Cursor
        private var rest: Range<Int>

        @_lifetime(copy element)
        fileprivate init(_ element: borrowing XML.Cursor) {
            self.element = copy element
            rest = element.isElement ? element.read { $0.attributeRange(of: element.index) } : 0..<0
        }

        /// Advances to the next attribute and returns it, or nil after the last attribute.
        @_lifetime(copy self)
        public mutating func next() -> Attribute? {
            while let index = rest.first {
                rest = rest.dropFirst()
                let record = element.read { $0.attributes[index] }
                if !record.flags.contains(.declaresNamespace) { return Attribute(element, record) }
            }
            return nil
        }
    }

    /// An attribute of an element, borrowed.
    public struct Attribute: ~Escapable {
        /// The name as written, including its prefix.
        public let name: BorrowedText

        /// The value, normalized (XML 1.0 §3.3.3).
        public let value: BorrowedText

        @_lifetime(copy element)
        fileprivate init(_ element: borrowing XML.Cursor, _ record: XMLAttributeRecord) {
            name = element.text(record.name.slice)
            value = element.text(record.value)
        }
    }
}

extension XMLNode {
    /// The name of an element, or the target of a processing instruction; empty for other nodes.
    var ownName: XMLName { kind == .element || kind == .processingInstruction ? name : .nameless(.empty) }
}
