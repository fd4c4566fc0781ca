/// One library at one task: what a row of the results is about.
struct Competitor: RawRepresentable, Hashable, Codable, Sendable {
    /// The name in the tables.
    let rawValue: String

    static let decantDocument = Competitor(rawValue: "Decant, document")
    static let decantDecodable = Competitor(rawValue: "Decant, Decodable")

    /// The limit of everything that reads each byte: a copy into memory that is in use already.
    static let copy = Competitor(rawValue: "memcpy")
}
