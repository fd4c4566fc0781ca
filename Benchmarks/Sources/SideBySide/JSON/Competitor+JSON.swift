extension Competitor {
    static let decantTree = Competitor(rawValue: "Decant, eager tree")
    static let decantTreeWithoutNulls = Competitor(rawValue: "Decant, eager tree without nulls")
    static let decantDirect = Competitor(rawValue: "Decant, direct")
    static let simdjson = Competitor(rawValue: "simdjson, DOM")
    static let jsonSerialization = Competitor(rawValue: "JSONSerialization")
    static let jsonSerializationWithoutNulls = Competitor(rawValue: "JSONSerialization and removal of nulls")
    static let jsonDecoder = Competitor(rawValue: "JSONDecoder")
}
