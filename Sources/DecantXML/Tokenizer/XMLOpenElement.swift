/// An element whose end was not reached.
struct XMLOpenElement: BitwiseCopyable {
    /// Its name.
    var name: XMLName

    /// How many changes of namespaces were in force before it.
    var bindings: UInt32

    /// The line on which it begins; 0 if that was not needed yet.
    var line: UInt32 = 0

    /// Where its start tag begins in the whole text; that of an entity is where the entity is referred to.
    var offset: Int
}

extension XMLOpenElement {
    /// Notes that the text its name stands in has lost bytes in front.
    mutating func shiftName(by length: Int) {
        let slice = name.slice
        guard slice.store == .text else { return }
        name.slice = XMLSlice(offset: slice.start - length, count: slice.count)
    }
}

extension UnsafeXMLBuffer where Element == XMLOpenElement {
    /// The index of the first element from which on no line is known.
    var firstWithoutLine: Int {
        var index = count
        while index > 0, self[index - 1].line == 0 { index -= 1 }
        return index
    }
}
