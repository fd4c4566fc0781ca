import DecantCore
import DecantDocument

extension PropertyList.Value: Hashable {
    /// Returns whether two values are equal.
    ///
    /// Dictionaries are compared independently of the order of their members. All other values are compared like
    /// ``PropertyList``.
    public static func == (left: PropertyList.Value, right: PropertyList.Value) -> Bool {
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

    /// Feeds the value to a hasher.
    ///
    /// Equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        var walk = PropertyListValueWalk(self)
        while let event = walk.next() {
            switch event {
            case .begin(let kind, let count):
                hasher.combine(kind)
                hasher.combine(count)
            case .key(let key): hasher.combine(UTF8Key(text: key))
            case .scalar(let scalar): scalar.hashScalar(into: &hasher)
            case .end: break
            }
        }
    }

    private func isSameScalar(as other: PropertyList.Value) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.integer, _), (.wideInteger, _): wideInteger == other.wideInteger
        case (.real(let left), .real(let right)): left.isSame(as: right)
        case (.boolean(let left), .boolean(let right)): left == right
        case (.date(let left), .date(let right)): left.isSame(as: right)
        case (.data(let left), .data(let right)): left == right
        case (.uid(let left), .uid(let right)): left == right
        default: false
        }
    }

    private var wideInteger: WideInteger? {
        switch self {
        case .integer(let value): WideInteger(Int64(value))
        case .wideInteger(let high, let low): WideInteger(high: UInt64(bitPattern: high), low: low)
        default: nil
        }
    }

    private func hashScalar(into hasher: inout Hasher) {
        switch self {
        case .string(let text): hasher.combine(UTF8Key(text: text))
        case .integer, .wideInteger: hasher.combine(wideInteger)
        case .real(let value), .date(let value): value.hashAsSame(into: &hasher)
        case .boolean(let value): hasher.combine(value)
        case .data(let bytes): hasher.combine(bytes)
        case .uid(let value): hasher.combine(value)
        case .array, .set, .dictionary: break
        }
    }
}

extension Double {
    /// Returns whether two numbers are equal, or both are NaN.
    fileprivate func isSame(as other: Double) -> Bool { self == other || isNaN && other.isNaN }

    /// Feeds the number to a hasher.
    ///
    /// Every NaN has the same hash.
    fileprivate func hashAsSame(into hasher: inout Hasher) { hasher.combine(isNaN ? .nan : self) }
}

extension PropertyList.Value: CustomStringConvertible {
    /// A one-line description of the value, which is not in a property list format.
    ///
    /// The members of dictionaries are sorted by key.
    public var description: String {
        var printer = PropertyListPrinter()
        var walk = PropertyListValueWalk(self)
        while let event = walk.next() {
            switch event {
            case .begin(let kind, _): printer.start(kind)
            case .key(let key): printer.key(key)
            case .scalar(let scalar): printer.scalar(scalar.scalarText)
            case .end(let kind): printer.end(kind)
            }
        }
        return printer.text
    }

    private var scalarText: String {
        switch self {
        case .string(let text): text.debugDescription
        case .integer, .wideInteger: wideInteger?.text ?? ""
        case .real(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .date(let seconds): "date(\(seconds))"
        case .data(let bytes): PropertyListPrinter.data(bytes)
        case .uid(let value): "uid(\(value))"
        case .array, .set, .dictionary: ""
        }
    }
}

/// An iterator over an owned value and its parts.
///
/// It does not recurse, and visits members sorted by key.
struct PropertyListValueWalk: IteratorProtocol {
    /// An event of the iteration.
    enum Event {
        /// The beginning of a container.
        case begin(PropertyList.Kind, count: Int)

        /// The key of a member. The value follows as the next event.
        case key(String)

        /// A scalar value.
        case scalar(PropertyList.Value)

        /// The end of a container.
        case end(PropertyList.Kind)
    }

    /// An open container: its elements, or its members.
    private struct Level {
        let kind: PropertyList.Kind
        var elements: [PropertyList.Value] = []
        var members: [(key: String, value: PropertyList.Value)] = []
        var next = 0
    }

    private var levels: [Level] = []
    private var pending: PropertyList.Value?

    init(_ value: PropertyList.Value) {
        pending = value
    }

    mutating func next() -> Event? {
        while true {
            if let value = pending {
                pending = nil
                return visit(value)
            }
            guard var level = levels.popLast() else { return nil }
            let position = level.next
            level.next += 1
            if level.elements.indices.contains(position) {
                pending = level.elements[position]
                levels.append(level)
            } else if level.members.indices.contains(position) {
                pending = level.members[position].value
                levels.append(level)
                return .key(level.members[position].key)
            } else {
                return .end(level.kind)
            }
        }
    }

    private mutating func visit(_ value: PropertyList.Value) -> Event {
        switch value {
        case .array(let elements):
            levels.append(Level(kind: .array, elements: elements))
            return .begin(.array, count: elements.count)
        case .set(let elements):
            levels.append(Level(kind: .set, elements: elements))
            return .begin(.set, count: elements.count)
        case .dictionary(let members):
            levels.append(Level(kind: .dictionary, members: Self.inOrder(members)))
            return .begin(.dictionary, count: members.count)
        default: return .scalar(value)
        }
    }

    /// Returns the members sorted by key.
    ///
    /// Members with the same key keep their order.
    private static func inOrder(
        _ members: [(key: String, value: PropertyList.Value)]
    ) -> [(key: String, value: PropertyList.Value)] {
        members.enumerated().sorted { left, right in
            if left.element.key.utf8.lexicographicallyPrecedes(right.element.key.utf8) { return true }
            return !right.element.key.utf8.lexicographicallyPrecedes(left.element.key.utf8)
                && left.offset < right.offset
        }.map(\.element)
    }
}
