extension Competitor {
    static let decantValues = Competitor(rawValue: "Decant, owned values")
    static let propertyListSerialization = Competitor(rawValue: "PropertyListSerialization")
    static let propertyListDecoder = Competitor(rawValue: "PropertyListDecoder")
    static let libplist = Competitor(rawValue: "libplist")
}
