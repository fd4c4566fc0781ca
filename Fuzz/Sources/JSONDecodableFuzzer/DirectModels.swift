import DecantCore
import DecantJSON
import DecantTesting
import FuzzSupport

// Types that are `Decodable` and read themselves directly. The initializers are those that `@JSONDirect` generates; the
// macro itself is not used, because its plugin would be built with the sanitizers.

/// Checks that direct decoding gives the values of `Decodable`, and errors with the same code, path, and position.
func examineDirectTypes(_ body: ResponseBytes) {
    assure(DirectContract(DirectPerson.self).difference(in: body))
    assure(DirectContract([DirectPerson].self).difference(in: body))
    assure(DirectContract([String: DirectEvent].self).difference(in: body))
}

private func assure(_ difference: String?) {
    if let difference { assure(false, difference) }
}

struct DirectPerson: Decodable, Equatable {
    let id: UInt64?
    let name: String
    let age: Int8
    let height: Double?
    let isActive: Bool?
    let role: Role?
    let address: Address?
    let event: DirectEvent?
    let tags: [String]?
    let firstName: Float?

    enum CodingKeys: String, CodingKey {
        case id, name, age, height, isActive, role
        case firstName = "first_name"
        case address, event, tags
    }

    enum Role: String, Decodable, JSON.DirectDecodable { case admin, user }

    struct Address: Decodable, Equatable {
        let street: String?
        let lines: [String]?
        let position: [Float]
        let parent: [DirectPerson]?
    }
}

enum DirectEvent: Decodable, Equatable {
    case none
    case moved(to: DirectPerson.Address, count: Int)
    case renamed(String, Int?)
}

extension DirectPerson: JSON.DirectDecodable {
    init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.id = try members.decodeIfPresent("id")
        self.name = try members.decode("name")
        self.age = try members.decode("age")
        self.height = try members.decodeIfPresent("height")
        self.isActive = try members.decodeIfPresent("isActive")
        self.role = try members.decodeIfPresent("role")
        self.firstName = try members.decodeIfPresent("first_name")
        self.address = try members.decodeIfPresent("address")
        self.event = try members.decodeIfPresent("event")
        self.tags = try members.decodeIfPresent("tags")
    }
}

extension DirectPerson.Address: JSON.DirectDecodable {
    init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        self.street = try members.decodeIfPresent("street")
        self.lines = try members.decodeIfPresent("lines")
        self.position = try members.decode("position")
        self.parent = try members.decodeIfPresent("parent")
    }
}

extension DirectEvent: JSON.DirectDecodable {
    init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        let member = try value.onlyMember(named: "none", "moved", "renamed")
        switch member.name {
        case "none":
            _ = try member.members()
            self = .none
        case "moved":
            var members = try member.members()
            self = try .moved(to: members.decode("to"), count: members.decode("count"))
        case "renamed":
            var members = try member.members()
            self = try .renamed(members.decode("_0"), members.decodeIfPresent("_1"))
        default: throw member.unexpected()
        }
    }
}
