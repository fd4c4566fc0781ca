import Decant

/// The walk through a JSON value: depth first, with a stack of its own, so that no depth is too much for it.
struct JSONEvents: Sequence, IteratorProtocol {
    private enum Frame {
        case elements(JSON.Elements.Iterator)
        case members(JSON.Members.Iterator)
    }

    private var frames: [Frame] = []
    private var pending: JSON?

    init(_ value: JSON) {
        pending = value
    }

    mutating func next() -> JSONEvent? {
        if let value = pending {
            pending = nil
            return event(of: value)
        }
        switch frames.popLast() {
        case nil: return nil
        case .elements(var elements):
            guard let value = elements.next() else { return .endArray }
            frames.append(.elements(elements))
            return event(of: value)
        case .members(var members):
            guard let member = members.next() else { return .endObject }
            frames.append(.members(members))
            pending = member.value
            return .name(member.name)
        }
    }

    private mutating func event(of value: JSON) -> JSONEvent {
        if let members = value.object {
            frames.append(.members(members.makeIterator()))
            return .beginObject
        }
        if let elements = value.array {
            frames.append(.elements(elements.makeIterator()))
            return .beginArray
        }
        if let text = value.string { return .string(text) }
        if let number = value.number { return .number(number) }
        return value.bool.map(JSONEvent.boolean) ?? .null
    }
}
