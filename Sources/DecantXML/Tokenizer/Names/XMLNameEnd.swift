/// Where a name stands in the text that is read.
struct XMLNameEnd {
    /// Where it begins.
    var start: Int

    /// Where it ends.
    var end: Int

    /// The number of bytes of the prefix; 0 if there is none, or if namespaces are not processed.
    var colon: Int

    /// The number of bytes.
    @inline(__always)
    var length: Int { end &- start }
}
