extension XML.Event {
    /// The name of an element or attribute.
    public struct Name: ~Escapable {
        private let view: XMLTokenView
        private let record: XMLName

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView, _ record: XMLName) {
            self.view = view
            self.record = record
        }

        /// The name as it is written, with the prefix.
        public var written: XML.TextSpan {
            @_lifetime(copy self)
            get { view.text(record.slice) }
        }

        /// The name behind the prefix; all of it if namespaces are not processed.
        public var local: XML.TextSpan {
            @_lifetime(copy self)
            get { view.text(record.local) }
        }

        /// The prefix; empty if there is none.
        public var prefix: XML.TextSpan {
            @_lifetime(copy self)
            get { view.text(record.prefix) }
        }

        /// The namespace that the name is in, or nil if it is in none.
        public var namespace: String? {
            record.namespace == .none ? nil : view.name(of: record.namespace)
        }

        /// Whether this is a name in a namespace, whatever its prefix is.
        ///
        /// - Parameters:
        ///   - local: The name behind the prefix.
        ///   - namespace: The namespace; nil for none.
        /// - Returns: Whether both are the same.
        public func matches(_ local: String, in namespace: String?) -> Bool {
            self.local == local && self.namespace == namespace
        }

        /// The name as it is written, as a string.
        public var string: String { written.string }

        /// Whether a name is written like this, scalar by scalar; no string is made for it.
        public static func == (name: borrowing Name, written: String) -> Bool { name.written == written }

        /// Whether a name is written in another way.
        public static func != (name: borrowing Name, written: String) -> Bool { !(name == written) }
    }

    /// One attribute of a start tag.
    public struct Attribute: ~Escapable {
        private let view: XMLTokenView
        private let record: XMLAttributeRecord

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView, _ record: XMLAttributeRecord) {
            self.view = view
            self.record = record
        }

        /// The name.
        public var name: Name {
            @_lifetime(copy self)
            get { Name(view, record.name) }
        }

        /// The value, normalised (XML 1.0 §3.3.3).
        public var value: XML.TextSpan {
            @_lifetime(copy self)
            get { view.text(record.value) }
        }

        /// Whether it declares a namespace; never if namespaces are not processed.
        public var declaresNamespace: Bool { record.flags.contains(.declaresNamespace) }

        /// Whether it is not in the tag but declared with a default in the document type.
        public var isDefault: Bool { record.flags.contains(.isDefault) }
    }

    /// The attributes of a start tag.
    public struct Attributes: ~Escapable {
        private let view: XMLTokenView

        @inline(__always)
        @_lifetime(copy view)
        init(_ view: XMLTokenView) { self.view = view }

        /// How many there are.
        public var count: Int { view.attributeCount }

        /// The indices of all.
        public var indices: Range<Int> { 0..<view.attributeCount }

        /// Whether there are none.
        public var isEmpty: Bool { view.attributeCount == 0 }

        /// One attribute.
        ///
        /// - Parameter index: Which one, from 0.
        public subscript(index: Int) -> Attribute {
            @_lifetime(copy self)
            get { Attribute(view, view.attribute(at: index)) }
        }

        /// The value of an attribute, or nil if there is none.
        ///
        /// - Parameter name: The name as it is written.
        public subscript(name: String) -> String? {
            for index in indices where self[index].name == name { return self[index].value.string }
            return nil
        }
    }
}
