/// What all property lists of the benchmark hold.
package struct Listing: Decodable {
    package let title: String
    package let total: Int
    package let records: [Member]
}
