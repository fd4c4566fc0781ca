extension JSONDocument {
    /// The names of an object by their units of UTF-16 (RFC 8785 §3.2.3), the last one first.
    ///
    /// Equal ones come in the order of the text. Nil if all are in the order of the text.
    func namesInOrder(of object: Int) -> [Int]? {
        var names: [(text: String, index: Int)] = []
        names.reserveCapacity(count(of: object))
        var isInOrder = true
        var index = object + 1
        while index < nodes[object].end {
            let text = string(at: index)
            if let last = names.last, Self.precedes(text, last.text) { isInOrder = false }
            names.append((text, index))
            index = next(after: index + 1)
        }
        guard !isInOrder else { return nil }
        names.sort { left, right in
            if Self.precedes(left.text, right.text) { return false }
            return Self.precedes(right.text, left.text) || left.index > right.index
        }
        return names.map(\.index)
    }

    /// Compares by units of UTF-16: that is the order of the bytes, except that what UTF-16 writes as surrogates, which begins
    /// with F0 or more, stands before what begins with EE or EF.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        var rightBytes = right.utf8.makeIterator()
        for leftByte in left.utf8 {
            guard let rightByte = rightBytes.next() else { return false }
            guard leftByte != rightByte else { continue }
            let isReversed = min(leftByte, rightByte) >= 0xEE && (leftByte >= 0xF0) != (rightByte >= 0xF0)
            return (leftByte < rightByte) != isReversed
        }
        return rightBytes.next() != nil
    }
}
