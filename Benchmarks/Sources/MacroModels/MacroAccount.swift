package import DecantMacros

/// A small object for the first decoding of a process.
@JSONDirect
package struct MacroAccount: Decodable {
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
