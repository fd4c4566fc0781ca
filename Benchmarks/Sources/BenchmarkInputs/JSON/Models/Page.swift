// The properties are named as in the text, so that no mapping of names is part of what is measured.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The contents of the files `rest2k`, `rest20k` and their indented forms.
package struct Page: Decodable {
    package let page: Int
    package let per_page: Int
    package let total: Int
    package let next: String?
    package let items: [Item]

    package struct Item: Decodable {
        package let id: Int
        package let title: String
        package let state: String
        package let locked: Bool
        package let comments: Int
        package let score: Double
        package let labels: [String]
        package let author: User
        package let assignee: User?
        package let created_at: String
        package let body: String?
    }

    package struct User: Decodable {
        package let id: Int
        package let login: String
        package let name: String
        package let email: String?
        package let admin: Bool
    }
}
