import DecantJSON
import FuzzSupport

/// One part of a JSON text.
enum JSONEvent: Hashable {
    case beginArray, endArray, beginObject, endObject
    case null, yes, no

    /// A number, as written.
    case number(String)

    /// A name or a string, in UTF-8, so that no two count as the same that only look alike.
    case name([UInt8]), string([UInt8])
}

extension JSONEvent {
    /// Everything in a value, by the accessors of the library.
    static func events(of json: JSON) -> [JSONEvent] {
        var events: [JSONEvent] = []
        // As deep as the limit allows, which the stack bears.
        append(json, to: &events)
        return events
    }

    private static func append(_ json: JSON, to events: inout [JSONEvent]) {
        switch json.kind {
        case .null: events.append(.null)
        case .boolean: events.append(json.bool == true ? .yes : .no)
        case .number: events.append(.number(json.number?.text ?? ""))
        case .string: events.append(.string(Array((json.string ?? "").utf8)))
        case .array:
            events.append(.beginArray)
            for element in json.array.map(Array.init) ?? [] { append(element, to: &events) }
            events.append(.endArray)
        case .object:
            events.append(.beginObject)
            for member in json.object.map(Array.init) ?? [] {
                events.append(.name(Array(member.key.utf8)))
                append(member.value, to: &events)
            }
            events.append(.endObject)
        }
    }

    /// Returns whether an object has the same name twice.
    static func hasDuplicates(_ events: [JSONEvent]) -> Bool {
        var names: [Set<[UInt8]>] = []
        for event in events {
            switch event {
            case .beginObject: names.append([])
            case .endObject: names.removeLast()
            case .name(let name):
                guard names[names.count - 1].insert(name).inserted else { return true }
            default: break
            }
        }
        return false
    }
}
