/// What the keys of a type mean.
enum XMLKeyKind {
    /// Elements, else attributes.
    case plain

    /// What each key says.
    case placed

    /// The names of the elements of a list.
    case choice

    /// The names of the elements of a list, and one key for the texts between them.
    case mixedChoice

    /// Whether one element or text is the value of a key.
    var isChoice: Bool { self == .choice || self == .mixedChoice }

    init<Key: CodingKey>(_ type: Key.Type) {
        if type is any XMLChoiceCodingKey.Type {
            self = Key.ofText == nil ? .choice : .mixedChoice
        } else {
            self = type is any XMLCodingKey.Type ? .placed : .plain
        }
    }
}
