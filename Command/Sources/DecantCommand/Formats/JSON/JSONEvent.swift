import Decant

/// One step of a walk through a JSON value, in the order of the text.
enum JSONEvent {
    case beginObject
    case endObject
    case beginArray
    case endArray
    case name(String)
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)
}
