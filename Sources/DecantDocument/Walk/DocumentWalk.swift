import DecantCore

/// An iterator over a value and its descendants, without recursion, for printing, comparing and hashing.
package struct DocumentWalk: IteratorProtocol {
    /// A step of the walk, with the index of its node.
    package enum Event {
        /// The start of a container.
        case begin(Int)

        /// The name of a member; the next event is its value.
        case name(Int)

        /// A value that is not a container.
        case scalar(Int)

        /// The end of a container.
        case end(Int)
    }

    /// An open container.
    private struct Level {
        let container: Int
        let isObject: Bool
        var next: Int
        let end: Int
        /// The names of an object in an order other than the document's, the last one first.
        var order: [Int]?
    }

    private let document: FlatDocument
    private let sortsNames: Bool
    private var levels: [Level] = []
    private var pending: Int?

    /// Begins at a value.
    ///
    /// - Parameter sortsNames: Whether the members of objects are in the order of RFC 8785 §3.2.3 instead of the
    ///   document's order.
    package init(_ document: FlatDocument, from index: Int, sortsNames: Bool) {
        self.document = document
        self.sortsNames = sortsNames
        pending = index
    }

    package mutating func next() -> Event? {
        if let value = pending {
            pending = nil
            return visit(value)
        }
        guard let level = levels.indices.last else { return nil }
        guard let child = nextChild(of: level) else { return .end(levels.removeLast().container) }
        guard levels[level].isObject else { return visit(child) }
        pending = child + 1
        return .name(child)
    }

    private mutating func visit(_ index: Int) -> Event {
        let node = document[index]
        guard node.kind.isContainer else { return .scalar(index) }
        let isObject = node.kind == .object
        let order = isObject && sortsNames ? document.namesInOrder(of: index) : nil
        levels.append(Level(container: index, isObject: isObject, next: index + 1, end: node.end, order: order))
        return .begin(index)
    }

    private mutating func nextChild(of level: Int) -> Int? {
        if levels[level].order != nil { return levels[level].order?.popLast() }
        let child = levels[level].next
        guard child < levels[level].end else { return nil }
        levels[level].next = document.next(after: levels[level].isObject ? child + 1 : child)
        return child
    }
}

// MARK: - Order

extension FlatDocument {
    /// Returns the names of an object in the order of their UTF-16 units (RFC 8785 §3.2.3), the last one first.
    ///
    /// Equal names stay in the order of the document. Nil if the document already has this order.
    fileprivate func namesInOrder(of object: Int) -> [Int]? {
        var names: [(text: String, index: Int)] = []
        names.reserveCapacity(self[object].count)
        var isInOrder = true
        forEachName(in: object) { index in
            let text = string(at: index)
            if let last = names.last, Self.precedes(text, last.text) { isInOrder = false }
            names.append((text, index))
        }
        guard !isInOrder else { return nil }
        names.sort { left, right in
            if Self.precedes(left.text, right.text) { return false }
            return Self.precedes(right.text, left.text) || left.index > right.index
        }
        return names.map(\.index)
    }

    /// Compares strings by UTF-16 units.
    ///
    /// This is the order of UTF-8 bytes, with one exception: scalars above U+FFFF are surrogate pairs in UTF-16, and
    /// precede the scalars from U+E000 to U+FFFF.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        // The first bytes of U+E000 and U+10000 in UTF-8.
        let (leadOfPrivateUse, leadOfFour): (UInt8, UInt8) = (0xEE, 0xF0)
        var rightBytes = right.utf8.makeIterator()
        for leftByte in left.utf8 {
            guard let rightByte = rightBytes.next() else { return false }
            guard leftByte != rightByte else { continue }
            let isReversed =
                min(leftByte, rightByte) >= leadOfPrivateUse && (leftByte >= leadOfFour) != (rightByte >= leadOfFour)
            return (leftByte < rightByte) != isReversed
        }
        return rightBytes.next() != nil
    }
}

// MARK: - Equality

