/// The elements of an array, to be read directly in order; it is lent and cannot be kept.
public struct JSONArrayReader: ~Escapable {
    let tape: UnsafeJSONTape
    private let end: Int
    private var cursor: Int

    /// The number of elements.
    public let count: Int

    /// Looks at the elements of an array.
    @_lifetime(copy value)
    init(_ value: borrowing JSONReader) {
        tape = value.tape
        end = tape[value.node].end
        count = tape[value.node].count
        cursor = value.node &+ 1
    }

    /// Whether all elements have been read.
    public var isAtEnd: Bool { cursor >= end }

    /// The next element.
    ///
    /// - Returns: A reader of the element, or nil behind the last one.
    @_lifetime(copy self)
    public mutating func next() -> JSONReader? {
        guard cursor < end else { return nil }
        let element = cursor
        cursor = tape.next(after: element)
        return JSONReader(self, at: element)
    }
}
