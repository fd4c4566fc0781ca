extension PropertyListDocument {
    /// The keys of a dictionary by their bytes in UTF-8, the last one first.
    ///
    /// Equal ones come in the order of the document. Nil if all are in that order.
    func keysInOrder(of dictionary: Int) -> [Int]? {
        var keys: [(text: String, index: Int)] = []
        keys.reserveCapacity(count(of: dictionary))
        var isInOrder = true
        var index = dictionary + 2
        while index < end(of: dictionary) {
            let text = string(at: index)
            if let last = keys.last, text.precedes(last.text) { isInOrder = false }
            keys.append((text, index))
            index = next(after: next(after: index))
        }
        guard !isInOrder else { return nil }
        keys.sort { left, right in
            if left.text.precedes(right.text) { return false }
            return right.text.precedes(left.text) || left.index > right.index
        }
        return keys.map(\.index)
    }
}

extension String {
    /// Whether the text stands before another one by its bytes in UTF-8.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