extension FlatDocument {
    /// Returns whether two values are equal, regardless of their formats.
    ///
    /// Decimal numbers and integers are compared by their exact value, so `1`, `1.0` and `10e-1` are equal. In a
    /// property list, a binary floating-point number equals only an equal binary floating-point number, and NaN equals
    /// NaN. Strings are compared scalar by scalar, lists in order, objects regardless of the order of their members.
    /// Members with the same name are compared in order.
    package func isSame(_ index: Int, as other: Int, of document: FlatDocument) -> Bool {
        var walk = DocumentWalk(self, from: index, sortsNames: true)
        var otherWalk = DocumentWalk(document, from: other, sortsNames: true)
        while let event = walk.next(), let otherEvent = otherWalk.next() {
            switch (event, otherEvent) {
            case (.begin(let index), .begin(let other)):
                guard self[index].kind == document[other].kind, self[index].count == document[other].count else {
                    return false
                }
            case (.name(let index), .name(let other)), (.scalar(let index), .scalar(let other)):
                guard scalar(at: index, equals: other, of: document) else { return false }
            case (.end, .end): break
            default: return false
            }
        }
        return true
    }

    /// Feeds a value to a hasher; equal values have equal hashes.
    package func hash(_ index: Int, into hasher: inout Hasher) {
        var walk = DocumentWalk(self, from: index, sortsNames: true)
        while let event = walk.next() {
            switch event {
            case .begin(let index):
                hasher.combine(self[index].kind)
                hasher.combine(self[index].count)
            case .name(let index), .scalar(let index): hashScalar(at: index, into: &hasher)
            case .end: break
            }
        }
    }

    private func scalar(at index: Int, equals other: Int, of document: FlatDocument) -> Bool {
        let node = self[index]
        let otherNode = document[other]
        switch (node.kind, otherNode.kind) {
        case (.real, .real): return node.real == otherNode.real || node.real.isNaN && otherNode.real.isNaN
        case (.real, _), (_, .real):
            // JSON has a single number type.
            guard words == .json, node.kind.isNumber, otherNode.kind.isNumber else { return false }
            return LongDecimal.equal(numberText(at: index), document.numberText(at: other))
        case (.date, .date): return node.real == otherNode.real
        case (.uid, .uid): return node.payload == otherNode.payload
        default: break
        }
        if node.kind.isNumber, otherNode.kind.isNumber { return number(at: index, equals: other, of: document) }
        if node.kind.isData, otherNode.kind.isData { return bytes(at: index, equal: other, of: document) }
        guard node.kind.isString, otherNode.kind.isString else { return node.kind == otherNode.kind }
        if node.kind == .string, otherNode.kind == .string { return bytes(at: index, equal: other, of: document) }
        return string(at: index).utf8.elementsEqual(document.string(at: other).utf8)
    }

    private func bytes(at index: Int, equal other: Int, of document: FlatDocument) -> Bool {
        withBytes(at: index) { left in
            document.withBytes(at: other) { right in
                left.count == right.count && left.indices.allSatisfy { left[$0] == right[$0] }
            }
        }
    }

    private func number(at index: Int, equals other: Int, of document: FlatDocument) -> Bool {
        let node = self[index]
        let otherNode = document[other]
        guard !node.kind.isDecimal, !otherNode.kind.isDecimal else {
            return LongDecimal.equal(numberText(at: index), document.numberText(at: other))
        }
        // The size of an integer determines its representation.
        if node.kind == .integer || node.kind == .unsigned {
            return node.kind == otherNode.kind && node.payload == otherNode.payload
        }
        return wideInteger(at: index) == document.wideInteger(at: other)
    }

    private func hashScalar(at index: Int, into hasher: inout Hasher) {
        let node = self[index]
        switch node.kind {
        case .real where words == .propertyList: hasher.combine(node.real.isNaN ? .nan : node.real)
        case .date: hasher.combine(node.real)
        case .uid: hasher.combine(node.payload)
        default:
            if node.kind.isNumber {
                LongDecimal.hash(numberText(at: index), into: &hasher)
            } else if node.kind.isString {
                hasher.combine(UTF8Key(text: string(at: index)))
            } else if node.kind.isData {
                hasher.combine(data(at: index))
            } else {
                hasher.combine(node.kind)
            }
        }
    }
}
