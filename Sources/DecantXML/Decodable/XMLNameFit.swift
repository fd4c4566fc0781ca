/// How well a name fits a key.
enum XMLNameFit {
    /// Not at all.
    case none

    /// It does, but one in the namespace that is preferred would be taken before it.
    case other

    /// Nothing fits better.
    case best
}
