extension XMLName {
    /// A slice in the place of a name.
    @inline(__always)
    static func nameless(_ slice: XMLSlice) -> XMLName { XMLName(slice, prefixLength: 0) }
}
