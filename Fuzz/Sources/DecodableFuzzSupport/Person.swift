/// A type as users write it: all of it is the compiler's.
public final class Person: Decodable, Sendable {
    enum Role: String, Decodable, Sendable {
        case admin, user
    }

    struct Address: Decodable, Sendable {
        let street: String?
        let lines: [String]?
        let position: [Float]?
    }

    enum Event: Decodable, Sendable {
        case none
        case moved(to: Address, count: Int)
        case renamed(String)
    }

    let id: UInt64?
    let name: String
    let age: Int8?
    let height: Double?
    let isActive: Bool?
    let role: Role?
    let firstName: String?
    let address: Address?
    let event: Event?
    let tags: Set<String>?
    let scores: [String: Double]?
    let ranks: [Int: [Int?]]?
    let matrix: [[UInt16]]?
    let large: UInt128?
    let ratio: Float?
    let range: Range<Int>?
    let lifetime: Duration?
    let parent: Person?
    let children: [Person]?
}
