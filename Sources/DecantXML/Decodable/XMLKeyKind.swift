/// What the keys of a type mean.
enum XMLKeyKind {
    /// Elements, else attributes.
    case plain

    /// What each key says.
    case placed

    /// The names of the elements of a list.
    case choice

    init<Key: CodingKey>(_ type: Key.Type) {
        if type is any XMLChoiceCodingKey.Type {
            self = .choice
        } else {
            self = type is any XMLCodingKey.Type ? .placed : .plain
        }
    }
}
