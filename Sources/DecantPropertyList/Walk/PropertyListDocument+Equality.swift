extension PropertyListDocument {
    /// Whether two values without parts, or two keys, are the same, wherever their contents stand.
    func scalar(at index: Int, equals other: Int, of document: PropertyListDocument) -> Bool {
        let kind = kind(of: index)
        let otherKind = document.kind(of: other)
        guard kind.listKind == otherKind.listKind else { return false }
        return withTape { left in
            document.withTape { right in
                switch kind.listKind {
                case .boolean: kind == otherKind
                case .integer: left.integer(at: index) == right.integer(at: other)
                case .real: left.real(at: index).isSame(as: right.real(at: other))
                case .date: left.date(at: index) == right.date(at: other)
                case .uid: left.magnitude(at: index) == right.magnitude(at: other)
                case .data: left.data(at: index, equals: other, of: right)
                default: left.string(at: index).utf8.elementsEqual(right.string(at: other).utf8)
                }
            }
        }
    }

    /// Feeds a value without parts, or a key, to a hasher.
    func hashScalar(at index: Int, into hasher: inout Hasher) {
        let kind = kind(of: index)
        hasher.combine(kind.listKind)
        let tape = UnsafePropertyListTape(self)
        withExtendedLifetime(self) {
            switch kind.listKind {
            case .boolean: hasher.combine(kind)
            case .integer: hasher.combine(tape.integer(at: index))
            case .real: tape.real(at: index).hashAsSame(into: &hasher)
            case .date: hasher.combine(tape.date(at: index))
            case .uid: hasher.combine(tape.magnitude(at: index))
            case .data: hasher.combine(tape.data(at: index))
            default: tape.string(at: index).hashBytes(into: &hasher)
            }
        }
    }
}

extension UnsafePropertyListTape {
    /// Whether the data of two nodes is the same.
    fileprivate func data(at index: Int, equals other: Int, of tape: UnsafePropertyListTape) -> Bool {
        withBytes(at: index) { left in
            tape.withBytes(at: other) { right in
                left.count == right.count && left.indices.allSatisfy { left[$0] == right[$0] }
            }
        }
    }
}

extension Double {
    /// Whether two numbers are equal, or both are none.
    func isSame(as other: Double) -> Bool { self == other || isNaN && other.isNaN }

    /// Feeds the number to a hasher, every one that is none alike.
    func hashAsSame(into hasher: inout Hasher) { hasher.combine(isNaN ? .nan : self) }
}

extension String {
    /// Feeds the bytes to a hasher, eight at a time: the hash of a string would be the same for all that are equivalent to it.
    func hashBytes(into hasher: inout Hasher) {
        var word: UInt64 = 0
        var count = 0
        for byte in utf8 {
            word = word << 8 | UInt64(byte)
            count += 1
            if count % 8 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(count)
    }
}
