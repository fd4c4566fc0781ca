/// Which part of a document is read (XML 1.0 production 1).
enum XMLPhase: UInt8 {
    /// Nothing was read.
    case start

    /// What stands before the root element.
    case prolog

    /// The root element.
    case content

    /// What stands behind it.
    case epilog

    /// All was read.
    case finished

    /// A fault was found.
    case failed
}
