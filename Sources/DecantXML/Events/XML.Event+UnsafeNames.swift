// Unsafe only in that views are bound to the event they are of instead of to a variable: what they show stands still as long
// as the event may be used, see UnsafeXMLState.

extension XML.Event {
    /// The name of an element or attribute.
    public struct Name: ~Escapable {
        private let loan: UnsafeXMLLoan
        private let record: XMLName

        @inline(__always)
        @_lifetime(immortal)
        init(_ loan: UnsafeXMLLoan, _ record: XMLName) {
            self.loan = loan
            self.record = record
        }

        /// The name as it is written, with the prefix.
        public var written: XML.TextSpan {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(XML.TextSpan(loan.bytes(record.slice)), copying: self) }
        }

        /// The name behind the prefix; all of it if namespaces are not processed.
        public var local: XML.TextSpan {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(XML.TextSpan(loan.bytes(record.local)), copying: self) }
        }

        /// The prefix; empty if there is none.
        public var prefix: XML.TextSpan {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(XML.TextSpan(loan.bytes(record.prefix)), copying: self) }
        }

        /// The namespace that the name is in, or nil if it is in none.
        public var namespace: String? {
            record.namespace == .none ? nil : loan.name(of: record.namespace)
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
        private let loan: UnsafeXMLLoan
        private let record: XMLAttributeRecord

        @inline(__always)
        @_lifetime(immortal)
        init(_ loan: UnsafeXMLLoan, _ record: XMLAttributeRecord) {
            self.loan = loan
            self.record = record
        }

        /// The name.
        public var name: Name {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(Name(loan, record.name), copying: self) }
        }

        /// The value, normalised (XML 1.0 §3.3.3).
        public var value: XML.TextSpan {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(XML.TextSpan(loan.bytes(record.value)), copying: self) }
        }

        /// Whether it declares a namespace; never if namespaces are not processed.
        public var declaresNamespace: Bool { record.flags.contains(.declaresNamespace) }

        /// Whether it is not in the tag but declared with a default in the document type.
        public var isDefault: Bool { record.flags.contains(.isDefault) }
    }

    /// The attributes of a start tag.
    public struct Attributes: ~Escapable {
        private let loan: UnsafeXMLLoan

        @inline(__always)
        @_lifetime(immortal)
        init(loan: UnsafeXMLLoan) { self.loan = loan }

        /// How many there are.
        public var count: Int { loan.attributeCount }

        /// The indices of all.
        public var indices: Range<Int> { 0..<loan.attributeCount }

        /// Whether there are none.
        public var isEmpty: Bool { loan.attributeCount == 0 }

        /// One attribute.
        ///
        /// - Parameter index: Which one, from 0.
        public subscript(index: Int) -> Attribute {
            @_lifetime(copy self)
            get { unsafe _overrideLifetime(Attribute(loan, loan.attribute(at: index)), copying: self) }
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
