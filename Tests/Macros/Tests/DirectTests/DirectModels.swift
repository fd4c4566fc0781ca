import DecantFoundation
import DecantMacros
import Foundation

// Types that are both `Decodable` and read directly, for the comparison of the two.

@JSONDirect
struct Event: Decodable, Equatable {
    let id: Int
    let name: String
    let logo: URL?
    let score: Double
    let isOpen: Bool
    let prices: [Price]
    let names: [String: String]?
    let level: UInt8
    let kind: Kind
    let status: Status?

    @JSONDirect
    struct Price: Decodable, Equatable {
        let amount: Decimal
        let currency: Currency
    }

    @JSONDirect
    enum Currency: String, Decodable { case eur, usd }

    @JSONDirect
    enum Kind: Decodable, Equatable {
        case concert(hall: String, seats: Int?)
        case fair(Int, String)
        case other
    }

    @JSONDirect
    enum Status: Int, Decodable { case planned = 1, over }
}

@JSONDirect(dates: .iso8601, data: .array)
struct Styled: Decodable, Equatable {
    let createdAt: Date
    let changeDates: [Date]
    let lastChange: Date?
    let rawBytes: Data
    let nestedNames: [String: [Date]]
}

@JSONDirect(keys: .convertFromSnakeCase)
struct Snake: Decodable, Equatable {
    let firstName: String
    let isAdmin2: Bool?
    let homeURLs: [Int]?
}

@JSONDirect
struct Keyed: Decodable, Equatable {
    let id: Int
    let title: String?
    var isSelected = false
    let number: Float

    enum CodingKeys: String, CodingKey {
        case title = "display-name"
        case number
        case id = "@id"
    }
}

@JSONDirect
struct Tree: Decodable, Equatable {
    let value: Int
    let children: [Tree]
    let extra: JSON?
}

@JSONDirect
struct Page<Item: Sendable>: Sendable {
    let items: [Item]
    let next: Page.Link?

    @JSONDirect
    struct Link: Decodable, Equatable, Sendable { let href: String }
}

extension Page: Decodable where Item: Decodable {}
extension Page: Equatable where Item: Equatable {}

@JSONDirect
enum Shape: Decodable, Equatable {
    case circle(radius: Double)
    indirect case group([Shape], name: String?)
    case empty

    enum CodingKeys: String, CodingKey { case circle = "Circle", group, empty }
    enum CircleCodingKeys: String, CodingKey { case radius = "r" }
}
