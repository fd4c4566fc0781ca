/// One step of a walk through a nested value.
enum NestedEvent<Value> {
    /// What a value with parts is made of.
    enum Shape {
        case elements
        case members
    }

    case begin(Value, Shape)
    case end(Shape)
    case name(String)
    case scalar(Value)
}
