/// Which namespace a name is in: a number, so that comparing two is comparing numbers.
///
/// The numbers belong to one document; its table has their names.
package struct XMLNamespaceID: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
    package let rawValue: UInt32

    @inline(__always)
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No namespace.
    @inline(__always)
    package static var none: XMLNamespaceID { XMLNamespaceID(rawValue: 0) }

    /// The namespace of the prefix `xml`, `http://www.w3.org/XML/1998/namespace`.
    @inline(__always)
    package static var xml: XMLNamespaceID { XMLNamespaceID(rawValue: 1) }

    /// The namespace of declarations of namespaces, `http://www.w3.org/2000/xmlns/`.
    @inline(__always)
    package static var xmlns: XMLNamespaceID { XMLNamespaceID(rawValue: 2) }
}
