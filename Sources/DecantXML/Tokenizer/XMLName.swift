/// A name as it is written, with what its prefix stands for (Namespaces in XML 1.0 §4).
package struct XMLName: BitwiseCopyable, Sendable {
    /// The name as it is written, with the prefix and the colon.
    package var slice: XMLSlice

    /// What the prefix stands for; ``XMLNamespaceID/none`` if namespaces are not processed.
    package var namespace: XMLNamespaceID

    /// The number of bytes of the prefix without the colon; 0 if there is none.
    package var prefixLength: UInt16

    @inline(__always)
    package init(_ slice: XMLSlice, prefixLength: Int, namespace: XMLNamespaceID = .none) {
        self.slice = slice
        self.prefixLength = UInt16(truncatingIfNeeded: prefixLength)
        self.namespace = namespace
    }

    /// No name.
    @inline(__always)
    package static var none: XMLName { XMLName(.empty, prefixLength: 0) }

    /// The part of the name behind the prefix.
    @inline(__always)
    package var local: XMLSlice {
        prefixLength == 0 ? slice : slice.dropFirst(Int(prefixLength) &+ 1)
    }

    /// The prefix; empty if there is none.
    @inline(__always)
    package var prefix: XMLSlice { slice.prefix(Int(prefixLength)) }
}
