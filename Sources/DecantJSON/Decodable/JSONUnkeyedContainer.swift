import DecantCore

/// The elements of an array, in order.
struct JSONUnkeyedContainer: DocumentUnkeyedContainer {
    let state: JSONDecodingState
    private let index: UInt32
    private let level: UInt32
    private var cursor: UInt32
    private var position: UInt32 = 0

    init(_ state: JSONDecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
        cursor = index &+ 1
    }

    /// The array.
    @inline(__always)
    var node: Int { Int(index) }

    /// The level of the array.
    @inline(__always)
    var depth: Int { Int(level) }

    /// The level of the elements.
    @inline(__always)
    var inside: Int { Int(level) &+ 1 }

    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var count: Int? { state.tape[node].count }

    var currentIndex: Int { Int(position) }

    var isAtEnd: Bool { Int(cursor) >= state.tape[node].end }

    /// The element that is next; it is noted as the one that leads down from the array.
    @inline(__always)
    func current(as type: Any.Type) throws -> DocumentPlace {
        if _slowPath(isAtEnd) { throw state.atEnd(type, node, depth, position: currentIndex) }
        state.enter(Int(cursor), position: Int(position), of: node, depth)
        return DocumentPlace(Int(cursor), inside)
    }

    /// Goes on to the next element.
    @inline(__always)
    mutating func advance() {
        cursor = UInt32(truncatingIfNeeded: state.tape.next(after: Int(cursor)))
        position &+= 1
    }
}

extension JSONDecodingState {
    /// Notes which element of an array is being decoded.
    @inline(__always)
    func enter(_ element: Int, position: Int, of array: Int, _ depth: Int) {
        claim(array, depth)
        scratch[depth].child = UInt32(truncatingIfNeeded: element)
        scratch[depth].position = UInt32(truncatingIfNeeded: position)
    }

    /// The error for an element beyond the last one.
    @inline(never)
    func atEnd(_ type: Any.Type, _ array: Int, _ depth: Int, position: Int) -> DecodingError {
        let path = path(to: array, depth: depth) + [DocumentKey(intValue: position)]
        let message = "expected another element, found the end of the array"
        return .valueNotFound(type, .init(codingPath: path, debugDescription: message))
    }
}
