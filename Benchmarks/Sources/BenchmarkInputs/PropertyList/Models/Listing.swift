/// The contents of all property lists of the benchmark.
package struct Listing: Decodable {
    package let title: String
    package let total: Int
    package let records: [Member]
}
