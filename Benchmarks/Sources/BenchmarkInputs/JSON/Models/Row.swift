/// One row of the files `strings` and `letters`, which are arrays of them.
package struct Row: Decodable {
    package let code: String
    package let name: String
    package let group: String
    package let city: String
    package let country: String
    package let unit: String
    package let note: String
    package let tags: [String]
}
