import DecantCore

/// How a run of a builder ended.
enum XMLTreeOutcome {
    /// The document is complete.
    case done

    /// There is no room for what the current token brings.
    case needsRoom

    /// The document cannot be read, or is more than a limit allows.
    case failed(ResponseError)
}
