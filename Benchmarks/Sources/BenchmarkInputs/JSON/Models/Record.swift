/// One record of the file `records50`, which is an array of them.
package struct Record: Decodable {
    package let id: Int
    package let guid: String
    package let name: String
    package let age: Int
    package let balance: Double
    package let active: Bool
    package let latitude: Double
    package let parent: Int?
    package let registered: String
    package let tags: [String]
    package let about: String
}
