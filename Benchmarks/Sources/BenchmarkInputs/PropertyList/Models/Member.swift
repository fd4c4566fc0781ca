import Foundation

/// One record of a ``Listing``, with every kind of value that a property list has.
package struct Member: Decodable {
    package let identifier: Int
    package let name: String
    package let score: Double
    package let isActive: Bool
    package let joined: Date
    package let icon: Data
    package let tags: [String]
    package let address: Address

    package struct Address: Decodable {
        package let street: String
        package let city: String
        package let code: Int
    }
}
