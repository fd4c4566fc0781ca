import DecantCore
@_exported public import DecantDocument

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
        /// The index of the node; for an attribute, the bitwise complement of its index in the list of all attributes.
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

    /// Creates a node that keeps the document alive; for an attribute, the node of its element.
    public init(_ cursor: borrowing XML.Cursor) {
        let storage = cursor.storage
        self.init(storage, cursor.isAttribute ? storage.owner(ofAttribute: ~cursor.index) : cursor.index)
    }
}

extension XML.Cursor {
    fileprivate var record: XMLNode { read { $0.nodes[index] } }

    fileprivate var isAttribute: Bool { index < 0 }

    private var attributeRecord: XMLAttributeRecord { read { $0.attributes[~index] } }

    private var ownName: XMLName { isAttribute ? attributeRecord.name : record.ownName }

    /// The kind of the node.
    public var kind: XML.Node.Kind { isAttribute ? .attribute : record.kind.nodeKind }

    /// Whether the node is an element.
    public var isElement: Bool { !isAttribute && record.kind == .element }

    /// The name of an element or an attribute as written, including its prefix, or the target of a processing
    /// instruction; empty for other nodes.
    public var name: BorrowedText {
        @_lifetime(copy self)
        get { text(ownName.slice) }
    }

    /// The name of an element or an attribute without its prefix; empty for nodes without a name.
    public var localName: BorrowedText {
        @_lifetime(copy self)
        get { text(ownName.local) }
    }

    /// The namespace of the name, or nil if it has none or namespaces were not processed.
    public var namespace: String? {
        let name = ownName
        return name.namespace == .none ? nil : read { $0.namespace(of: name) }
    }

    /// The text of the node, or nil if it has several parts; ``string`` joins them.
    ///
    /// For a text, a CDATA section, or a comment: its characters. For a processing instruction: its data. For an
    /// attribute: its value, normalized (XML 1.0 §3.3.3). For an element: the text in it, which usually has one part, or
    /// none.
    public var text: BorrowedText? {
        @_lifetime(copy self)
        get {
            if isAttribute { return text(attributeRecord.value) }
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
        get { Nodes(self, .all) }
    }

    /// The child elements in document order.
    public var elements: Nodes {
        @_lifetime(copy self)
        get { Nodes(self, .elements) }
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
            if attribute.name == name { return attribute.text }
        }
        return nil
    }

    /// The attributes of an element, including defaults, in the order of the tag.
    ///
    /// Each is a cursor whose ``text`` is the value. Other nodes have no attributes. Namespace declarations are
    /// excluded.
    public var attributes: Nodes {
        @_lifetime(copy self)
        get { Nodes(self, .attributes) }
    }
}

extension XML.Cursor {
    /// The children or the attributes of a node, borrowed, in document order.
    ///
    /// Visit them by `while let child = children.next()`. A `for` loop requires elements that can be stored.
    public struct Nodes: ~Escapable {
        fileprivate enum Filter {
            case all, elements, attributes
        }

        private let parent: XML.Cursor
        private let filter: Filter
        /// The index of the next node or attribute.
        private var following: Int
        private let end: Int

        @_lifetime(copy parent)
        fileprivate init(_ parent: borrowing XML.Cursor, _ filter: Filter) {
            self.parent = copy parent
            self.filter = filter
            var range = 0..<0
            if filter == .attributes {
                if parent.isElement { range = parent.read { $0.attributeRange(of: parent.index) } }
            } else if !parent.isAttribute {
                let record = parent.record
                if record.kind.isContainer { range = parent.index + 1..<record.end }
            }
            following = range.lowerBound
            end = range.upperBound
        }

        /// Advances to the next node and returns it, or nil after the last node.
        @_lifetime(copy self)
        public mutating func next() -> XML.Cursor? {
            if filter == .attributes { return nextAttribute() }
            while following < end {
                let node = XML.Cursor(parent, at: following)
                let record = node.record
                following = record.end
                if filter == .all || record.kind == .element { return node }
            }
            return nil
        }

        @_lifetime(copy self)
        private mutating func nextAttribute() -> XML.Cursor? {
            while following < end {
                let index = following
                following += 1
                let flags = parent.read { $0.attributes[index].flags }
                if !flags.contains(.declaresNamespace) { return XML.Cursor(parent, at: ~index) }
            }
            return nil
        }
    }
}

extension XMLNode {
    /// The name of an element, or the target of a processing instruction; empty for other nodes.
    var ownName: XMLName { kind == .element || kind == .processingInstruction ? name : .nameless(.empty) }
}
