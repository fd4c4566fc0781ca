/// An entity that is declared (XML 1.0 §4.2).
struct XMLEntity {
    /// What an entity can be.
    enum Kind {
        /// Its replacement text stands in the document.
        case `internal`

        /// It is somewhere else.
        case external

        /// It is somewhere else, and not XML.
        case unparsed
    }

    /// What it is.
    var kind: Kind

    /// Where its replacement text begins in the store of declarations.
    var start = 0

    /// Where its replacement text ends; a zero stands there.
    var end = 0

    /// Whether it is being read.
    var isOpen = false
}
