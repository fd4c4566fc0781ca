/// One attribute of a start tag.
package struct XMLAttributeRecord: BitwiseCopyable, Sendable {
    /// The name.
    package var name: XMLName

    /// What is special about it; it stands in the room that the name leaves, so that a record has 24 bytes.
    package var flags: Flags

    /// The value, normalised (XML 1.0 §3.3.3).
    package var value: XMLSlice

    @inline(__always)
    package init(_ name: XMLName, value: XMLSlice, flags: Flags = []) {
        self.name = name
        self.value = value
        self.flags = flags
    }
}

extension XMLAttributeRecord {
    /// What can be special about an attribute.
    package struct Flags: OptionSet, BitwiseCopyable, Sendable {
        package let rawValue: UInt8

        @inline(__always)
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It declares a namespace: `xmlns` or `xmlns:prefix`.
        ///
        /// Never set if namespaces are not processed.
        package static var declaresNamespace: Flags { Flags(rawValue: 1) }

        /// It is not in the tag but was declared with a default in the internal subset.
        package static var isDefault: Flags { Flags(rawValue: 2) }
    }
}
