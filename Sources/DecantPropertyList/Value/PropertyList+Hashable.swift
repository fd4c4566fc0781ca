extension PropertyList: Hashable {
    /// Whether two values are the same, whatever format they were read from.
    ///
    /// An integer and a floating-point number are never the same; two floating-point numbers that are none are. Strings are
    /// compared scalar by scalar; arrays in order, and so are sets, in the order of the document; dictionaries whatever the
    /// order of their members. Members of the same key are compared in order.
    public static func == (left: PropertyList, right: PropertyList) -> Bool {
        var leftWalk = PropertyListWalk(left.document, from: left.index, sortsKeys: true)
        var rightWalk = PropertyListWalk(right.document, from: right.index, sortsKeys: true)
        while let event = leftWalk.next(), let otherEvent = rightWalk.next() {
            switch (event, otherEvent) {
            case (.begin(let index), .begin(let other)):
                let isSame = left.document.kind(of: index) == right.document.kind(of: other)
                guard isSame, left.document.count(of: index) == right.document.count(of: other) else { return false }
            case (.key(let index), .key(let other)), (.scalar(let index), .scalar(let other)):
                guard left.document.scalar(at: index, equals: other, of: right.document) else { return false }
            case (.end, .end): break
            default: return false
            }
        }
        return true
    }

    /// Feeds the value to a hasher, so that equal values give equal hashes.
    public func hash(into hasher: inout Hasher) {
        var walk = PropertyListWalk(document, from: index, sortsKeys: true)
        while let event = walk.next() {
            switch event {
            case .begin(let index):
                hasher.combine(document.kind(of: index))
                hasher.combine(document.count(of: index))
            case .key(let index), .scalar(let index): document.hashScalar(at: index, into: &hasher)
            case .end: break
            }
        }
    }
}
