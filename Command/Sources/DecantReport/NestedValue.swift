public import Decant

/// A value that contains other values, ordered or named.
@usableFromInline
package protocol NestedValue {
    /// The contained values; nil for a scalar.
    var parts: NestedParts<Self>? { get }
}

/// The contents of a nested value.
@usableFromInline
package enum NestedParts<Value> {
    /// Ordered values.
    case elements(AnyIterator<Value>)

    /// Named values.
    case members(AnyIterator<(name: String, value: Value)>)
}

/// One step of the traversal of a nested value.
@usableFromInline
package enum NestedEvent<Value> {
    /// The shape of a container.
    @usableFromInline
    package enum Shape {
        case elements
        case members
    }

    case begin(Value, Shape)
    case end(Shape)
    case name(String)
    case scalar(Value)
}

/// The depth-first traversal of a nested value, with an explicit stack that supports any depth.
///
/// It is inlinable, because without specialization for a value it takes half of the time of writing a page.
@usableFromInline
package struct NestedEvents<Value: NestedValue>: Sequence, IteratorProtocol {
    @usableFromInline var open: [NestedParts<Value>] = []
    @usableFromInline var pending: Value?
    @usableFromInline let sortsNames: Bool

    /// Starts at a value.
    ///
    /// - Parameter sortsNames: Whether members are sorted by their names in UTF-8 and duplicates dropped, instead of
    ///   kept in the order of the body.
    @inlinable
    package init(_ value: Value, sortsNames: Bool = false) {
        pending = value
        self.sortsNames = sortsNames
    }

    @inlinable
    package mutating func next() -> NestedEvent<Value>? {
        if let value = pending {
            pending = nil
            return event(of: value)
        }
        switch open.last {
        case nil: return nil
        case .elements(let elements):
            guard let value = elements.next() else {
                open.removeLast()
                return .end(.elements)
            }
            return event(of: value)
        case .members(let members):
            guard let member = members.next() else {
                open.removeLast()
                return .end(.members)
            }
            pending = member.value
            return .name(member.name)
        }
    }

    @inlinable
    mutating func event(of value: Value) -> NestedEvent<Value> {
        switch value.parts {
        case nil: return .scalar(value)
        case .elements(let elements):
            open.append(.elements(elements))
            return .begin(value, .elements)
        case .members(let members):
            open.append(.members(sortsNames ? sorted(members) : members))
            return .begin(value, .members)
        }
    }

    /// Returns the members by name; the last of several with the same name counts.
    @usableFromInline
    func sorted(_ members: AnyIterator<(name: String, value: Value)>) -> AnyIterator<
        (name: String, value: Value)
    > {
        let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let last = sorted.indices.filter { index in
            index + 1 == sorted.count || !sorted[index].name.utf8.elementsEqual(sorted[index + 1].name.utf8)
        }
        return AnyIterator(last.lazy.map { sorted[$0] }.makeIterator())
    }
}

extension JSON: DecodedValue, NestedValue {
    @usableFromInline package var parts: NestedParts<JSON>? {
        if let object {
            var members = object.makeIterator()
            return .members(AnyIterator { members.next().map { ($0.key, $0.value) } })
        }
        return array.map { .elements(AnyIterator($0.makeIterator())) }
    }
}

extension PropertyList: DecodedValue, NestedValue {
    @usableFromInline package var parts: NestedParts<PropertyList>? {
        if let dictionary {
            var members = dictionary.makeIterator()
            return .members(AnyIterator { members.next().map { ($0.key, $0.value) } })
        }
        return array.map { .elements(AnyIterator($0.makeIterator())) }
            ?? set.map { .elements(AnyIterator($0.makeIterator())) }
    }

    package var facts: ValueFacts? {
        ValueFacts(name: "propertyList", members: ["format": .string(format.rawValue.lowercased())])
    }
}
