import Foundation

extension Demo {
    /// A type with members of Foundation's types.
    struct Order: Decodable, Sendable, CustomStringConvertible {
        let total: Decimal
        let placed: Date
        let receipt: URL

        var description: String {
            "Order(total: \(total), placed: \(placed.formatted(.iso8601)), receipt: \(receipt.absoluteString))"
        }
    }
}
