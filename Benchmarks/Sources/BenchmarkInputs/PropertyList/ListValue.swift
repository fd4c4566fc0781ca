/// A value to write as a property list; the members of a dictionary keep their order.
enum ListValue {
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)

    /// Whole seconds since the beginning of 2001, in UTC.
    case date(Int)

    case data([UInt8])
    case array([ListValue])
    case dictionary([(key: String, value: ListValue)])
}
