package import Decant

/// A value that has others in it, in a row or by names.
package protocol NestedValue: DecodedValue {
    /// The values in it; nil if it has no parts.
    var parts: NestedParts<Self>? { get }
}

/// The values in a value.
package enum NestedParts<Value> {
    /// Values in a row.
    case elements(AnyIterator<Value>)

    /// Values with names.
    case members(AnyIterator<(name: String, value: Value)>)
}

/// One step of a walk through a nested value.
package enum NestedEvent<Value> {
    /// The parts of a value.
    package enum Shape {
        case elements
        case members
    }

    case begin(Value, Shape)
    case end(Shape)
    case name(String)
    case scalar(Value)
}

/// The walk through a nested value: depth first, with a stack of its own, so that no depth is too much for it.
package struct NestedEvents<Value: NestedValue>: Sequence, IteratorProtocol {
    private var open: [NestedParts<Value>] = []
    private var pending: Value?
    private let sortsNames: Bool

    /// Begins at a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - sortsNames: Whether members come by their names in UTF-8, each name once, and not in the order of the body.
    package init(_ value: Value, sortsNames: Bool = false) {
        pending = value
        self.sortsNames = sortsNames
    }

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

    private mutating func event(of value: Value) -> NestedEvent<Value> {
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

    /// The members by their names; of those with one name the last one counts.
    private func sorted(_ members: AnyIterator<(name: String, value: Value)>) -> AnyIterator<
        (name: String, value: Value)
    > {
        let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let last = sorted.indices.filter { index in
            index + 1 == sorted.count || !sorted[index].name.utf8.elementsEqual(sorted[index + 1].name.utf8)
        }
        return AnyIterator(last.lazy.map { sorted[$0] }.makeIterator())
    }
}

extension JSON: NestedValue {
    package var parts: NestedParts<JSON>? {
        if let object {
            var members = object.makeIterator()
            return .members(AnyIterator { members.next().map { ($0.key, $0.value) } })
        }
        return array.map { .elements(AnyIterator($0.makeIterator())) }
    }
}

extension PropertyList: NestedValue {
    package var parts: NestedParts<PropertyList>? {
        if let dictionary {
            var members = dictionary.makeIterator()
            return .members(AnyIterator { members.next().map { ($0.key, $0.value) } })
        }
        return array.map { .elements(AnyIterator($0.makeIterator())) }
            ?? set.map { .elements(AnyIterator($0.makeIterator())) }
    }

    package var facts: ValueFacts? {
        ValueFacts(name: "propertyList", members: ["format": format.rawValue.lowercased()])
    }
}

/// A decoded body.
package protocol DecodedValue: Sendable {
    /// Decodes the parts that are decoded on demand.
    ///
    /// - Returns: The findings about them.
    /// - Throws: What is wrong with them.
    func finish() throws(ResponseError) -> [Finding]

    /// The members of a report's line for the value.
    var facts: ValueFacts? { get }

    /// The value as a PNG file; nil if it is not a picture.
    ///
    /// - Throws: What is wrong with a part of the body that is decoded only now.
    func png() throws(ResponseError) -> [UInt8]?
}

extension DecodedValue {
    package func finish() throws(ResponseError) -> [Finding] { [] }

    package var facts: ValueFacts? { nil }

    package func png() throws(ResponseError) -> [UInt8]? { nil }
}

/// The member of a report's line for a value of some format.
package struct ValueFacts {
    /// The name of the member.
    package let name: String

    /// The members in it.
    package let members: [String: any Encodable]
}

extension ResponseBytes: DecodedValue {}

extension String: DecodedValue {}
