import Decant

/// A value of any of the kinds.
enum DecodedValue: Sendable {
    case data(ResponseBody)
    case string(String)
    case json(JSON)
}
