extension PropertyListValue: Hashable {
    /// Whether two values are the same.
    ///
    /// Dictionaries are compared whatever the order of their members; all else as ``PropertyList`` compares it.
    public static func == (left: PropertyListValue, right: PropertyListValue) -> Bool {
        var leftWalk = PropertyListValueWalk(left)
        var rightWalk = PropertyListValueWalk(right)
        while let event = leftWalk.next(), let other = rightWalk.next() {
            switch (event, other) {
            case (.begin(let kind, let count), .begin(let otherKind, let otherCount)):
                guard kind == otherKind, count == otherCount else { return false }
            case (.key(let key), .key(let otherKey)):
                guard key.utf8.elementsEqual(otherKey.utf8) else { return false }
            case (.scalar(let scalar), .scalar(let otherScalar)):
                guard scalar.isSameScalar(as: otherScalar) else { return false }
            case (.end, .end): break
            default: return false
            }
        }
        return true
    }

    /// Feeds the value to a hasher, so that equal values give equal hashes.
    public func hash(into hasher: inout Hasher) {
        var walk = PropertyListValueWalk(self)
        while let event = walk.next() {
            switch event {
            case .begin(let kind, let count):
                hasher.combine(kind)
                hasher.combine(count)
            case .key(let key): key.hashBytes(into: &hasher)
            case .scalar(let scalar): scalar.hashScalar(into: &hasher)
            case .end: break
            }
        }
    }

    private func isSameScalar(as other: PropertyListValue) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.integer(let left), .integer(let right)): left == right
        case (.wideInteger(let left), .wideInteger(let right)): left == right
        case (.integer(let left), .wideInteger(let right)), (.wideInteger(let right), .integer(let left)):
            Int128(left) == right
        case (.real(let left), .real(let right)): left.isSame(as: right)
        case (.boolean(let left), .boolean(let right)): left == right
        case (.date(let left), .date(let right)): left.isSame(as: right)
        case (.data(let left), .data(let right)): left == right
        case (.uid(let left), .uid(let right)): left == right
        default: false
        }
    }

    private func hashScalar(into hasher: inout Hasher) {
        switch self {
        case .string(let text): text.hashBytes(into: &hasher)
        case .integer(let value): hasher.combine(Int128(value))
        case .wideInteger(let value): hasher.combine(value)
        case .real(let value), .date(let value): value.hashAsSame(into: &hasher)
        case .boolean(let value): hasher.combine(value)
        case .data(let bytes): hasher.combine(bytes)
        case .uid(let value): hasher.combine(value)
        case .array, .set, .dictionary: break
        }
    }
}
