import BenchmarkInputs
import DecantCore
import DecantPropertyList
import Foundation

extension PropertyListDiscipline {
    static func tally(of value: PropertyList.Value) -> Tally {
        var counter = PropertyListCounter()
        count(value, &counter)
        return counter.tally
    }

    static func tally(of value: Any) -> Tally {
        var counter = PropertyListCounter()
        count(value, &counter)
        return counter.tally
    }

    static func tally(of listing: Listing) -> Tally {
        var counter = PropertyListCounter()
        counter.addContainer(keys: ["title", "total", "records"])
        counter.add(listing.title)
        counter.addScalars(1)
        counter.addContainer(keys: [])
        for record in listing.records { count(record, &counter) }
        return counter.tally
    }

    private static func count(_ value: PropertyList.Value, _ counter: inout PropertyListCounter) {
        switch value {
        case .string(let text): counter.add(text)
        case .array(let elements), .set(let elements):
            counter.addContainer(keys: [])
            for element in elements { count(element, &counter) }
        case .dictionary(let members):
            counter.addContainer(keys: members.map(\.key))
            for member in members { count(member.value, &counter) }
        default: counter.addScalars(1)
        }
    }

    private static func count(_ value: Any, _ counter: inout PropertyListCounter) {
        if let text = value as? String {
            counter.add(text)
        } else if let elements = value as? [Any] {
            counter.addContainer(keys: [])
            for element in elements { count(element, &counter) }
        } else if let members = value as? [String: Any] {
            counter.addContainer(keys: Array(members.keys))
            for member in members { count(member.value, &counter) }
        } else {
            counter.addScalars(1)
        }
    }

    private static func count(_ record: Member, _ counter: inout PropertyListCounter) {
        counter.addContainer(
            keys: ["identifier", "name", "score", "isActive", "joined", "icon", "tags", "address"]
        )
        counter.addScalars(5)
        counter.add(record.name)
        counter.addContainer(keys: [])
        for tag in record.tags { counter.add(tag) }
        counter.addContainer(keys: ["street", "city", "code"])
        counter.add(record.address.street)
        counter.add(record.address.city)
        counter.addScalars(1)
    }
}
