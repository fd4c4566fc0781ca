extension JSON: Hashable {
    /// Whether two values are the same.
    ///
    /// Numbers are compared by their exact value, so `1`, `1.0` and `10e-1` are the same; strings scalar by scalar; arrays in
    /// order; objects whatever the order of their members (RFC 8259 §1). Members of the same name are compared in order.
    public static func == (left: JSON, right: JSON) -> Bool {
        var leftWalk = JSONWalk(left.document, from: left.index, sortsNames: true)
        var rightWalk = JSONWalk(right.document, from: right.index, sortsNames: true)
        while let event = leftWalk.next(), let otherEvent = rightWalk.next() {
            switch (event, otherEvent) {
            case (.begin(let index), .begin(let other)):
                let isSame = left.document.kind(of: index) == right.document.kind(of: other)
                guard isSame, left.document.count(of: index) == right.document.count(of: other) else { return false }
            case (.name(let index), .name(let other)), (.scalar(let index), .scalar(let other)):
                guard left.document.scalar(at: index, equals: other, of: right.document) else { return false }
            case (.end, .end): break
            default: return false
            }
        }
        return true
    }

    /// Feeds the value to a hasher, so that equal values give equal hashes.
    public func hash(into hasher: inout Hasher) {
        var walk = JSONWalk(document, from: index, sortsNames: true)
        while let event = walk.next() {
            switch event {
            case .begin(let index):
                hasher.combine(document.kind(of: index))
                hasher.combine(document.count(of: index))
            case .name(let index), .scalar(let index): document.hashScalar(at: index, into: &hasher)
            case .end: break
            }
        }
    }
}
