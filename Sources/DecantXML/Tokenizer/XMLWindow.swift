/// The part of a text that has arrived and is still needed, if a text is read while it arrives.
struct XMLWindow: ~Copyable {
    /// Where the part begins in the whole text.
    var start = 0

    /// The names of open elements whose start tags are not held any more.
    var kept = UnsafeXMLBuffer<UInt8>()
}
