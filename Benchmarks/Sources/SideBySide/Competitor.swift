/// One library at one task: what a row of the results is about.
enum Competitor: String, CaseIterable, Codable {
    case decantDocument = "Decant, document"
    case decantTree = "Decant, eager tree"
    case decantTreeWithoutNulls = "Decant, eager tree without nulls"
    case decantDecodable = "Decant, Decodable"
    case decantDirect = "Decant, direct"
    case simdjson = "simdjson, DOM"
    case jsonSerialization = "JSONSerialization"
    case jsonSerializationWithoutNulls = "JSONSerialization and removal of nulls"
    case jsonDecoder = "JSONDecoder"
    case copy = "memcpy"
}
