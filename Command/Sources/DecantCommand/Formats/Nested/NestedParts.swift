/// The values in a value.
enum NestedParts<Value> {
    /// Values in a row.
    case elements(AnyIterator<Value>)

    /// Values with names.
    case members(AnyIterator<(name: String, value: Value)>)
}
