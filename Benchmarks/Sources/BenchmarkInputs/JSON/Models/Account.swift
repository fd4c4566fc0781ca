// The properties are named as in the text, so that no mapping of names is part of what is measured.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The contents of the files `rest200` and `rest200i`.
package struct Account: Decodable {
    package let id: Int
    package let login: String
    package let name: String
    package let email: String?
    package let admin: Bool
    package let balance: Double
    package let created_at: String
    package let tags: [String]
    package let manager: String?
    package let visits: Int
}
